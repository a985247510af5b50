/**
 * Links to media that work without a key for a limited time. The recording, the person and the expiry are signed with a
 * key for this purpose only. Each use of a link checks again what the person may see (decision 16 on recording fields).
 */
import { createHmac, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { originFor } from '../../../people/caller/origin.ts'
import { type Viewer, viewerOf } from '../../../people/sight/viewer.ts'
import type { Context, Origin } from '../../../platform/context/context.ts'
import { isSameSecret } from '../../../platform/secrets.ts'
import type { Clock } from '../../../platform/time.ts'

/** `expires`: seconds since 1970, as text in the link. */
export type MediaLink = Viewer & { workspaceId: string; recordingId: string; expires: string }

/** @param secretKey  SECRET_KEY, or an earlier one, whose links stay valid until they expire */
export function linkKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'minutebook media links', 32))
}

export type LinkOptions = Origin & { key: Buffer; clock: Clock }

export const linksOf = ({
  origin,
  secretKey,
  clock,
}: Pick<Context, 'origin' | 'secretKey' | 'clock'>): LinkOptions => ({
  ...origin,
  key: linkKey(secretKey.current),
  clock,
})

const defaultSeconds = 43_200

/** Makes links for the caller to the media of recordings that they see. */
export function mediaLinks({ key, clock, ...options }: LinkOptions, request: FastifyRequest, seconds?: number | null) {
  const { caller } = request
  const origin = originFor(request, options)
  const until = clock().getTime() + (seconds ?? defaultSeconds) * 1_000
  const link = { ...viewerOf(caller), workspaceId: caller.workspace.id, expires: String(Math.floor(until / 1_000)) }
  return (recordingId: string) => origin + printLink(key, { ...link, recordingId })
}

/** The part of a link after the origin. */
export function printLink(key: Buffer, link: MediaLink): string {
  const { workspaceId, recordingId, expires } = link
  const query = new URLSearchParams({ ...queryOf(link), expires, signature: signatureOf(key, link) })
  return `/media/${workspaceId}/${recordingId}?${query}`
}

/** False for a link that is not ours, was changed, or has expired. */
export function isGoodLink(key: Buffer, link: MediaLink, signature: string, now: Date): boolean {
  return isSameSecret(signature, signatureOf(key, link)) && Number(link.expires) * 1_000 > now.getTime()
}

function queryOf(viewer: Viewer): Record<string, string> {
  if ('outsideLinkId' in viewer) return { link_id: viewer.outsideLinkId }
  const { userId, keyId, sessionId } = viewer
  return { user_id: userId, ...(keyId === null ? { session_id: sessionId } : { key_id: keyId }) }
}

function signatureOf(key: Buffer, link: MediaLink): string {
  // No signed part contains a line break, so no two links have the same signed text.
  const text = [link.workspaceId, link.recordingId, ...signedParts(link), link.expires].join('\n')
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** No id of a person has a space, so no kind of viewer is taken for another. */
function signedParts(viewer: Viewer): string[] {
  if ('outsideLinkId' in viewer) return ['outside link', viewer.outsideLinkId]
  const { userId, keyId, sessionId } = viewer
  return keyId === null ? [userId, 'session', sessionId] : [userId, keyId]
}

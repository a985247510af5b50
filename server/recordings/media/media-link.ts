/**
 * Links to media that work without a key, for a while: what they lead to and until when is signed with a key that only
 * this purpose has. The row that they name is looked up each time, so that a deleted recording's link is dead.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/time.ts'

/** `expires`: seconds since 1970, as it stands in the link. */
export type MediaLink = { workspaceId: string; recordingId: string; expires: string; signature: string }

/** @param secretKey  SECRET_KEY, or one before it, whose links go on until their time is over */
export function linkKey(secretKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', 'minutebook media links', 32))
}

export type LinkTerms = {
  key: Buffer
  clock: Clock
  /** Where people reach the service; null: where this request reached it. */
  publicUrl: string | null
}

const defaultSeconds = 43_200

/** Makes links to the media of recordings that the caller sees. */
export function mediaLinks({ key, clock, publicUrl }: LinkTerms, request: FastifyRequest, seconds?: number | null) {
  const origin = publicUrl ?? `${request.protocol}://${request.host}`
  const expiresAt = new Date(clock().getTime() + (seconds ?? defaultSeconds) * 1_000)
  return (recordingId: string) => origin + signLink(key, request.caller.workspace.id, recordingId, expiresAt)
}

/** The part of a link after the origin. */
export function signLink(key: Buffer, workspaceId: string, recordingId: string, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1_000))
  const signature = signatureOf(key, { workspaceId, recordingId, expires })
  return `/media/${workspaceId}/${recordingId}?expires=${expires}&signature=${signature}`
}

/** False for a link that is not ours, was changed, or whose time is over. */
export function isGoodLink(key: Buffer, link: MediaLink, now: Date): boolean {
  const [wanted, given] = [signatureOf(key, link), link.signature].map((text) => Buffer.from(text))
  const genuine = wanted!.length === given!.length && timingSafeEqual(wanted!, given!)
  return genuine && Number(link.expires) * 1_000 > now.getTime()
}

function signatureOf(key: Buffer, { workspaceId, recordingId, expires }: Omit<MediaLink, 'signature'>): string {
  // None of the parts can contain a line break, so no two links sign the same text.
  return createHmac('sha256', key).update([workspaceId, recordingId, expires].join('\n')).digest('base64url')
}

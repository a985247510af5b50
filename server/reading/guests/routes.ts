/** Where people without an account open a link (decision 57). The token is in the body: no log has it, and no `Referer`. */
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import { printLink } from '../../meetings/recordings/media/media-link.ts'
import { keyOfAddress, requireTry } from '../../people/requests/count-tries.ts'
import { type HostOptions, workspaceOfHost } from '../../people/requests/host.ts'
import { neverStored } from '../../people/sessions/browser.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Api } from '../../platform/http/api.ts'
import { parseJson } from '../../platform/http/parse-json.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { type OpenedLink, openLink } from './open-link.ts'
import * as operations from './operations.ts'
import { Shared } from './schemas.ts'

/** Openings from an address. */
const openings = { max: 60, seconds: 60 }

/**
 * Routes without a key.
 * @param parts  `mediaKey` signs links to media
 */
export function guestRoutes(api: Api, parts: HostOptions & Pick<Context, 'db' | 'clock'> & { mediaKey: Buffer }): void {
  const { db, clock, mediaKey } = parts
  api.addHook('onRequest', neverStored)
  api.addHook('preValidation', async (request) => parseJson(request))

  api.post('/api/v1/guest', { config: { bodyRequired: true }, schema: operations.openLink }, async (request, reply) => {
    const now = clock()
    await requireTry(db, now, keyOfAddress('guest', request.ip), openings, 'Too many openings from this address')
    const workspaceId = (await workspaceOfHost(db, request, parts))?.id ?? null
    const { token, password = null } = request.body
    const opened = await openLink(db, now, request, { token, password, workspaceId })
    return print(reply, mediaKey, opened, now) as never
  })
}

const mediaSeconds = 14_400

/** A transcript is sent as the database wrote it, without parsing it. */
function print(reply: FastifyReply, mediaKey: Buffer, opened: OpenedLink, now: Date): string {
  const schema: Record<string, unknown> = { ...Shared }
  const shared = reply.compileSerializationSchema(schema)(present(mediaKey, opened, now))
  const transcript = opened.parts.includes('transcript') ? `,"transcript":${opened.transcript}` : ''
  reply.type('application/json; charset=utf-8').header('x-robots-tag', 'noindex')
  return `{"shared":${shared.slice(0, -1)}${transcript}}}`
}

function present(mediaKey: Buffer, opened: OpenedLink, now: Date): Static<typeof Shared> {
  const { link, parts, notes, items, hasMedia } = opened
  const expires = String(Math.floor(now.getTime() / 1_000) + mediaSeconds)
  const media = { workspaceId: link.workspace_id, outsideLinkId: link.id, expires }
  return {
    kind: link.recording_id === null ? 'note' : 'recording',
    title: opened.title,
    starts_at: utcOrNull(opened.starts_at),
    ends_at: utcOrNull(opened.ends_at),
    workspace: opened.workspace,
    shared_by: opened.shared_by,
    expires_at: utc(opened.expires_at),
    parts,
    ...(parts.includes('notes') && { notes }),
    ...(parts.includes('items') && { items }),
    ...(parts.includes('media') && {
      media_url: hasMedia ? printLink(mediaKey, { ...media, recordingId: link.recording_id! }) : null,
    }),
  }
}

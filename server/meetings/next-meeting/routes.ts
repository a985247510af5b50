/** The next meeting after one: what it would be, and making it. */
import { recordAction } from '../../people/caller/audit.ts'
import { requireTry } from '../../people/requests/count-tries.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { Api } from '../../platform/http/api.ts'
import { readMoment, utc } from '../../platform/time.ts'
import { isTimeZone } from '../recordings/recap-mail/next-digest.ts'
import { mailNext, type Sent } from './mail-next.ts'
import { makeNext, previewNext } from './make-next.ts'
import * as operations from './operations.ts'

type Deps = Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number; hasMail: boolean }

/** Mailings of one person in an hour. */
export const mailingLimit = { max: 20, seconds: 3_600 }

export function nextMeetingRoutes(api: Api, deps: Deps) {
  const { clock, hasMail } = deps
  const path = '/api/v1/note/:note_id/next'

  api.get(path, { config: { scope: 'read' }, schema: operations.getNext }, async ({ caller, params, query }) => {
    const zone = zoneIn(query.time_zone, 'query')
    const { found, carried, receivers, ...next } = await previewNext(deps, caller, params.note_id, { zone })
    return {
      next: {
        note_id: found?.note_id ?? null,
        title: next.title,
        start: utc(next.starts_at),
        end: utc(next.ends_at),
        is_all_day: found?.all_day ?? next.meeting.all_day,
        time_zone: next.zone,
        ...carried,
        ...receivers,
        mail: hasMail,
      },
    }
  })

  api.post(path, { config: { scope: 'write' }, schema: operations.makeNext }, async (request, reply) => {
    const { caller, params, body } = request
    const { workspace, user } = caller
    const { title = null, time_zone, send_invitation: sends, to = null, outsiders } = body
    const given = { start: momentIn(body.start, 'start'), end: momentIn(body.end, 'end') }
    const wanted = { ...given, title, zone: zoneIn(time_zone, 'body') }
    let sent: Sent = { sent: [], sent_outside: [] }
    const next = await makeNext(deps, caller, params.note_id, wanted, async (tx, made) => {
      if (sends) {
        if (!hasMail) throw new ApiError(422, 'E-mail is not set up here')
        await requireTry(tx, clock(), `invitation ${workspace.id} ${user.id}`, mailingLimit, tooMany)
        sent = await mailNext(tx, { jobs: deps.jobs, now: clock() }, caller, made, { to, outsiders: outsiders ?? [] })
      }
      if (!made.isNew && sent.sent.length + sent.sent_outside.length === 0) return
      const details = {
        note_id: params.note_id,
        next_note_id: made.noteId,
        made: made.isNew,
        user_ids: sent.sent.map(({ id }) => id),
        outsiders: sent.sent_outside.length,
      }
      await recordAction(tx, clock(), request, { action: 'note.next', status: made.isNew ? 201 : 200, details })
    })
    if (!next) throw new Error('It is made, or refused')
    reply.code(next.isNew ? 201 : 200)
    const times = { event_start: utc(next.starts_at), event_end: utc(next.ends_at) }
    return { note: { id: next.noteId, title: next.title, ...times }, ...sent }
  })
}

const tooMany = 'Too many calendar files sent by mail'

function zoneIn(zone: string | null | undefined, where: 'body' | 'query'): string | null {
  if (zone == null || isTimeZone(zone)) return zone ?? null
  throw invalid(`${where}.time_zone`, 'must be a time zone of the IANA database, such as Europe/Berlin')
}

/** @throws {ApiError} 400 for a moment that does not exist */
function momentIn(text: string | null | undefined, field: 'start' | 'end'): Date | null {
  if (text == null) return null
  const moment = readMoment(text)
  if (!moment) throw invalid(`body.${field}`, 'must be a moment that exists')
  return moment
}

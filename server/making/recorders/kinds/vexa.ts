/**
 * Calls that bots of Vexa attended, by `meeting.completed`. *Pure.*
 * @see https://github.com/Vexa-ai/vexa/tree/main/core/meetings/contracts/webhook.v1
 * @see https://github.com/Vexa-ai/vexa/tree/main/core/gateway/contracts/api.v1
 */
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../../platform/secrets.ts'
import { botFailed, hasWords, isoOf, languageIn, momentOf, objectsIn, plainOf, requireWords } from './bot-values.ts'
import { linkLike } from './call-links.ts'
import { isRecent, requireFound, textOf } from './read-values.ts'
import type { Access, Download, Recorded, RecorderKind, Takes } from './recorder-kind.ts'
import { type Spoken, toSegments } from './speech-segments.ts'

type VexaMeeting = {
  id?: unknown
  platform?: unknown
  native_meeting_id?: unknown
  constructed_meeting_url?: unknown
  start_time?: unknown
  completion_reason?: unknown
  failure_stage?: unknown
  data?: { name?: unknown; title?: unknown } | null
}
type Envelope = { event_type?: unknown; data?: { meeting?: VexaMeeting | null } | null }

export const vexa: RecorderKind = {
  answerAddressCheck: () => null,

  isSigned({ secret }, { headers, body }, now) {
    const [signature, stamp] = [String(headers['x-webhook-signature']), String(headers['x-webhook-timestamp'])]
    if (!isRecent(stamp, now)) return false
    const expected = createHmac('sha256', secret).update(`${stamp}.`).update(body).digest('hex')
    return isSameSecret(signature, `sha256=${expected}`)
  },

  answerSecretCheck: () => null,

  read(given, takes) {
    const { event_type, data } = given as Envelope
    const meeting = data?.meeting ?? {}
    if (event_type === 'bot.failed')
      return {
        recordings: [],
        problem: botFailed(meeting.completion_reason, meeting.failure_stage),
        endedBot: plainOf(meeting.id),
      }
    if (event_type !== 'meeting.completed') return { recordings: [], problem: null }
    const { id, platform, native_meeting_id } = meeting
    const path = pathOf(platform, native_meeting_id)
    if (path === null || !isId(id)) return { recordings: [], problem: unknownMeeting }
    const fetch = (access: Access | null) => fetchDetails(access!, `transcripts/${path}`, meeting, takes)
    return { recordings: [{ key: `meeting ${id}`, fetchDetails: fetch }], problem: null, endedBot: plainOf(id) }
  },
}

const unknownMeeting = 'Vexa announced a call under an id of an unknown form'

const isId = (id: unknown) => /^\d{1,20}$/.test(plainOf(id))

/**
 * Of a call. A room of Jitsi may have any signs but `/ ? #` and blanks (`Team'sRoom`, `a+b`); one of dots alone would name
 * another path.
 */
export function pathOf(platform: unknown, native: unknown): string | null {
  const [place, room] = [plainOf(platform), plainOf(native)]
  const isRoom = /^[^/?#\s\p{Cc}]{1,255}$/u.test(room) && /[\p{L}\p{N}]/u.test(room) && room.isWellFormed()
  return /^[a-z_]{1,32}$/.test(place) && isRoom ? `${place}/${encodeURIComponent(room)}` : null
}

type VexaAnswer = { id?: unknown; start_time?: unknown; segments?: unknown; recordings?: unknown }

/** The address names a room, so a later call in it may be what is found. */
async function findCall(access: Access, path: string, { id }: VexaMeeting): Promise<VexaAnswer> {
  const found = (await access.find(path)) as VexaAnswer | null
  return found && plainOf(found.id) === plainOf(id)
    ? found
    : ((await access.read(`transcripts/by-id/${id}`)) as VexaAnswer)
}

async function fetchDetails(access: Access, path: string, meeting: VexaMeeting, takes: Takes): Promise<Recorded> {
  const found = await findCall(access, path, meeting)
  const start = momentOf(found.start_time ?? meeting.start_time)
  const media = mediaIn(found.recordings, access)
  return {
    title: textOf(meeting.data?.name)?.trim() || textOf(meeting.data?.title)?.trim() || null,
    startedAt: isoOf(start),
    hostEmail: null,
    callLink: linkLike(plainOf(meeting.constructed_meeting_url)),
    transcript: takes === 'transcript' ? async () => readSegments(found.segments, start) : null,
    media: takes === 'transcript' ? media : requireFound(media),
  }
}

type VexaSegment = { start?: unknown; end?: unknown; speaker?: unknown; text?: unknown; language?: unknown }

/** Without drafts, and without messages of the call's chat. Times are seconds of the call, or since 1970. */
function readSegments(given: unknown, start: number) {
  const final = objectsIn(given).filter(({ completed, source }) => completed !== false && source !== 'chat')
  const momentAt = (value: unknown) => {
    const seconds = typeof value === 'number' ? value : Number.NaN
    return seconds >= 1_000_000_000 ? seconds * 1_000 : (Number.isNaN(start) ? 0 : start) + seconds * 1_000
  }
  const spoken = final.filter(({ text }) => hasWords(text)) as VexaSegment[]
  const told = spoken.map(({ speaker, text, start: from, end: to }): Spoken => {
    return { speaker, text, from: momentAt(from), to: momentAt(to) }
  })
  return {
    language_code: languageIn(spoken.map(({ language }) => language)),
    speech_segments: requireWords(toSegments(told, start)),
  }
}

/** The sound of the first recording that is complete, else its video. */
function mediaIn(given: unknown, { download }: Access): Download | null {
  const files = objectsIn(given)
    .filter(({ status }) => status === 'completed')
    .flatMap(({ id, media_files }) =>
      objectsIn(media_files).map((file) => ({ recording: id, id: file.id, type: file.type })),
    )
    .filter(({ recording, id }) => isId(recording) && isId(id))
  const best = files.find(({ type }) => type === 'audio') ?? files.find(({ type }) => type === 'video')
  return best ? download(`recordings/${best.recording}/media/${best.id}/raw?type=${best.type}`) : null
}

/**
 * Calls that bots of Attendee recorded, by `bot.state_change`. *Pure.*
 * @see https://docs.attendee.dev/guides/webhooks and https://docs.attendee.dev/api-reference
 */
import { isSameSecret } from '../../../platform/secrets.ts'
import { signCanonically } from './attendee-signature.ts'
import { botFailed, hasWords, isoOf, momentOf, objectsIn, plainOf, requireWords } from './bot-values.ts'
import { linkLike } from './call-links.ts'
import { parseObject, requireFound, textOf } from './read-values.ts'
import type { Access, Recorded, RecorderKind, Takes } from './recorder-kind.ts'
import { type Spoken, toSegments } from './speech-segments.ts'

type Change = { created_at?: unknown; new_state?: unknown; event_type?: unknown; event_sub_type?: unknown }
type Told = { trigger?: unknown; bot_id?: unknown; data?: Change | null }

export const attendee: RecorderKind = {
  answerAddressCheck: () => null,

  isSigned({ secret }, { headers, body }, now) {
    const signature = String(headers['x-webhook-signature'])
    // Nothing is parsed for a request without any: what is signed is what the JSON says.
    if (!/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false
    const expected = signCanonically(secret, body)
    return expected !== null && isSameSecret(signature, expected) && isYoung(body, now)
  },

  answerSecretCheck: () => null,

  read(given, takes) {
    const { trigger, bot_id, data } = given as Told
    const { new_state, event_type, event_sub_type } = data ?? {}
    if (trigger !== 'bot.state_change') return { recordings: [], problem: null }
    const bot = textOf(bot_id) ?? ''
    if (new_state === 'fatal_error')
      return { recordings: [], problem: botFailed(event_type, event_sub_type), endedBot: bot }
    if (event_type !== 'post_processing_completed') return { recordings: [], problem: null }
    if (!isBotId(bot)) return { recordings: [], problem: unknownBot }
    const fetch = (access: Access | null) => fetchDetails(access!, `api/v1/bots/${bot}`, takes)
    return { recordings: [{ key: `bot ${bot}`, fetchDetails: fetch }], problem: null, endedBot: bot }
  },
}

/** A repeated event is known for a week by its bot, so it must be refused before it is forgotten. */
const maxAgeMs = 6 * 86_400_000

/** The request itself has no time, but a change of state has one; without any it is old. */
function isYoung(body: Buffer, now: Date): boolean {
  const { data } = parseObject(body.toString('utf8')) as Told
  return now.getTime() - momentOf(data?.created_at) <= maxAgeMs
}

/** Only these characters may get into a path. */
export const isBotId = (id: string) => /^[\w-]{1,64}$/.test(id)

const unknownBot = 'Attendee announced a call under an id of an unknown form'

type AttendeeBot = { meeting_url?: unknown; events?: unknown; transcription_state?: unknown }
type Recording = { url?: unknown; start_timestamp_ms?: unknown }

async function fetchDetails(access: Access, own: string, takes: Takes): Promise<Recorded> {
  const bot = (await access.read(own)) as AttendeeBot
  const recording = (await access.find(`${own}/recording`)) as Recording | null
  const begun = recording?.start_timestamp_ms
  const joined = objectsIn(bot.events).find(({ type }) => type === 'joined_meeting')
  const start = typeof begun === 'number' ? begun : momentOf(joined?.created_at)
  // Its address is signed, so it must have no other credentials.
  const media = typeof recording?.url === 'string' ? { url: recording.url, auth: null } : null
  return {
    title: null,
    startedAt: isoOf(start),
    hostEmail: null,
    callLink: linkLike(plainOf(bot.meeting_url)),
    transcript: takes === 'transcript' ? () => readTranscript(access, own, bot, start) : null,
    media: takes === 'transcript' ? media : requireFound(media),
  }
}

async function readTranscript(access: Access, own: string, { transcription_state }: AttendeeBot, start: number) {
  const utterances = objectsIn(await access.read(`${own}/transcript`)).map((each) => ({
    ...each,
    text: ((each.transcription ?? {}) as { transcript?: unknown }).transcript,
  }))
  const spoken = utterances.filter(({ text }) => hasWords(text)).map(spokenIn)
  const segments = transcription_state === 'in_progress' ? [] : toSegments(spoken, start)
  return { language_code: '', speech_segments: requireWords(segments) }
}

function spokenIn(utterance: Record<string, unknown>): Spoken {
  const { speaker_name: speaker, text, timestamp_ms, duration_ms } = utterance
  const from = typeof timestamp_ms === 'number' ? timestamp_ms : Number.NaN
  return { speaker, text, from, to: from + (typeof duration_ms === 'number' ? duration_ms : 0) }
}

/** JSON of no program that is known: fields as most name them. Minutebook's own transcripts too. *Pure.* */
import { inSeconds } from '../../server/making/engines/transcribe/time-unit.ts'
import {
  emptyPart,
  type Fields,
  firstText,
  isObject,
  lineOf,
  objectsOf,
  type Part,
  readPeople,
  readWhen,
  type Said,
  secondsOf,
  textOf,
  toTranscript,
} from './part.ts'

const lists = ['speech_segments', 'segments', 'sentences', 'utterances', 'transcript', 'entries', 'data', 'monologues']

/** @returns null: it has neither words nor notes */
export function readPlainJson(given: Fields): Part | null {
  const inner = isObject(given.transcript) ? { ...given.transcript, ...without(given, 'transcript') } : given
  const list = lists.map((name) => objectsOf(inner[name])).find((each) => each.length > 0) ?? []
  const notes = firstText(given, 'notes', 'summary', 'markdown', 'notes_markdown', 'content')
  const transcript = readSegments(list, textOf(inner.language_code ?? inner.language))
  if (!transcript && !notes) return null
  return {
    ...emptyPart,
    title: firstText(given, 'title', 'name', 'meeting_title', 'topic', 'subject'),
    ...readWhen(given.started_at ?? given.start_time ?? given.start ?? given.date ?? given.created_at),
    people: readPeople(given.participants ?? given.attendees ?? given.people ?? given.invitees),
    transcript,
    notes,
  }
}

const without = (fields: Fields, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

export function readSegments(list: Fields[], language = ''): Part['transcript'] {
  const said = list.map(
    (each): Said => ({
      speaker: isObject(each.speaker) ? lineOf(each.speaker.name ?? each.speaker.display_name) : speakerOf(each),
      text: firstText(each, 'text', 'sentence', 'content', 'words'),
      start: secondsOf(each.start_time ?? each.startTime ?? each.start ?? each.timestamp ?? each.time),
      end: secondsOf(each.end_time ?? each.endTime ?? each.end),
    }),
  )
  // Without ends a long silence would look like slow speech.
  const isTimed = said.every(({ end }) => end !== null)
  // AssemblyAI's utterances are in milliseconds.
  return toTranscript(isTimed ? (inSeconds({ segments: said }, null).segments as Said[]) : said, language)
}

const speakerOf = (each: Fields) =>
  lineOf(each.speaker ?? each.speaker_name ?? each.speakerName ?? each.name ?? each.user_name)

/** A note of Granola, as its API and its exports have it. *Pure.* @see https://docs.granola.ai */
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
  secondsOf,
  toTranscript,
} from './part.ts'

/** @returns null: it is no note of Granola */
export function readGranola(note: Fields): Part | null {
  const markdown = firstText(note, 'summary_markdown', 'notes_markdown', 'summary_text', 'notes_plain')
  const isNote = markdown !== '' || 'calendar_event' in note || 'google_calendar_event' in note
  if (!isNote || 'sentences' in note) return null
  const event = [note.calendar_event, note.google_calendar_event].find(isObject) ?? {}
  const start = isObject(event.start) ? firstText(event.start, 'dateTime', 'date') : ''
  const people = isObject(note.people) ? note.people.attendees : undefined
  return {
    ...emptyPart,
    from: 'Granola',
    title: firstText(note, 'title') || firstText(event, 'event_title', 'summary'),
    ...readWhen(firstText(event, 'scheduled_start_time', 'start_time') || start || note.created_at),
    people: readPeople(note.attendees ?? event.invitees ?? event.attendees ?? people),
    transcript: readWords(objectsOf(note.transcript)),
    notes: markdown,
  }
}

/** Times are moments of the day; who speaks is the person's own microphone, or the others. */
function readWords(entries: Fields[]) {
  const at = (entry: Fields, ...names: string[]) => {
    const text = firstText(entry, ...names)
    const moment = Date.parse(text)
    return Number.isNaN(moment) || !text.includes('T') ? secondsOf(text) : moment / 1_000
  }
  const first = entries[0] ? at(entries[0], 'start_time', 'start_timestamp') : null
  const base = first !== null && first > 604_800 ? first : 0
  const since = (moment: number | null) => (moment === null ? null : Math.max(0, moment - base))
  return toTranscript(
    entries.map((entry) => ({
      speaker: speakerOf(entry),
      text: firstText(entry, 'text'),
      start: since(at(entry, 'start_time', 'start_timestamp')),
      end: since(at(entry, 'end_time', 'end_timestamp')),
    })),
  )
}

const sources: Record<string, string> = { microphone: 'Me', speaker: 'Them', system: 'Them' }

function speakerOf({ speaker, source }: Fields): string {
  const own = isObject(speaker) ? lineOf(speaker.name ?? speaker.diarization_label) : lineOf(speaker)
  const channel = isObject(speaker) ? lineOf(speaker.source) : lineOf(source)
  return own || sources[channel] || channel
}

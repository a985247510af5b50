/** A meeting and its transcript of tl;dv's API, in one object or apart. *Pure.* @see https://doc.tldv.io */
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

/** @returns null: it is nothing of tl;dv */
export function readTldv(given: Fields): Part | null {
  const meeting = isObject(given.meeting) ? given.meeting : given
  const transcript = isObject(given.transcript) ? given.transcript : given
  const entries = objectsOf(transcript.data)
  const isOurs = 'happenedAt' in meeting || ('meetingId' in transcript && entries.length > 0)
  if (!isOurs) return null
  const organizer = readPeople([meeting.organizer])
  const notes = isObject(given.notes)
    ? firstText(given.notes, 'markdownContent', 'markdown')
    : firstText(given, 'notes')
  return {
    ...emptyPart,
    from: 'tl;dv',
    title: firstText(meeting, 'name', 'title'),
    ...readWhen(meeting.happenedAt),
    people: [...organizer, ...readPeople(meeting.invitees)].filter(
      ({ email }, at, all) => !email || all.findIndex((other) => other.email === email) === at,
    ),
    transcript: toTranscript(
      entries.map((entry) => ({
        speaker: lineOf(entry.speaker),
        text: firstText(entry, 'text'),
        start: secondsOf(entry.startTime),
        end: secondsOf(entry.endTime),
      })),
    ),
    notes: notes || printTopics(objectsOf(given.highlights)),
  }
}

const printTopics = (highlights: Fields[]) => {
  const lines = highlights.flatMap(({ text }) => (lineOf(text) ? `- ${lineOf(text)}` : []))
  return lines.length === 0 ? '' : `## Highlights\n\n${lines.join('\n')}`
}

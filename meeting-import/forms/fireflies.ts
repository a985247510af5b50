/** A transcript of Fireflies: its API's form, and the list of sentences of its download. *Pure.* @see https://docs.fireflies.ai */
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

/** @returns null: it is no transcript of Fireflies */
export function readFireflies(given: Fields): Part | null {
  const inner = isObject(given.data) && isObject(given.data.transcript) ? given.data.transcript : given
  const sentences = objectsOf(inner.sentences)
  if (sentences.length === 0) return null
  return {
    ...emptyPart,
    from: 'Fireflies',
    title: firstText(inner, 'title'),
    ...readWhen(inner.date ?? inner.dateString),
    people: peopleOf(inner),
    transcript: readSentences(sentences),
    notes: isObject(inner.summary) ? printSummary(inner.summary) : '',
  }
}

function peopleOf(given: Fields) {
  const attendees = readPeople(given.meeting_attendees)
  return attendees.length > 0 ? attendees : readPeople(given.participants)
}

/** Also of its download, which has only these. */
export const readSentences = (sentences: Fields[]) =>
  toTranscript(
    sentences.map((each) => ({
      speaker: lineOf(each.speaker_name ?? each.speakerName ?? each.speaker),
      text: firstText(each, 'sentence', 'text', 'raw_text'),
      start: secondsOf(each.startTime ?? each.start_time),
      end: secondsOf(each.endTime ?? each.end_time),
    })),
  )

const sections: [field: string, title: string][] = [
  ['overview', 'Summary'],
  ['short_summary', 'Summary'],
  ['gist', 'Summary'],
  ['shorthand_bullet', 'Notes'],
  ['outline', 'Outline'],
  ['action_items', 'Action items'],
]

/** The first of several summaries. */
function printSummary(summary: Fields): string {
  const printed = new Map<string, string>()
  for (const [field, title] of sections) {
    const value = summary[field]
    const text = Array.isArray(value) ? value.map((each) => `- ${lineOf(each)}`).join('\n') : firstText(summary, field)
    if (text && !printed.has(title)) printed.set(title, `## ${title}\n\n${text}`)
  }
  return [...printed.values()].join('\n\n')
}

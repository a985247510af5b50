/** A meeting of Fathom's API, with its transcript and summary. *Pure.* @see https://developers.fathom.ai */
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

/** @returns null: it is no meeting of Fathom */
export function readFathom(meeting: Fields): Part | null {
  const summary = isObject(meeting.default_summary) ? firstText(meeting.default_summary, 'markdown_formatted') : ''
  const entries = objectsOf(meeting.transcript).filter(({ speaker }) => isObject(speaker) && 'display_name' in speaker)
  if (summary === '' && entries.length === 0) return null
  return {
    ...emptyPart,
    from: 'Fathom',
    title: firstText(meeting, 'title', 'meeting_title'),
    ...readWhen(meeting.recording_start_time ?? meeting.scheduled_start_time ?? meeting.created_at),
    people: readPeople(meeting.calendar_invitees),
    transcript: toTranscript(
      entries.map((entry) => ({
        speaker: lineOf((entry.speaker as Fields).display_name),
        text: firstText(entry, 'text'),
        start: secondsOf(entry.timestamp),
        end: null,
      })),
    ),
    notes: [summary, printItems(objectsOf(meeting.action_items))].filter(Boolean).join('\n\n'),
  }
}

function printItems(items: Fields[]): string {
  const lines = items.flatMap((item) => {
    const text = lineOf(item.description ?? item.text)
    const who = isObject(item.assignee) ? lineOf(item.assignee.name) : ''
    return text ? `- ${text}${who ? ` (${who})` : ''}` : []
  })
  return lines.length === 0 ? '' : `## Action items\n\n${lines.join('\n')}`
}

/** The table of an import: what each meeting will become. *Pure.* */
import type { ImportMeeting, ImportRow, Unreadable } from '../../../../meeting-import/meetings.ts'
import { nameOf, printPerson } from '../../../../meeting-import/person.ts'
import { oneLine } from '../../../platform/text.ts'

export function printTable(rows: ImportRow[]): string {
  const lines = rows.flatMap((row, at) => printRow(row, at + 1))
  return ['This will become:', '', ...lines].join('\n')
}

/** @param number  by which a person names the line */
export function printRow({ meeting, knownAs, joins }: ImportRow, number: number): string[] {
  const state = knownAs === null ? '' : '  (imported before)'
  const indent = ' '.repeat(6)
  return [
    `${String(number).padStart(4)}  ${printStart(meeting)}  ${safe(meeting.title)}${state}`,
    `${indent}${[printParts(meeting), printPeople(meeting)].filter(Boolean).join(' · ')}`,
    ...(joins ? [`${indent}joins ${safe(joins.title)} of the calendar, ${printLocal(joins.start)}`] : []),
    `${indent}from ${meeting.files.map(safe).join(', ')}${meeting.from ? ` (${meeting.from})` : ''}`,
    '',
  ]
}

export function printUnreadable(list: Unreadable[], title = 'Could not be read:'): string {
  return [title, ...list.map(({ path, reason }) => `  ${safe(path)}: ${safe(reason)}`), ''].join('\n')
}

/** Of a line while it is sent. */
export const printLabel = ({ meeting }: ImportRow, number: number, of: number) =>
  `${number} of ${of}  ${safe(meeting.title)}`

/** What a person is asked who changes a line, with what is there. */
export function printQuestions({ meeting, joins }: ImportRow) {
  const start = meeting.startedAt === null ? 'unknown' : printLocal(meeting.startedAt)
  return {
    title: `  title [${safe(meeting.title)}]: `,
    start: `  start [${start}]: `,
    people: `  people [${safe(meeting.people.map(printPerson).join(', '))}]: `,
    joins: joins && `  joins ${safe(joins.title)} [yes]: `,
  }
}

function printStart({ startedAt, hasTime }: ImportMeeting): string {
  if (startedAt === null) return 'no day known    '
  return hasTime ? printLocal(startedAt) : `${printLocal(startedAt).slice(0, 10)} no time`.padEnd(16)
}

/** In the zone of this machine. */
export function printLocal(moment: string): string {
  const at = new Date(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

function printParts({ transcript, notes, media }: ImportMeeting): string {
  const parts = [transcript && 'transcript', notes && 'notes', media && 'sound']
  return parts.filter(Boolean).join(', ')
}

const shown = 5

function printPeople({ speakers, people }: ImportMeeting): string {
  const names = people.map(nameOf)
  const some = names.slice(0, shown).map(safe).join(', ')
  const rest = names.length > shown ? ` and ${names.length - shown} more` : ''
  const heard = speakers.length === 0 ? '' : speakers.length === 1 ? '1 speaker' : `${speakers.length} speakers`
  return [heard, some && `${some}${rest}`].filter(Boolean).join(' · ')
}

/** What a file says could move the cursor of a terminal. */
const safe = (text: string) => oneLine(text).replace(/[\p{Cc}\p{Cf}]/gu, '')

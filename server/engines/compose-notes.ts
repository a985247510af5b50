/** Converts a writer's findings to stored notes (decision 16), also as Markdown. *Pure.* */
import { toStorable } from '../platform/text.ts'
import type { Meeting, WrittenItem, WrittenNotes } from './engines.ts'
import { printNotes } from './notes-markdown.ts'

/** A statement, and its second from the start. */
export type Point = { text: string; timestamp: number | null }

/** The result of a writer; a model may have invented parts of it. A summary is a text, or moments of the meeting. */
export type Findings = { summary: string | Point[]; topics: Point[]; decisions: Point[]; actionItems: WrittenItem[] }

/** In characters. Useful notes are not longer than this. */
const mostCharacters = { summary: 8_000, point: 500 }
const mostPoints = 100
/** The largest value of an integer column. */
const MOST_SECONDS = 2_147_483_647

/** The section whose items have assignees. */
export const actionItemsTitle = 'Action items'
/** The sections of all notes. */
export const sectionTitles = ['Summary', 'Topics', 'Decisions', actionItemsTitle, 'Open questions']

/** Keeps only possible facts: assignees among its people, times within it, texts that can be stored. */
export function composeNotes(findings: Findings, meeting: Meeting, generatedBy: string): WrittenNotes {
  const seconds = lastSecond(meeting)
  const emails = new Set(meeting.people.map(({ email }) => email))
  const point = ({ text, timestamp }: Point) => ({ text: tidy(text), timestamp: within(timestamp, seconds) })
  const text = typeof findings.summary === 'string' ? findings.summary : ''
  const summary = clip(toStorable(text).replaceAll(/\r\n?/g, '\n').trim(), mostCharacters.summary)
  const moments = typeof findings.summary === 'string' ? [] : notEmpty(findings.summary.map(point))
  const topics = notEmpty(findings.topics.map(point))
  const decisions = notEmpty(findings.decisions.map(point))
  const actionItems = notEmpty(
    findings.actionItems.map((item) => ({
      ...point(item),
      assignees: [...new Set(item.assignees)].filter((email) => emails.has(email)),
      dueDate: item.dueDate,
    })),
  )
  const sections: WrittenNotes['sections'] = [
    ...(summary === '' ? [] : [{ title: 'Summary', content: summary }]),
    ...(moments.length > 0 ? [{ title: 'Summary', items: moments }] : []),
    ...(topics.length > 0 ? [{ title: 'Topics', items: topics }] : []),
    ...(decisions.length > 0 ? [{ title: 'Decisions', items: decisions }] : []),
    ...(actionItems.length > 0
      ? [{ title: actionItemsTitle, items: actionItems.map(({ dueDate: _, ...item }) => item) }]
      : []),
  ]
  const names = new Map(meeting.people.map((person) => [person.email, printedName(person)]))
  const namesOf = ({ assignees }: WrittenItem) => assignees.map((email) => names.get(email)!)
  const printed = sections.map((section) =>
    section.title === actionItemsTitle
      ? { ...section, items: actionItems.map((item) => ({ ...item, names: namesOf(item) })) }
      : section,
  )
  const markdown = printNotes(printed, names.values())
  return { generatedBy, markdown, sections, actionItems }
}

/** The whole second in which the transcript ends. */
function lastSecond({ transcript }: Pick<Meeting, 'transcript'>): number {
  let last = 0
  for (const { start_time, end_time } of transcript.speech_segments) last = Math.max(last, start_time, end_time)
  return Math.min(Math.floor(last), MOST_SECONDS)
}

/** Cuts a text after this number of characters, never inside a character. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}

/** On one line. */
const tidy = (text: string) => clip(toStorable(text).replace(/\s+/g, ' ').trim(), mostCharacters.point)

/** A person as AI notes print them. */
export const printedName = ({ name, email }: Meeting['people'][number]) => tidy(name) || email

const notEmpty = <Found extends Point>(points: Found[]) => points.filter(({ text }) => text !== '').slice(0, mostPoints)

function within(timestamp: number | null, seconds: number): number | null {
  if (timestamp === null || !Number.isFinite(timestamp)) return null
  const whole = Math.floor(timestamp)
  return whole >= 0 && whole <= seconds ? whole : null
}

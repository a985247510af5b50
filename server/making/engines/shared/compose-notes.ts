/** Converts a writer's findings to stored notes (decision 16 on recording fields), also as Markdown. *Pure.* */
import type { FoundDecision } from '../../../meetings/decisions/keep-detected.ts'
import { actionItemsTitle, markedTitle } from '../../../meetings/recordings/library/section-titles.ts'
import type { ProvedSentence } from '../../../platform/postgres/column-types.ts'
import { oneLine, toStorable } from '../../../platform/text.ts'
import type { Meeting, WrittenItem, WrittenNotes } from './engines.ts'
import { type MarkedMoment, markedMoments, nameMoment } from './marked-moments.ts'
import { printNotes } from './notes-markdown.ts'

/** A statement. `timestamp` is in seconds from the start. `sentences` stand in its text, and have what proves them. */
export type Point = { text: string; timestamp: number | null; sentences?: ProvedSentence[] }

/** The result of a writer. The summary is one text, or a list of points. */
export type Findings = {
  summary: Point | Point[]
  topics: Point[]
  decisions: Point[]
  actionItems: (WrittenItem & Pick<Point, 'sentences'>)[]
  openQuestions?: Point[]
  /** Sections of the template. */
  sections?: { title: string; points: Point[] }[]
}

/** Useful notes are not longer than this. */
const maxCharacters = { summary: 8_000, topic: 2_000, point: 500 }
const maxPoints = 100
/** The largest value of an integer column. */
const maxSeconds = 2_147_483_647

const decisionsTitle = 'Decisions'

type Section = WrittenNotes['sections'][number]

/** Keeps only assignees of the meeting, times within it, and text that can be stored. */
export function composeNotes(findings: Findings, meeting: Meeting, generatedBy: string): WrittenNotes {
  const seconds = lastSecond(meeting)
  const emails = new Set(meeting.people.map(({ email }) => email))
  const section = (title: string, points: Point[], max = maxCharacters.point): Section[] => {
    const items = pointsWithin(points, seconds, max)
    return items.length > 0 ? [{ title, items }] : []
  }
  const { summary } = findings
  const found = pointsWithin(findings.actionItems, seconds, maxCharacters.point).map(({ assignees, ...item }) => ({
    ...item,
    assignees: [...new Set(assignees)].filter((email) => emails.has(email)),
  }))
  const actionItems = found.map(({ sentences: _, ...item }): WrittenItem => item)
  const sections: Section[] = [
    ...(Array.isArray(summary) ? section('Summary', summary) : sectionOfText('Summary', summary, seconds)),
    ...section('Topics', findings.topics, maxCharacters.topic),
    ...section(decisionsTitle, findings.decisions),
    ...(found.length > 0 ? [{ title: actionItemsTitle, items: found.map(({ dueDate: _, ...item }) => item) }] : []),
    ...section('Open questions', findings.openQuestions ?? []),
    ...section(markedTitle, markedMoments(meeting).map(pointOf), maxCharacters.topic),
    ...(findings.sections ?? []).flatMap(({ title, points }) => section(title, points)),
  ]
  const decisions = sections
    .filter(({ title }) => title === decisionsTitle)
    .flatMap((each) => decisionsOf(each, meeting))
  return {
    ...{ generatedBy, markdown: print(sections, actionItems, meeting), sections, actionItems },
    ...(decisions.length > 0 && { decisions }),
  }
}

/** What was decided, with the quotation that proves it. */
const decisionsOf = ({ items = [] }: Section, { transcript }: Meeting): FoundDecision[] =>
  items.flatMap(({ text, sentences: [proof] = [] }) => {
    const segment = proof && transcript.speech_segments[proof.segment]
    if (!segment || proof.quote === undefined) return []
    const line = { speaker: segment.speaker, start_time: proof.timestamp, text: segment.text }
    return [{ text, quote: { text: proof.quote, line } }]
  })

/** What was said is its quotation, because that goes with the transcript and no link shows it (decisions 29b, 57). */
function pointOf(moment: MarkedMoment): Point {
  const [text, timestamp] = [toStorable(nameMoment(moment)), Math.floor(moment.at)]
  if (!moment.said) return { text, timestamp }
  const { segment, quote } = moment.said
  return { text, timestamp, sentences: [{ text, segment, timestamp, quote: toStorable(quote) }] }
}

/** As Markdown, where action items also have names and due dates. */
function print(sections: Section[], actionItems: WrittenItem[], { people }: Meeting): string {
  const names = new Map(people.map((person) => [person.email, printedName(person)]))
  const named = actionItems.map((item) => ({ ...item, names: item.assignees.map((email) => names.get(email)!) }))
  const printed = sections.map((section) =>
    section.title === actionItemsTitle ? { ...section, items: named } : section,
  )
  return printNotes(printed, names.values())
}

function sectionOfText(title: string, text: Point, seconds: number): Section[] {
  return pointsWithin([text], seconds, maxCharacters.summary).map(({ text: content, sentences }) => ({
    title,
    content,
    ...(sentences && { sentences }),
  }))
}

function pointsWithin<Found extends Point>(points: Found[], seconds: number, max: number): Found[] {
  return points
    .map(({ sentences, ...point }) => {
      const text = tidy(point.text, max)
      // Of a text that is too long the last ones are cut off.
      const left = sentences?.filter((sentence) => text.includes(sentence.text))
      return { ...point, text, timestamp: within(point.timestamp, seconds), ...(left && { sentences: left }) } as Found
    })
    .filter(({ text }) => text !== '')
    .slice(0, maxPoints)
}

/** The whole second in which the transcript ends. */
export function lastSecond({ transcript }: Pick<Meeting, 'transcript'>): number {
  let last = 0
  for (const { start_time, end_time } of transcript.speech_segments) last = Math.max(last, start_time, end_time)
  return Math.min(Math.floor(last), maxSeconds)
}

/** Cuts a text to this number of characters, never inside a character. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text
  return `${text
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}

/** Puts a text on one line. */
const tidy = (text: string, max: number) => clip(oneLine(toStorable(text)), max)

/** The name that AI notes print for a person. */
export const printedName = ({ name, email }: Meeting['people'][number]) => tidy(name, maxCharacters.point) || email

function within(timestamp: number | null, seconds: number): number | null {
  if (timestamp === null || !Number.isFinite(timestamp)) return null
  const whole = Math.floor(timestamp)
  return whole >= 0 && whole <= seconds ? whole : null
}

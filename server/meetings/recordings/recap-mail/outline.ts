/** A recap in short: its summary, decisions and action items, for mails and chats (decision 59). *Pure.* */

import type { MailWords } from '../../../people/mail/words.ts'
import type { StoredAiNotes } from '../../../platform/postgres/column-types.ts'
import { cutShort, oneLine } from '../../../platform/text.ts'
import { actionItemsTitle } from '../library/section-titles.ts'
import { plainWords } from './plain-words.ts'

/** `replaced` are the words of those that it replaced, '' where they are not told. */
export type Decided = { text: string; seconds: number | null; detected: boolean; stands: boolean; replaced: string[] }

export type OutlinePoint = { text: string; seconds: number | null; names: string[] }

/** `points` are the first ones of `count`. */
export type OutlineSection = { title: string; text: string; points: OutlinePoint[]; count: number }

export type Outline = { title: string; at: Date | null; url: string; sections: OutlineSection[] }

const decisionsTitle = 'Decisions'
const shown = ['Summary', decisionsTitle, actionItemsTitle]
const most = { title: 150, text: 1_500, point: 300, points: 10 }

/** @param nameOf  the name of an assignee, by id; undefined for a person who is no more */
export function outlineOf(
  recap: {
    title: string
    at: Date | null
    url: string
    sections: StoredAiNotes['sections']
    decided: Decided[]
    words: MailWords
  },
  nameOf: (userId: string) => string | undefined,
): Outline {
  const { title, at, url, sections: all, decided, words } = recap
  const usual = all.filter((section) => shown.includes(section.title))
  // The notes of a template or of a person may have none of these.
  const sections = withDecided(usual.length > 0 ? usual : all.slice(0, 1), decided, words)
  return {
    title: cutShort(oneLine(title), most.title) || 'Untitled',
    at,
    url,
    sections: sections.map(({ title: heading, content = '', items = [] }) => ({
      title: cutShort(oneLine(heading), most.title),
      text: cutShort(plainWords(content).trim(), most.text),
      points: items
        .slice(0, most.points)
        .map(({ text, timestamp, assignees = [] }) => ({
          text: cutShort(oneLine(plainWords(text)), most.point),
          seconds: timestamp,
          names: assignees.flatMap((id) => nameOf(id) ?? []),
        })),
      count: items.length,
    })),
  }
}

/**
 * With the decisions that stand. If decisions of the notes were found one by one, they are among these, unless they stand no
 * more; else what the notes say stays.
 */
function withDecided(
  sections: StoredAiNotes['sections'],
  decided: Decided[],
  { recap: words }: MailWords,
): StoredAiNotes['sections'] {
  if (decided.length === 0) return sections
  const noted = sections.find(({ title }) => title === decisionsTitle)
  const isFound = decided.some(({ detected }) => detected)
  const said = decided
    .filter(({ stands }) => stands)
    .map(({ text, seconds, replaced }) => {
      const older = [...new Set(replaced.map((text) => (text ? `“${text}”` : words.anEarlier)))].join(', ')
      return { text: older ? `${text} (${words.replaces(older)})` : text, timestamp: seconds }
    })
  const items = [...((!isFound && noted?.items) || []), ...said]
  const section = { ...(!isFound && noted), title: decisionsTitle, items }
  const others = sections.filter((each) => each !== noted)
  if (items.length === 0) return others
  const at = others.findIndex(({ title }) => title === actionItemsTitle)
  return others.toSpliced(at < 0 ? others.length : at, 0, section)
}

/** What a sender may leave out. */
export type OutlinePart = 'summary' | 'decisions' | 'items'

export const withoutParts = <Some extends Outline>(outline: Some, parts: OutlinePart[]): Some => ({
  ...outline,
  sections: outline.sections.filter(({ title }) => !parts.includes(partOf(title))),
})

/** A section that stands for a summary is one. */
function partOf(title: string): OutlinePart {
  if (title === decisionsTitle) return 'decisions'
  return title === actionItemsTitle ? 'items' : 'summary'
}

/** For who has no account, whom no page would open for. */
export const withoutLinks = <Some extends Outline>(outline: Some): Some => ({
  ...outline,
  url: '',
  sections: outline.sections.map((section) => ({
    ...section,
    points: section.points.map((point) => ({ ...point, seconds: null })),
  })),
})

/** The moment in the recap. */
export const momentUrl = (url: string, seconds: number) => `${url}?t=${Math.floor(seconds)}`

/** `1:02:03`, or `2:03` */
export function clockOf(seconds: number): string {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

/** How many points the recap has beside those of the outline. */
export const leftOut = ({ count, points }: OutlineSection) => Math.max(0, count - points.length)

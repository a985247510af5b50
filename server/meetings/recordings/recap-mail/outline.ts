/** A recap in short: its summary, decisions and action items, for mails and chats (decision 59). *Pure.* */

import type { StoredAiNotes } from '../../../platform/postgres/column-types.ts'
import { cutShort, oneLine } from '../../../platform/text.ts'
import { actionItemsTitle } from '../library/section-titles.ts'
import { plainWords } from './plain-words.ts'

export type OutlinePoint = { text: string; seconds: number | null; names: string[] }

/** `points` are the first ones of `count`. */
export type OutlineSection = { title: string; text: string; points: OutlinePoint[]; count: number }

export type Outline = { title: string; at: Date | null; url: string; sections: OutlineSection[] }

const shown = ['Summary', 'Decisions', actionItemsTitle]
const most = { title: 150, text: 1_500, point: 300, points: 10 }

/** @param nameOf  the name of an assignee, by id; undefined for a person who is no more */
export function outlineOf(
  recap: { title: string; at: Date | null; url: string; sections: StoredAiNotes['sections'] },
  nameOf: (userId: string) => string | undefined,
): Outline {
  const { title, at, url, sections: all } = recap
  const usual = all.filter((section) => shown.includes(section.title))
  // The notes of a template or of a person may have none of these.
  const sections = usual.length > 0 ? usual : all.slice(0, 1)
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

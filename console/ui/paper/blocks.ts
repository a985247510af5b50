/** The parts of notes, recaps and what a link shows, as those of a document. */
import { type Segment, turnsOf } from '../../pages/recap/turns.ts'
import { words } from '../../words/words.ts'
import { clockTime, dueDay, hour, longDay } from '../format.ts'
import type { Block, Part, Point } from './paper.ts'
import { linesOf } from './prose.ts'
import { titleOfSection } from './section-title.ts'
import { textParts } from './tables.ts'

type NotedPoint = { text: string; timestamp: number | null; assignees?: { full_name: string }[] }
type Notes = { markdown: string; sections: { title: string; content?: string; items?: NotedPoint[] }[] }
/** `due` is a day. */
type Item = { text: string; at: number | null; people: string[]; due: string | null; isDone: boolean }

export const dayOf = (at: string, isAllDay = false) => (isAllDay ? longDay(at) : `${longDay(at)} · ${hour(at)}`)

export const withoutEmpty = (parts: Part[]) => parts.filter(({ blocks }) => blocks.length > 0)

/** Notes with sections say in them what their Markdown says. */
export function blocksOfNotes({ markdown, sections }: Notes): Block[] {
  return [...blocksOfProse(markdown), ...sections.flatMap(blocksOfSection)]
}

function blocksOfProse(markdown: string): Block[] {
  return textParts(markdown).flatMap((part): Block[] => {
    if (part.kind === 'table') return [part]
    return linesOf(part.text).map(({ kind, depth, text }) => {
      if (kind === 'heading') return { kind, text }
      return { kind: kind === 'bullet' ? 'point' : 'text', text, depth }
    })
  })
}

function blocksOfSection({ title, content, items = [] }: Notes['sections'][number]): Block[] {
  return [
    { kind: 'heading', text: titleOfSection(title) },
    ...textParts(content ?? ''),
    ...items.map(({ text, timestamp, assignees = [] }): Block => {
      const facts = assignees.map(({ full_name }) => full_name).join(', ')
      return { kind: 'point', text, at: timeOf(timestamp), facts }
    }),
  ]
}

export function blockOfItem({ text, at, people, due, isDone }: Item): Point {
  const facts = [isDone && words.guest.done, people.join(', '), due && words.recap.due(dueDay(due))]
  return { kind: 'point', text, at: timeOf(at), facts: facts.filter(Boolean).join(' · ') }
}

export function partOfTranscript(segments: Segment[]): Part {
  const turns = turnsOf(segments)
  const blocks = turns.map(
    ({ speaker, start, segments: own }, index): Block => ({
      kind: 'said',
      by: turns[index - 1]?.speaker === speaker ? '' : speaker || words.recap.unnamedSpeaker,
      at: clockTime(start),
      text: own.map(({ text }) => text).join(' '),
    }),
  )
  return { title: words.recap.transcript, blocks, isApart: true }
}

export const timeOf = (at: number | null) => (at === null ? undefined : clockTime(at))

/** What a link shows, as a document. */
import type { Shared } from '../../api/guest.ts'
import { clockTime, dueDay, hour, longDay } from '../../ui/format.ts'
import type { Block, Paper } from '../../ui/paper/paper.ts'
import { titleOfSection } from '../../ui/paper/section-title.ts'
import { words } from '../../words/words.ts'
import { turnsOf } from '../recap/turns.ts'
import { linesOf } from './prose.ts'

export function paperOf({ title, starts_at, kind, notes, items = [], transcript, ...shared }: Shared): Paper {
  const day = starts_at && `${longDay(starts_at)} · ${hour(starts_at)}`
  const parts = [
    { title: kind === 'note' ? words.guest.agenda : words.recap.notes, blocks: notes ? blocksOfNotes(notes) : [] },
    { title: words.recap.items, blocks: items.map(blockOfItem) },
    { title: words.recap.transcript, blocks: transcript ? blocksOfTranscript(transcript.speech_segments) : [] },
  ]
  return {
    title,
    facts: [...(day ? [day] : []), words.guest.from(shared.shared_by, shared.workspace)],
    parts: parts.filter(({ blocks }) => blocks.length > 0),
  }
}

const timeOf = (at: number | null) => (at === null ? undefined : clockTime(at))

function blocksOfNotes({ markdown, sections }: NonNullable<Shared['notes']>): Block[] {
  const prose = linesOf(markdown).map(({ kind, depth, text }): Block => {
    if (kind === 'heading') return { kind, text }
    return { kind: kind === 'bullet' ? 'point' : 'text', text, depth }
  })
  return [
    ...prose,
    ...sections.flatMap(({ title, content, items = [] }): Block[] => [
      { kind: 'heading', text: titleOfSection(title) },
      ...(content ? [{ kind: 'text', text: content } as const] : []),
      ...items.map(({ text, timestamp }) => ({ kind: 'point', text, at: timeOf(timestamp) }) as const),
    ]),
  ]
}

function blockOfItem({ text, timestamp, assignees, due_date, done }: NonNullable<Shared['items']>[number]): Block {
  const due = due_date && words.recap.due(dueDay(due_date))
  const facts = [done && words.guest.done, assignees.join(', '), due].filter(Boolean).join(' · ')
  return { kind: 'point', text, at: timeOf(timestamp), facts }
}

export const blocksOfTranscript = (segments: Parameters<typeof turnsOf>[0]): Block[] =>
  turnsOf(segments).map(({ speaker, start, segments: own }) => ({
    kind: 'said',
    by: speaker,
    at: clockTime(start),
    text: own.map(({ text }) => text).join(' '),
  }))

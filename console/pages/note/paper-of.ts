/** A note as a document. */
import type { Note } from '@minutebook/client'
import type { NoteText } from '../../api/write-note.ts'
import { timeOf } from '../../ui/by-time.ts'
import { blockOfItem, dayOf, withoutEmpty } from '../../ui/paper/blocks.ts'
import type { Block, Paper } from '../../ui/paper/paper.ts'
import { words } from '../../words/words.ts'
import { type Line, readAgenda } from './editor/markup.ts'

/** @param text  what the page shows, saved or not */
export function paperOf(note: Note, text: NoteText, nameOf: (userId: string) => string): Paper {
  const { lines } = readAgenda(text.markup)
  return {
    title: text.title,
    facts: [dayOf(timeOf(note), note.event_is_all_day)],
    parts: withoutEmpty([{ title: words.note.agenda, blocks: lines.map((line) => blockOf(line, nameOf)) }]),
  }
}

function blockOf(line: Line, nameOf: (userId: string) => string): Block {
  const { kind, text, depth } = line
  if (kind === 'heading') return { kind, text }
  if (kind === 'paragraph' || kind === 'unknown') return { kind: 'text', text, depth }
  if (kind === 'decision') {
    const facts = line.status === 'withdrawn' ? words.note.withdrawn : ''
    return { kind: 'point', text: words.note.decided(text), depth, facts }
  }
  if (kind !== 'action_item') return { kind: 'point', text, depth }
  const { assignees, due, status } = line
  return { ...blockOfItem({ text, at: null, people: assignees.map(nameOf), due, isDone: status === 'Done' }), depth }
}

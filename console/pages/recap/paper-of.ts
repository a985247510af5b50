/** A recap as a document. */
import type { ActionItem } from '@minutebook/client'
import type { Recap } from '../../api/correct-recording.ts'
import { type Decision, isFound } from '../../api/decisions.ts'
import { blockOfItem, blocksOfNotes, dayOf, partOfTranscript, timeOf, withoutEmpty } from '../../ui/paper/blocks.ts'
import type { Block, Paper } from '../../ui/paper/paper.ts'
import { words } from '../../words/words.ts'
import { shownSections } from './shown-sections.ts'

/** @param items  as the page shows them, and `decisions` */
export function paperOf(recap: Recap, items: ActionItem[], decisions: Decision[]): Paper {
  const { title, ai_notes: notes, transcript } = recap
  return {
    title,
    facts: [dayOf(startOf(recap))],
    parts: withoutEmpty([
      { title: words.recap.notes, blocks: notes ? blocksOf(notes, items.length > 0, isFound(decisions)) : [] },
      { title: words.decisions.title, blocks: decisions.map(blockOfDecision) },
      { title: words.recap.items, blocks: items.map(blockOf) },
      partOfTranscript(transcript?.speech_segments ?? []),
    ]),
  }
}

export const startOf = ({ started_at, event_start, created_at }: Recap) => started_at ?? event_start ?? created_at

function blocksOf(notes: NonNullable<Recap['ai_notes']>, hasItems: boolean, hasDecisions: boolean) {
  const markdown = notes.sections.length === 0 ? notes.markdown : ''
  return blocksOfNotes({ markdown, sections: shownSections(notes, { hasItems, hasDecisions, hasMarks: false }) })
}

function blockOfDecision({ text, start_time, speaker, status }: Decision): Block {
  const facts = [status !== 'stands' && words.decisions.status[status], speaker].filter(Boolean).join(' · ')
  return { kind: 'point', text, at: timeOf(start_time), facts }
}

function blockOf({ text, recording_offset: at, assignees, due_date: due, status }: ActionItem) {
  return blockOfItem({ text, at, people: assignees.map(({ full_name }) => full_name), due, isDone: status === 'Done' })
}

/** What a link shows, as a document. */
import type { Shared } from '../../api/guest.ts'
import { blockOfItem, blocksOfNotes, dayOf, partOfTranscript, withoutEmpty } from '../../ui/paper/blocks.ts'
import type { Paper } from '../../ui/paper/paper.ts'
import { words } from '../../words/words.ts'

export function paperOf({ title, starts_at, kind, notes, items = [], transcript, ...shared }: Shared): Paper {
  return {
    title,
    facts: [...(starts_at ? [dayOf(starts_at)] : []), words.guest.from(shared.shared_by, shared.workspace)],
    parts: withoutEmpty([
      { title: kind === 'note' ? words.note.agenda : words.recap.notes, blocks: notes ? blocksOfNotes(notes) : [] },
      { title: words.recap.items, blocks: items.map(blockOf) },
      partOfTranscript(transcript?.speech_segments ?? []),
    ]),
  }
}

const blockOf = ({
  text,
  timestamp: at,
  assignees: people,
  due_date: due,
  done,
}: NonNullable<Shared['items']>[number]) => blockOfItem({ text, at, people, due, isDone: done === true })

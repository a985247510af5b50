/** What the parts of a link are called. */
import type { OutsidePart } from '../../api/outside-links.ts'
import type { Thing } from '../../api/sharing.ts'
import { words } from '../../words/words.ts'

export const nameOfPart = (part: OutsidePart, { kind }: Thing): string =>
  ({
    notes: kind === 'note' ? words.note.agenda : words.recap.notes,
    items: words.recap.items,
    transcript: words.recap.transcript,
    media: words.outside.media,
  })[part]

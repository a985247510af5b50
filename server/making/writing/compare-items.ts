/** Which action items are kept, added and deleted when AI notes are rewritten (decision 46 on corrections). *Pure.* */

import type { StoredAiNotes } from '../../platform/postgres/column-types.ts'
import type { WrittenItem } from '../engines/shared/engines.ts'
import { keyOfWords } from '../engines/shared/same-words.ts'

/** An item of the note. `untouched`: created from AI notes, and not changed by people since. */
export type KnownItem = { id: string; text: string; recording_offset: number | null; untouched: boolean }

/**
 * An item with the same words stays as it is, no matter who created it. Of the others, only untouched items of this recording
 * are removed: those that the earlier notes have with the same words and second.
 * @returns the found items that are new, and the ids of those to be removed
 */
export function compareItems(
  known: KnownItem[],
  before: StoredAiNotes | null,
  found: WrittenItem[],
): { created: WrittenItem[]; removed: string[] } {
  const byWords = new Map<string, KnownItem[]>()
  for (const item of known) byWords.set(keyOfWords(item.text), [...(byWords.get(keyOfWords(item.text)) ?? []), item])
  const kept = new Set<string>()
  const created = found.filter(({ text }) => {
    const same = byWords.get(keyOfWords(text))?.shift()
    if (same) kept.add(same.id)
    return same === undefined
  })
  const points = before?.sections.flatMap(({ items = [] }) => items.map(keyOf)) ?? []
  const ofRecording = new Set(points)
  const removed = known
    .filter((item) => item.untouched && !kept.has(item.id))
    .filter(({ text, recording_offset }) => ofRecording.has(keyOf({ text, timestamp: recording_offset })))
  return { created, removed: removed.map(({ id }) => id) }
}

const keyOf = ({ text, timestamp }: { text: string; timestamp: number | null }) => JSON.stringify([text, timestamp])

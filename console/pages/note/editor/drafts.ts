/** Text of notes that could not be saved, by person and note, as long as the tab lives. It is kept nowhere else. */
import type { Text, Version } from './saver.ts'

type Draft = { base: Version; text: Text }

const kept = new Map<string, Draft>()

export const drafts = {
  keep: (key: string, draft: Draft) => void kept.set(key, draft),
  /** @returns it once */
  take: (key: string): Draft | undefined => {
    const draft = kept.get(key)
    kept.delete(key)
    return draft
  },
}

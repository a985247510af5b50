/** Unsaved text of notes, by person and note; only in this tab's memory. */
import type { Text, Version } from './saver.ts'

type Draft = { base: Version; text: Text }

const kept = new Map<string, Draft>()

export const drafts = {
  keep: (key: string, draft: Draft) => void kept.set(key, draft),
  find: (key: string): Draft | undefined => kept.get(key),
  forget: (key: string) => void kept.delete(key),
}

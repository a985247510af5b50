/** Unsaved text of notes, by person and note, for the same person's next page. */
import { forgetLeft, leaveText, textLeft } from '../../../api/person.ts'
import type { Text, Version } from './saver.ts'

type Draft = { base: Version; text: Text }

const nameOf = (key: string) => `draft ${key}`

export const drafts = {
  keep: (key: string, draft: Draft) => leaveText(nameOf(key), JSON.stringify(draft)),
  find(key: string): Draft | undefined {
    const text = textLeft(nameOf(key))
    return text === undefined ? undefined : JSON.parse(text)
  },
  forget: (key: string) => forgetLeft(nameOf(key)),
}

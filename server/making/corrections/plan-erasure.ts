/** Plans how to remove an erased person from a recording's transcript, AI notes and history (decision 50). *Pure.* */
import { isDeepStrictEqual } from 'node:util'
import { nameEraser } from '../../people/privacy/name-eraser.ts'
import type {
  AiNoteChange,
  ErasedNames,
  StoredAiNotes,
  StoredTranscript,
  StoredWords,
} from '../../platform/postgres/column-types.ts'

/** As stored; transcript and words are JSON. */
export type Erasable = {
  title: string
  transcript: string | null
  words: string | null
  ai_notes: StoredAiNotes | null
  history: { id: string; change: AiNoteChange }[]
}

/** Only what changes; other fields are absent. */
export type ErasurePlan = Partial<Omit<Erasable, 'history' | 'ai_notes'>> & {
  ai_notes?: StoredAiNotes
  history: Erasable['history']
}

/** @param tookPart  whether the person took part */
export function planErasure(from: Erasable, userId: string, names: ErasedNames, tookPart: boolean): ErasurePlan {
  const eraser = nameEraser(userId, names, tookPart)
  const plan: ErasurePlan = { history: [] }
  const title = eraser.line(from.title)
  if (title !== from.title) plan.title = title
  if (from.transcript !== null) eraseTranscript(plan, from, eraser.text)
  const notes = from.ai_notes && eraser.value(from.ai_notes)
  if (notes && !isDeepStrictEqual(notes, from.ai_notes)) plan.ai_notes = notes
  for (const { id, change } of from.history) {
    const after = eraser.value(change)
    if (!isDeepStrictEqual(after, change)) plan.history.push({ id, change: after })
  }
  return plan
}

/** A segment whose text changes loses the times of its words, which spell the name. */
function eraseTranscript(plan: ErasurePlan, from: Erasable, erase: (text: string) => string): void {
  const stored: StoredTranscript = JSON.parse(from.transcript!)
  const words: StoredWords | null = from.words === null ? null : JSON.parse(from.words)
  let changes = 0
  const speech_segments = stored.speech_segments.map((segment, index) => {
    const heard = segment.heard !== undefined && { heard: erase(segment.heard) }
    const after = { ...segment, speaker: erase(segment.speaker), text: erase(segment.text), ...heard }
    if ((after.text !== segment.text || after.heard !== segment.heard) && words) words[index] = null
    if (!isDeepStrictEqual(after, segment)) changes++
    return after
  })
  if (changes === 0) return
  const recognised = stored.recognised?.map((each) => ({ ...each, speaker: erase(each.speaker) }))
  plan.transcript = JSON.stringify({ ...stored, speech_segments, ...(recognised && { recognised }) })
  if (words) plan.words = words.some((each) => each !== null) ? JSON.stringify(words) : null
}

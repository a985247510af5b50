/** Ids from `search`, for `fetch`: `note:n_1`, `recording:r_1`, `recording:r_1@61`, `item:ai_1`, `decision:dec_1`. *Pure.* */
import { invalid } from '../../../platform/errors.ts'

/** `seconds` is a moment of the recording, from its start. */
export type DocumentId =
  | { kind: 'note'; id: string }
  | { kind: 'recording'; id: string; seconds: number | null }
  | { kind: 'item'; id: string }
  | { kind: 'decision'; id: string }

export function printDocumentId(document: DocumentId): string {
  const moment = document.kind === 'recording' && document.seconds !== null ? `@${document.seconds}` : ''
  return `${document.kind}:${document.id}${moment}`
}

/** @throws {ApiError} 400 for a text of another form */
export function parseDocumentId(text: string, location: string): DocumentId {
  const found = /^(note|item|decision|recording):([\w-]{1,64})(?:@(\d{1,6}))?$/.exec(text)
  const [, kind, id = '', seconds] = found ?? []
  if (kind === 'recording') return { kind, id, seconds: seconds === undefined ? null : Number(seconds) }
  if ((kind === 'note' || kind === 'item' || kind === 'decision') && seconds === undefined) return { kind, id }
  throw invalid(
    location,
    'must be an id that search gave: note:n_1, recording:r_1, recording:r_1@61, item:ai_1 or decision:dec_1',
  )
}

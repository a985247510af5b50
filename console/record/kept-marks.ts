/** Marks of a recording under way, as they are kept with it. *Pure.* */

/** `at` is in seconds of the recording. */
export type KeptMark = { at: number; text: string | null; isSent: boolean }

/** Two marks have two moments: the service takes those of one millisecond for one. */
export function withMark(marks: readonly KeptMark[], at: number, text: string | null): KeptMark[] {
  const last = marks.at(-1)?.at ?? -1
  return [...marks, { at: at > last ? at : Math.round((last + 0.001) * 1_000) / 1_000, text, isSent: false }]
}

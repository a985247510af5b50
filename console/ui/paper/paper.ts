/** A note or a recap as a document of its own: what a Word file holds. *Pure.* */
export type Paper = {
  title: string
  /** Lines below the title. */
  facts: string[]
  parts: { title: string; blocks: Block[] }[]
}

/** `at` is a time in the recording; `by` who said it. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; depth?: number }
  | { kind: 'point'; text: string; depth?: number; at?: string | undefined; facts?: string }
  | { kind: 'said'; text: string; by: string; at: string }

/** A name that every system takes for a file. */
export const fileNameOf = (title: string, extension: string) =>
  `${
    title
      .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, 120) || 'Minutebook'
  }.${extension}`

/** A note or a recap as a document of its own: what the printer and a Word file get. *Pure.* */
export type Paper = {
  title: string
  /** Lines below the title. */
  facts: string[]
  parts: Part[]
}

/** `isApart`: it begins a page, so that one can print the pages before it alone. */
export type Part = { title: string; blocks: Block[]; isApart?: boolean }

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string; depth?: number }
  /** The first row is its head. */
  | { kind: 'table'; rows: string[][] }
  | Point
  /** `by` is '' if it is who spoke before. */
  | { kind: 'said'; text: string; by: string; at: string }
/** `at` is a time in the recording. */
export type Point = { kind: 'point'; text: string; depth?: number; at?: string | undefined; facts?: string }

/** What stands behind the words of a point. */
export const remarkOf = ({ facts, at }: Point) => [facts, at].filter(Boolean).join(' · ')

/** A name that every system takes for a file. */
export const fileNameOf = (title: string, extension: string) =>
  `${[...title.replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ').trim()].slice(0, 120).join('') || 'Minutebook'}.${extension}`

/**
 * An agenda: the structured blocks that a note is made of, and the markup they are read and written in.
 *
 * Native markup is Markdown plus the generic directive syntax (`::name[label]{#id key=value}`) for what Markdown
 * lacks; remark-directive and its like read it as we do. One block a line, two spaces of indent per level of nesting:
 *
 *     ::agenda{version=1}
 *
 *     # Goals
 *     Plain paragraph text.
 *     - A bullet
 *       - a nested bullet
 *     ::talking-point[Pricing]{#tp_1}
 *       ::action-item[Send the deck]{#ai_1 assignees="u_ada u_bo" due=2026-01-09 status=Done completion=all}
 *
 * - The first line is the marker by which the markup identifies itself, so that prose is never taken for it.
 * - A block without an id is a new one. An attribute that is absent has its default: no assignees, no due date,
 *   `Incomplete`, `any`.
 * - A text is inline Markdown and kept character by character; `**bold**` and `\*` are the reader's business.
 *   Only two things in it are ours, both taken from Markdown: a backslash at the end of a line goes on with the
 *   same text on the next line, and a decimal character reference (`&#32;`) is the character it names. The printer
 *   uses references for what would not survive in the open: a space at the edge, a single bracket in a label, a start
 *   that looks like a block, a character nobody sees. See agenda-text.ts.
 * - `::paragraph[text]` is the long form of a paragraph, needed for one without text.
 *
 * agenda-print.ts writes native markup, agenda-parse.ts reads it, prose.ts writes the read-only rendering. *Pure.*
 * @see spec 2.2 (`content_native_markdown`), D21
 */
export type Agenda = Block[]

/** `depth` is the nesting from 0 to `MAX_DEPTH`, at most one more than that of the block before. */
export type Block = Heading | Paragraph | Bullet | TalkingPoint | ActionItemBlock

/** Headings do not nest. */
export type Heading = { type: 'heading'; depth: 0; level: 1 | 2 | 3; text: string }
export type Paragraph = { type: 'paragraph'; depth: number; text: string }
export type Bullet = { type: 'bullet'; depth: number; text: string }
/** `id` is null for a block that has none yet. */
export type TalkingPoint = { type: 'talking_point'; depth: number; id: string | null; text: string }
/**
 * `assignees` are distinct user ids or, written by hand, e-mail addresses, without spaces, commas or double quotes;
 * `due_date` is `YYYY-MM-DD`.
 * @see spec 2.9
 */
export type ActionItemBlock = {
  type: 'action_item'
  depth: number
  id: string | null
  text: string
  assignees: string[]
  due_date: string | null
  status: (typeof STATUSES)[number]
  completion_type: (typeof COMPLETION_TYPES)[number]
}

export const STATUSES = ['Incomplete', 'Done', 'Archived'] as const
export const COMPLETION_TYPES = ['any', 'all'] as const

/** The first line of every agenda that is not empty. The version changes if old text would ever read differently. */
export const MARKER = '::agenda{version=1}'

/** Deeper than anyone outlines, shallow enough for every client that recurses. */
export const MAX_DEPTH = 16

/** More than any meeting gets through, and few enough to be read, compared and stored within one request. */
export const MAX_BLOCKS = 5_000
/** Of the agenda as it prints, in UTF-8. */
export const MAX_BYTES = 1_048_576

/** The id of a talking point or an action item. */
export const BLOCK_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Whoever is assigned in an agenda, as it names them. */
export function assigneesIn(agenda: Agenda): string[] {
  return agenda.flatMap((block) => (block.type === 'action_item' ? block.assignees : []))
}

/** Native markup that cannot be read. The message names the line and says what to write instead. */
export class AgendaError extends Error {
  override readonly name = 'AgendaError'
  /** Counted from 1. */
  readonly line: number

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
  }
}

/** What tells a block that has an id from all others: ids are unique per kind (decision 8). Without an id, its kind alone. */
export function keyOf({ type, id }: { type: Block['type']; id?: string | null }): string {
  return `${type} ${id ?? ''}`
}

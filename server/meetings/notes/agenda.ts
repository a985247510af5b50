/**
 * An agenda: the structured blocks of a note, and the markup in which they are read and written.
 *
 * Native markup is Markdown plus the generic directive syntax (`::name[label]{#id key=value}`) for what Markdown
 * lacks; parsers like remark-directive read it the same way. One block a line, two spaces of indent per nesting level:
 *
 *     ::agenda{version=1}
 *
 *     # Goals
 *     Plain paragraph text.
 *     - A bullet
 *       - a nested bullet
 *     ::talking-point[Pricing]{#tp_1}
 *       ::action-item[Send the deck]{#ai_1 assignees="u_ada u_bo" due=2026-01-09 status=Done completion=all}
 *     ::decision[We rent the hall]{#dec_1 status=withdrawn}
 *
 * - The first line is the marker that identifies the markup, so that prose is never read as markup.
 * - A block without an id is a new one. An absent attribute has its default: no assignees, no due date,
 *   `Incomplete`, `any`; a decision stands.
 * - A text is inline Markdown and every character is kept; `**bold**` and `\*` are not interpreted here.
 *   Only two things in it are interpreted, both taken from Markdown: after a backslash at the end of a line the same
 *   text continues on the next line, and a decimal character reference (`&#32;`) is the character that it names.
 *   The printer uses references for what would be lost otherwise: a space at the edge, a single bracket in a label, a
 *   start that looks like a block, an invisible character. See agenda-text.ts.
 * - `::paragraph[text]` is the long form of a paragraph, needed for a paragraph without text.
 *
 * agenda-print.ts writes native markup, agenda-parse.ts reads it, prose.ts writes the read-only rendering. *Pure.*
 * @see spec 2.2 (`content_native_markdown`), decisions 21 on native markup, 63
 */
import type { itemStatuses } from '../action-items/schemas.ts'
import type { saidStatuses } from '../decisions/schemas.ts'

export type Agenda = Block[]

/** `depth` is the nesting from 0 to `maxDepth`, at most one more than that of the block before. */
export type Block = Heading | Paragraph | Bullet | TalkingPoint | ActionItemBlock | DecisionBlock

/** Headings do not nest. */
type Heading = { type: 'heading'; depth: 0; level: 1 | 2 | 3; text: string }
type Paragraph = { type: 'paragraph'; depth: number; text: string }
type Bullet = { type: 'bullet'; depth: number; text: string }
/** `id` is null for a block that has none yet. */
type TalkingPoint = { type: 'talking_point'; depth: number; id: string | null; text: string }
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
  status: (typeof itemStatuses)[number]
  completion_type: (typeof completionTypes)[number]
}

/** Whether another decision has superseded it is not written in an agenda (decision 63). */
export type DecisionBlock = {
  type: 'decision'
  depth: number
  id: string | null
  text: string
  status: (typeof saidStatuses)[number]
}

export const completionTypes = ['any', 'all'] as const

/** The first line of every agenda that is not empty. The version must change if old text would be parsed differently. */
export const agendaMarker = '::agenda{version=1}'

/** Deeper than any real outline, and safe for clients that recurse. */
export const maxDepth = 16

/** The id of a talking point, an action item or a decision. */
export const blockId = /^[A-Za-z0-9_-]{1,64}$/

/** The assignees in an agenda, as it names them. */
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

/** A key for a block with an id: ids are unique per kind (decision 8). Without an id the key is the kind alone. */
export function keyOf({ type, id }: { type: Block['type']; id?: string | null }): string {
  return `${type} ${id ?? ''}`
}

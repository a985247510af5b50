/** Reads native markup. *Pure.* @see agenda.ts for the format, decisions 21, 22, 63 */

import { isDay } from '../../platform/time.ts'
import { itemStatuses, maxBlocks } from '../action-items/schemas.ts'
import { saidStatuses } from '../decisions/schemas.ts'
import { type Agenda, AgendaError, agendaMarker, type Block, blockId, completionTypes, maxDepth } from './agenda.ts'
import { type Directive, quote, readDirective } from './agenda-directive.ts'
import { blockStart, decodeText, endsInBackslash } from './agenda-text.ts'

/** The source of one block, its hard breaks read as line breaks, and where it starts. */
type BlockSource = { text: string; depth: number; line: number }

/** The blocks of a text with their lines: `agenda[n]` begins on the line `lines[n]`, counted from 1. */
export type Written = { agenda: Agenda; lines: number[] }

/** Reads the blocks of a text, without their lines. @see readAgendaText */
export function parseAgenda(text: string, options: ReadingOptions = {}): Agenda {
  return readAgendaText(text, options).agenda
}

/**
 * `fragment`: the text is to be added before or after an agenda, so it need not start with the marker (decision 22).
 * `room`: the highest number of blocks; without it any number.
 */
type ReadingOptions = { fragment?: boolean; room?: number }

/**
 * Reads what people and programs write. It never guesses: a line that could be lost or misread is rejected.
 * Writers may choose blank lines between blocks, LF or CR LF, spaces at line ends, and the order of attributes.
 * @returns the blocks, none if there is nothing but whitespace; `printAgenda` of them is the canonical text
 * @throws {AgendaError} with the line. A `content_markdown` rendering always fails, unless it is read as a fragment.
 */
export function readAgendaText(text: string, { fragment = false, room = Infinity }: ReadingOptions = {}): Written {
  const agenda: Agenda = []
  const lines: number[] = []
  const ids = new Set<string>()
  let first = true
  for (const source of readSources(text)) {
    const isMarker = first && readMarker(source)
    if (first && !isMarker && !fragment) {
      throw new AgendaError(
        source.line,
        `an agenda starts with the line \`${agendaMarker}\`; the read-only content_markdown rendering cannot be written back`,
      )
    }
    first = false
    if (isMarker) continue
    if (agenda.length >= room) throw new AgendaError(source.line, `an agenda has at most ${maxBlocks} blocks`)
    const block = readBlock(source)
    checkDepth(block, agenda.at(-1), source.line)
    if ('id' in block && block.id !== null) {
      if (ids.has(block.id)) throw new AgendaError(source.line, `the id \`${block.id}\` is there twice`)
      ids.add(block.id)
    }
    agenda.push(block)
    lines.push(source.line)
  }
  return { agenda, lines }
}

/** Splits the text into blocks: finds the nesting, joins lines that end in a hard break. */
function* readSources(text: string): Generator<BlockSource> {
  const lines = text.replace(/^\ufeff/, '').split('\n')
  for (let index = 0; index < lines.length; index++) {
    const start = readLine(lines, index)
    if (start === '') continue
    const line = index + 1
    const depth = readDepth(lines[index]!, line)
    const parts = [start]
    while (endsInBackslash(parts.at(-1)!)) {
      parts.push(parts.pop()!.slice(0, -1), readContinuation(lines, ++index))
    }
    yield { text: parts.join('\n'), depth, line }
  }
}

/** A line without these characters needs no further check. */
const ODD = /[\0\r\ud800-\udfff]/

/** @returns the line without the whitespace around it */
function readLine(lines: string[], index: number): string {
  if (!ODD.test(lines[index]!)) return lines[index]!.trim()
  const line = lines[index]!.replace(/\r$/, '')
  if (line.includes('\0')) throw new AgendaError(index + 1, 'the character NUL cannot be stored')
  if (!line.isWellFormed()) throw new AgendaError(index + 1, 'half of a surrogate pair cannot be stored')
  // Some programs read CR as a line break and some do not, so they would see different blocks.
  if (line.includes('\r')) throw new AgendaError(index + 1, 'a line ends with LF or CR LF; for CR itself write `&#13;`')
  return line.trim()
}

/** A stray backslash at the end of a line must not swallow the block below it. */
function readContinuation(lines: string[], index: number): string {
  const text = index < lines.length ? readLine(lines, index) : ''
  if (text === '') throw new AgendaError(index, 'no text follows the `\\` at the end; for a backslash write `&#92;`')
  if (blockStart.test(text)) {
    throw new AgendaError(
      index + 1,
      `the \`\\\` at the end of line ${index} continues its text here, but this looks like a block; ` +
        `take the \`\\\` away, or write the first character as \`&#${text.charCodeAt(0)};\``,
    )
  }
  return text
}

function readDepth(source: string, line: number): number {
  const indent = source.slice(0, source.length - source.trimStart().length)
  if (/[^ ]/.test(indent)) throw new AgendaError(line, 'indent with spaces only, two per level')
  if (indent.length % 2 === 1) throw new AgendaError(line, `indent by two spaces per level, not by ${indent.length}`)
  return indent.length / 2
}

function checkDepth({ depth }: Block, above: Block | undefined, line: number): void {
  const deepest = above === undefined ? 0 : above.depth + 1
  if (depth > deepest) throw new AgendaError(line, `indented by more than one level below the block above`)
  if (depth > maxDepth) throw new AgendaError(line, `blocks nest at most ${maxDepth} levels deep`)
}

/** @returns whether this is the marker, of a version that we read */
function readMarker({ text, depth, line }: BlockSource): boolean {
  if (depth > 0 || !/^::agenda(?![\w-])/.test(text)) return false
  const { label, attributes } = readDirective(text, line)
  const version = attributes.get('version')
  if (label !== null || attributes.size !== 1 || version === undefined) {
    throw new AgendaError(line, `write \`${agendaMarker}\``)
  }
  if (version !== '1') throw new AgendaError(line, `version ${quote(version)} is not known; write \`${agendaMarker}\``)
  return true
}

function readBlock({ text: source, depth, line }: BlockSource): Block {
  const marker = blockStart.exec(source)?.[0]
  if (marker === '::') return readDirectiveBlock(readDirective(source, line), depth, line)
  if (marker === undefined) return { type: 'paragraph', depth, text: decodeText(source, line) }
  const text = decodeText(source.slice(marker.length), line)
  if (marker === '-') return { type: 'bullet', depth, text }
  if (marker === '*' || marker === '+') {
    throw new AgendaError(
      line,
      'this looks like the read-only content_markdown rendering; write `::action-item[…]` for an action item, ' +
        '`- …` for a bullet, or `&#42;` for an asterisk',
    )
  }
  const level = marker.length
  if (level !== 1 && level !== 2 && level !== 3) throw new AgendaError(line, 'headings have level 1 to 3, `#` to `###`')
  if (depth !== 0) throw new AgendaError(line, 'a heading is not indented')
  return { type: 'heading', depth, level, text }
}

function readDirectiveBlock({ name, label, attributes }: Directive, depth: number, line: number): Block {
  const allowed = directiveAttributes.get(name)
  if (name === 'agenda') throw new AgendaError(line, `\`${agendaMarker}\` stands once, on the first line`)
  if (allowed === undefined) {
    throw new AgendaError(
      line,
      `\`::${name}\` is not known; there are \`::action-item\`, \`::decision\` and \`::talking-point\``,
    )
  }
  for (const key of attributes.keys()) {
    if (!allowed.includes(key)) throw new AgendaError(line, `\`::${name}\` has no attribute \`${key}\``)
  }
  if (label === null) throw new AgendaError(line, `\`::${name}\` needs a text, as in \`::${name}[…]\``)
  const text = decodeText(label, line)
  if (name === 'paragraph') return { type: 'paragraph', depth, text }
  const id = readId(attributes, line)
  if (name === 'talking-point') return { type: 'talking_point', depth, id, text }
  if (name === 'decision') {
    return { type: 'decision', depth, id, text, status: readChoice(attributes, 'status', saidStatuses, line) }
  }
  return {
    type: 'action_item',
    depth,
    id,
    text,
    assignees: readAssignees(attributes, line),
    due_date: readDueDate(attributes, line),
    status: readChoice(attributes, 'status', itemStatuses, line),
    completion_type: readChoice(attributes, 'completion', completionTypes, line),
  }
}

/** The attributes that each block directive may have. */
const directiveAttributes = new Map<string, readonly string[]>([
  ['paragraph', []],
  ['talking-point', ['id']],
  ['action-item', ['id', 'assignees', 'due', 'status', 'completion']],
  ['decision', ['id', 'status']],
])

function readId(attributes: Directive['attributes'], line: number): string | null {
  const id = attributes.get('id')
  if (id === undefined) return null
  if (!blockId.test(id)) {
    throw new AgendaError(line, `the id ${quote(id)} must be 1 to 64 letters, digits, \`_\` or \`-\``)
  }
  return id
}

/** Far more than may be assigned: removing duplicates from all names that fit into an agenda takes 0.1 s. */
const maxNames = 10_000
const oddName = /["\p{Cc}\p{Cf}]/u

/** User ids or e-mail addresses; the caller looks up the accounts. */
function readAssignees(attributes: Directive['attributes'], line: number): string[] {
  const assignees = (attributes.get('assignees') ?? '').split(/[\s,]+/).filter((assignee) => assignee !== '')
  if (assignees.length > maxNames) throw new AgendaError(line, `an action item names at most ${maxNames} assignees`)
  const odd = assignees.find((assignee) => oddName.test(assignee))
  if (odd !== undefined) throw new AgendaError(line, `the assignee ${quote(odd)} has a quote or an invisible character`)
  return [...new Set(assignees)]
}

function readDueDate(attributes: Directive['attributes'], line: number): string | null {
  const date = attributes.get('due')
  if (date === undefined) return null
  if (!isDay(date)) throw new AgendaError(line, `due ${quote(date)} is no date; write it as in \`due=2026-01-09\``)
  return date
}

/** @returns the value of the attribute, or the first of the choices, which is the default */
function readChoice<const Choice extends string>(
  attributes: Directive['attributes'],
  key: string,
  choices: readonly [Choice, ...Choice[]],
  line: number,
): Choice {
  const value = attributes.get(key) ?? choices[0]
  const choice = choices.find((known) => known === value)
  if (choice === undefined) throw new AgendaError(line, `${key} ${quote(value)} is none of ${choices.join(', ')}`)
  return choice
}

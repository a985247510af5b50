/**
 * Converts an agenda's native markup to lines and back. Text that is not exactly what the service writes for a known
 * block stays as it is, so that nothing is lost: `printAgenda(readAgenda(text))` is `text`. *Pure.*
 * @see docs/use/write-an-agenda.md, which describes the markup
 */
import { decodeText, encodeLabel, encodeText, endOfLabel, endsInBackslash } from './text.ts'

type Placed = { depth: number; text: string }
export type Item = Placed & {
  kind: 'action_item'
  /** Null for a line that was not saved yet. */
  id: string | null
  /** Ids of accounts. */
  assignees: string[]
  /** `YYYY-MM-DD` */
  due: string | null
  status: 'Incomplete' | 'Done' | 'Archived'
  completion: 'any' | 'all'
}
export type Decision = Placed & { kind: 'decision'; id: string | null; status: 'stands' | 'withdrawn' }
export type Line =
  | (Placed & { kind: 'heading'; depth: 0; level: 1 | 2 | 3 })
  | (Placed & { kind: 'paragraph' })
  | (Placed & { kind: 'bullet' })
  | (Placed & { kind: 'talking_point'; id: string | null })
  | Item
  | Decision
  | { kind: 'unknown'; depth: number; text: string }

export type Kind = Line['kind']

/** `head` is the text before the first line; empty if this version does not know the format. */
export type Agenda = { head: string; lines: Line[] }

export const newHead = '::agenda{version=1}\n\n'
export const deepest = 16

export function readAgenda(text: string): Agenda {
  if (text === '') return { head: newHead, lines: [] }
  const head = /^::agenda\{version=1\}(?:\n\n?|$)/.exec(text)?.[0] ?? ''
  const rest = text.slice(head.length)
  return { head, lines: rest === '' ? [] : readSources(rest).map(head === '' ? unknown : readLine) }
}

export function printAgenda({ head, lines }: Agenda): string {
  return lines.length === 0 ? '' : head + lines.map(printLine).join('\n')
}

/** A block is a line with its continuation lines, which follow a backslash at the end. */
function readSources(text: string): string[] {
  const sources: string[] = []
  let isOpen = false
  for (const line of text.split('\n')) {
    if (isOpen) sources[sources.length - 1] += `\n${line}`
    else sources.push(line)
    isOpen = endsInBackslash(line)
  }
  return sources
}

const unknown = (source: string): Line => ({ kind: 'unknown', depth: depthOf(source), text: source })
const depthOf = (source: string) => Math.floor(/^ */.exec(source)![0].length / 2)

function readLine(source: string): Line {
  const line = readKnown(source)
  return line && printLine(line) === source ? line : unknown(source)
}

function readKnown(source: string): Line | null {
  const depth = depthOf(source)
  const rows = source.split('\n').map((row) => row.trimStart())
  const text = rows.map((row, index) => (index < rows.length - 1 ? row.slice(0, -1) : row)).join('\n')
  const found = /^(?:(::(?:paragraph|talking-point|action-item|decision))(?=\[)|(#{1,3})(?: |$)|(-)(?: |$))/.exec(text)
  const rest = text.slice(found?.[0].length ?? 0)
  if (!found) return text === '' ? null : { kind: 'paragraph', depth, text: decodeText(text) }
  if (found[2]) return { kind: 'heading', depth: 0, level: found[2].length as 1, text: decodeText(rest) }
  if (found[3]) return { kind: 'bullet', depth, text: decodeText(rest) }
  return readDirective(found[1]!, rest, depth)
}

function readDirective(name: string, rest: string, depth: number): Line | null {
  const end = endOfLabel(rest)
  if (end === -1) return null
  const text = decodeText(rest.slice(1, end))
  if (name === '::paragraph') return { kind: 'paragraph', depth, text }
  if (name === '::decision') return readDecision(rest.slice(end + 1), { depth, text })
  const attributes = itemAttributes.exec(rest.slice(end + 1))?.groups
  if (!attributes) return null
  const { id = null, assignees, due = null, status = 'Incomplete', completion = 'any' } = attributes
  if (name === '::talking-point') return { kind: 'talking_point', depth, id, text }
  const choices = { status, completion } as Pick<Item, 'status' | 'completion'>
  return { kind: 'action_item', depth, id, text, assignees: assignees?.split(' ') ?? [], due, ...choices }
}

function readDecision(source: string, placed: Placed): Decision | null {
  const attributes = decisionAttributes.exec(source)?.groups
  if (!attributes) return null
  return { kind: 'decision', ...placed, id: attributes.id ?? null, status: attributes.status ? 'withdrawn' : 'stands' }
}

const decisionAttributes = /^(?:\{(?:#(?<id>[A-Za-z0-9_-]{1,64}))?(?: ?status=(?<status>withdrawn))?\})?$/

/** As the service writes them: in this order, without defaults. */
const itemAttributes = new RegExp(
  `^(?:\\{${[
    '(?:#(?<id>[A-Za-z0-9_-]{1,64}))?',
    '(?: ?assignees="(?<assignees>[^"\n]+)")?',
    '(?: ?due=(?<due>\\d{4}-\\d\\d-\\d\\d))?',
    '(?: ?status=(?<status>Done|Archived))?',
    '(?: ?completion=(?<completion>all))?',
  ].join('')}\\})?$`,
)

export function printLine(line: Line): string {
  if (line.kind === 'unknown') return line.text
  const indent = '  '.repeat(line.depth)
  return indent + printUnbroken(line).replaceAll('\n', `\\\n${indent}`)
}

function printUnbroken(line: Exclude<Line, { kind: 'unknown' }>): string {
  const { kind, text } = line
  if (kind === 'heading') return marked('#'.repeat(line.level), text)
  if (kind === 'bullet') return marked('-', text)
  if (kind === 'paragraph') return text === '' ? '::paragraph[]' : encodeText(text, true)
  const label = encodeLabel(encodeText(text))
  const id = line.id !== null && `#${line.id}`
  if (kind === 'talking_point') return `::talking-point${label}${attributes([id])}`
  if (kind === 'decision')
    return `::decision${label}${attributes([id, line.status === 'withdrawn' && 'status=withdrawn'])}`
  return `::action-item${label}${attributes([
    id,
    line.assignees.length > 0 && `assignees="${line.assignees.join(' ')}"`,
    line.due !== null && `due=${line.due}`,
    line.status !== 'Incomplete' && `status=${line.status}`,
    line.completion !== 'any' && `completion=${line.completion}`,
  ])}`
}

const marked = (sign: string, text: string) => (text === '' ? sign : `${sign} ${encodeText(text)}`)

function attributes(written: (string | false)[]): string {
  const present = written.filter((each) => each !== false)
  return present.length === 0 ? '' : `{${present.join(' ')}}`
}

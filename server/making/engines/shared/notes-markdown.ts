/**
 * AI notes as Markdown, and back (decisions 16 on recording fields and 46 on corrections): `## Title`, then a text, or
 * bullets such as `- [00:01:02] Send the deck (Ada Moreau) (Due: 2026-01-09)`. Reading printed notes gives the same
 * notes. *Pure.*
 */
import { trimEndOf } from '../../../platform/text.ts'

/** A section to print. `names` are the assignees. `dueDate` is `YYYY-MM-DD`, and reading ignores it. */
export type PrintedSection = {
  title: string
  content?: string
  items?: { text: string; timestamp: number | null; names?: string[]; dueDate?: string | null }[]
}

/** A section that was read. `body` and `line` are Markdown. */
export type ReadSection = { title: string; body: string; content?: string; items?: ReadItem[] }
export type ReadItem = { text: string; timestamp: number | null; names: string[]; line: string }

/** The largest value of an integer column. */
const maxSeconds = 2_147_483_647
/** Only this much of an item's end is searched for names: a hostile line may have a hundred thousand parentheses. */
const maxNameCharacters = 20_000
const maxParentheses = 16
/** Parts of a name with commas, as `Moreau, Ada`. */
const maxNameParts = 4

const heading = /^#{1,6}(?:[ \t](.*))?$/
const bulletSign = /^\s*[-*+][ \t]+/
const clockSign = /^\[(?:(\d{1,6}):)?(\d{1,2}):(\d{2})\](?: |$)/
const due = / \(Due: \d{4}-\d{2}-\d{2}\)$/
// Text that would be read as a heading, bullet or time gets one more backslash in front.
const plainHeading = /^\\*#{1,6}(?:[ \t]|$)/
const plainBullet = /^\\*[-*+][ \t]/
const plainClock = /^\\*\[(?:\d{1,6}:)?\d{1,2}:\d{2}\](?: |$)/

export function printNotes(sections: PrintedSection[], known: Iterable<string>): string {
  const names = new Set(known)
  const bodyOf = ({ content, items }: PrintedSection) =>
    items ? items.map((item) => printItem(item, names)).join('\n') : printContent(content ?? '')
  return sections.map((section) => `## ${section.title}\n\n${bodyOf(section)}`.trimEnd()).join('\n\n')
}

function printContent(content: string): string {
  const lines = content.split('\n')
  const isList = lines.every((line) => line.trim() === '' || bulletSign.test(line))
  return lines
    .map((line, index) => {
      const isMistakable = plainHeading.test(line) || (index === 0 && plainBullet.test(line))
      return isMistakable && (index > 0 || isList || !bulletSign.test(line)) ? `\\${line}` : line
    })
    .join('\n')
}

function printItem(
  { text, timestamp, names = [], dueDate }: NonNullable<PrintedSection['items']>[number],
  known: Set<string>,
) {
  const when = timestamp === null ? '' : `[${printClock(timestamp)}] `
  const begun = plainClock.test(text) ? `\\${text}` : text
  const tail = tailOf(begun, known)
  const plain = tail === null ? begun : `${begun.slice(0, tail)}\\${begun.slice(tail)}`
  const who = names.length > 0 ? ` (${names.join(', ')})` : ''
  return `- ${when}${plain}${who}${dueDate ? ` (Due: ${dueDate})` : ''}`
}

/** `01:02:03` */
function printClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Index of the final parenthesis with its backslashes, or null if it is neither a due date nor names. */
function tailOf(text: string, known: Set<string>): number | null {
  const plain = / (\\*)\(Due: \d{4}-\d{2}-\d{2}\)$/.exec(text)
  if (plain) return plain.index + 1
  const found = findNames(text, known)
  return found && trimEndOf(text.slice(0, found.at), /\\/).length
}

/**
 * Reads AI notes that a person wrote. A section with lines that are not bullets is a text. Lines above the first
 * heading are a section without a title.
 * @param known  names that may be in parentheses after an item
 */
export function readNotes(markdown: string, known: Iterable<string>): ReadSection[] {
  const names = new Set(known)
  const parts: { title: string; lines: string[] }[] = [{ title: '', lines: [] }]
  for (const line of markdown.replaceAll(/\r\n?/g, '\n').split('\n')) {
    const found = heading.exec(line)
    if (found) parts.push({ title: (found[1] ?? '').trim(), lines: [] })
    else parts.at(-1)!.lines.push(line)
  }
  return parts
    .map(({ title, lines }) =>
      readSection(
        title,
        lines
          .join('\n')
          .replace(/^(?:[ \t]*\n)+/, '')
          .trimEnd(),
        names,
      ),
    )
    .filter(({ title, body }, index) => index > 0 || title !== '' || body !== '')
}

function readSection(title: string, body: string, names: Set<string>): ReadSection {
  if (body === '') return { title, body }
  const lines = body.split('\n').filter((line) => line.trim() !== '')
  if (lines.every((line) => bulletSign.test(line))) {
    return { title, body, items: lines.map((line) => readItem(line, names)) }
  }
  const content = body
    .split('\n')
    .map((line, index) =>
      /^\\+#{1,6}(?:[ \t]|$)/.test(line) || (index === 0 && /^\\+[-*+][ \t]/.test(line)) ? line.slice(1) : line,
    )
    .join('\n')
  return { title, body, content }
}

function readItem(line: string, known: Set<string>): ReadItem {
  let text = line.replace(bulletSign, '').trimEnd()
  const clock = clockSign.exec(text)
  const seconds = clock ? Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]) : null
  const timestamp = seconds !== null && seconds <= maxSeconds ? seconds : null
  if (timestamp !== null) text = text.slice(clock![0].length)
  text = text.replace(due, '')
  const named = findNames(text, known)
  const isNamed = named !== null && text[named.at - 1] === ' '
  if (isNamed) text = text.slice(0, named.at - 1)
  const tail = tailOf(text, known)
  if (tail !== null && text[tail] === '\\') text = text.slice(0, tail) + text.slice(tail + 1)
  if (text.startsWith('\\') && plainClock.test(text)) text = text.slice(1)
  return { text, timestamp, names: isNamed ? named.names : [], line }
}

/** The known names in the final parenthesis; `at` is its index. */
function findNames(text: string, known: Set<string>): { at: number; names: string[] } | null {
  if (!text.endsWith(')') || known.size === 0) return null
  let at = text.length
  for (let tries = 0; tries < maxParentheses && at > 0; tries++) {
    at = text.lastIndexOf('(', at - 1)
    if (at < 0 || text.length - at > maxNameCharacters) return null
    const names = splitNames(text.slice(at + 1, -1), known)
    if (names) return { at, names }
  }
  return null
}

/** A name may contain commas, so the longest known name is tried first. */
function splitNames(text: string, known: Set<string>): string[] | null {
  const names: string[] = []
  const parts = text.split(', ')
  for (let first = 0; first < parts.length; ) {
    let end = Math.min(parts.length, first + maxNameParts)
    while (end > first && !known.has(parts.slice(first, end).join(', '))) end--
    if (end === first) return null
    names.push(parts.slice(first, end).join(', '))
    first = end
  }
  return names
}

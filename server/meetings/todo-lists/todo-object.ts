/**
 * Reads and writes a to-do as iCalendar has it. What we do not write stays as it was, byte by byte: alarms, categories,
 * properties of the program that made them. *Pure.*
 * @see RFC 5545, 3.6.2
 */
import { createHash } from 'node:crypto'
import type { TodoSeen, TodoText } from '../../platform/postgres/column-types.ts'
import { cutShort, oneLine, toStorable } from '../../platform/text.ts'

/** What the list says. `changed_at` is null if it does not say when; `isCancelled` is "will not be done". */
export type ReadTodo = TodoText & { uid: string; isCancelled: boolean; changed_at: Date | null }

/** What only a new to-do gets: what people write there afterwards stays. */
export type NewTodo = { uid: string; url: string | null; description: string | null }

/** The object is not a to-do that can be read; with a sentence. */
export class TodoUnreadable extends Error {}

/** Characters of a text in a list. */
export const maxSummary = 1_000

/** Of an object in bytes; a to-do with its description has some kilobytes. */
export const maxObjectBytes = 262_144

/** How a list shows the text of an item. */
export const summaryOf = (text: string) => cutShort(oneLine(toStorable(text).replace(control, ' ')), maxSummary)

// biome-ignore lint/suspicious/noControlCharactersInRegex: iCalendar has none in its texts
const control = /[\0-\x1f\x7f]/g

/** Whether the list shows all of it, so that a text of the list may take its place. */
export const isWhole = (text: string) => summaryOf(text) === oneLine(text)

export const seen = ({ text, due_date, done }: TodoText): TodoSeen => {
  return { text: createHash('sha256').update(text).digest('base64url'), due_date, done }
}

/** An unfolded line; `raw` is how it was written. */
type Line = { raw: string; name: string; text: string }

/** A to-do inside its calendar: it begins at the line `from`, and has the properties at `own`, without those of its parts. */
type Found = { lines: Line[]; from: number; own: number[] }

/** @throws {TodoUnreadable} */
export function readTodo(file: string): ReadTodo {
  const found = find(file)
  const value = (name: string) => valueIn(lineOf(found, name))
  const status = value('STATUS').toUpperCase()
  const isFull = value('COMPLETED') !== '' || value('PERCENT-COMPLETE') === '100'
  return {
    uid: value('UID'),
    text: oneLine(toStorable(unescaped(value('SUMMARY'))).replace(control, ' ')),
    due_date: dueIn(lineOf(found, 'DUE')),
    done: status === '' ? isFull : status === 'COMPLETED',
    isCancelled: status === 'CANCELLED',
    changed_at: momentIn(value('LAST-MODIFIED')) ?? momentIn(value('DTSTAMP')),
  }
}

/** @throws {TodoUnreadable} it is no to-do at all */
export const uidIn = (file: string) => valueIn(lineOf(find(file), 'UID'))

/**
 * The same object with this text, date and state.
 * @throws {TodoUnreadable}
 */
export function rewriteTodo(file: string, wanted: TodoText, now: Date): string {
  const found = find(file)
  const before = readTodo(file)
  const stamp = stampOf(now)
  const sequence = Number(valueIn(lineOf(found, 'SEQUENCE'))) || 0
  const changes: Record<string, string | null> = {
    'LAST-MODIFIED': `LAST-MODIFIED:${stamp}`,
    SEQUENCE: `SEQUENCE:${Math.min(sequence + 1, 2_147_483_647)}`,
  }
  if (wanted.text !== before.text) changes.SUMMARY = `SUMMARY:${escaped(wanted.text)}`
  if (wanted.due_date !== before.due_date) changes.DUE = wanted.due_date && dueLine(found, wanted.due_date)
  if (wanted.done !== before.done || before.isCancelled) Object.assign(changes, stateLines(wanted.done, stamp))
  return withLines(found, changes)
}

export function makeTodo({ uid, url, description }: NewTodo, wanted: TodoText, now: Date): string {
  const stamp = stampOf(now)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Minutebook//EN',
    'BEGIN:VTODO',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `CREATED:${stamp}`,
    `LAST-MODIFIED:${stamp}`,
    'SEQUENCE:0',
    `SUMMARY:${escaped(wanted.text)}`,
    ...(wanted.due_date ? [dueOn(wanted.due_date)] : []),
    ...Object.values(stateLines(wanted.done, stamp)).filter((line) => line !== null),
    ...(description ? [`DESCRIPTION:${escaped(oneLine(description))}`] : []),
    ...(url ? [`URL:${url}`] : []),
    'END:VTODO',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

const stateLines = (done: boolean, stamp: string): Record<string, string | null> =>
  done
    ? { STATUS: 'STATUS:COMPLETED', COMPLETED: `COMPLETED:${stamp}`, 'PERCENT-COMPLETE': 'PERCENT-COMPLETE:100' }
    : { STATUS: 'STATUS:NEEDS-ACTION', COMPLETED: null, 'PERCENT-COMPLETE': null }

const dueOn = (day: string) => `DUE;VALUE=DATE:${day.replaceAll('-', '')}`

/** A time of day stays, and that of the start is taken where there was no date: both must be of one kind (3.8.2.3). */
function dueLine(found: Found, day: string): string {
  const timed = [lineOf(found, 'DUE'), lineOf(found, 'DTSTART')].find((line) => line && /T\d{6}Z?$/.test(line.text))
  if (!timed) return dueOn(day)
  const head = timed.text.slice(timed.name.length, timed.text.length - valueIn(timed).length)
  return `DUE${head}${day.replaceAll('-', '')}${/T\d{6}Z?$/.exec(timed.text)![0]}`
}

/** In front of the parts of the to-do, such as its alarms. */
function withLines({ lines, from, own }: Found, changes: Record<string, string | null>): string {
  const dropped = new Set(own.filter((index) => Object.hasOwn(changes, lines[index]!.name)))
  const last = own.at(-1) ?? from
  const added = Object.values(changes).flatMap((line) => (line === null ? [] : [fold(line)]))
  const written = lines.flatMap(({ raw }, index) => [
    ...(dropped.has(index) ? [] : [raw]),
    ...(index === last ? added : []),
  ])
  return `${written.join('\r\n')}\r\n`
}

/** Of a series with exceptions the series itself. */
function find(file: string): Found {
  if (file.includes('\0')) throw new TodoUnreadable('it has a NUL')
  const lines = unfold(file)
  const open: string[] = []
  let found: Found | null = null
  for (const [index, { name, text }] of lines.entries()) {
    const isOwn = open.length === 2 && open[1] === 'VTODO'
    if (name === 'BEGIN') {
      open.push(valueIn({ text, name, raw: '' }).trim().toUpperCase())
      if (open.length === 2 && open[1] === 'VTODO') found = { lines, from: index, own: [] }
    } else if (name === 'END') {
      open.pop()
      if (isOwn && found && !lineOf(found, 'RECURRENCE-ID')) return found
    } else if (isOwn) found?.own.push(index)
  }
  throw new TodoUnreadable('it holds no to-do')
}

const lineOf = ({ lines, own }: Found, name: string) =>
  own.map((index) => lines[index]!).find((each) => each.name === name)

/** What stands behind the first colon that is in no quotes. */
function valueIn(line: Line | undefined): string {
  if (!line) return ''
  let isQuoted = false
  for (let at = 0; at < line.text.length; at++) {
    if (line.text[at] === '"') isQuoted = !isQuoted
    if (line.text[at] === ':' && !isQuoted) return line.text.slice(at + 1)
  }
  return ''
}

function unfold(file: string): Line[] {
  const lines: Line[] = []
  for (const content of file.split(/\r\n|\n|\r/)) {
    const before = lines.at(-1)
    if (/^[ \t]/.test(content) && before) {
      before.raw += `\r\n${content}`
      before.text += content.slice(1)
    } else if (content !== '')
      lines.push({ raw: content, name: content.split(/[;:]/, 1)[0]!.toUpperCase(), text: content })
  }
  return lines
}

/** Lines of at most 75 bytes; no character is cut. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (bytes + more > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += more
  }
  return folded
}

const escaped = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')
const unescaped = (text: string) => text.replace(/\\(.)/g, (_all, sign: string) => (/n/i.test(sign) ? '\n' : sign))

/** The day on the clock of the list. */
function dueIn(line: Line | undefined): string | null {
  const value = valueIn(line).trim()
  if (value === '') return null
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?$/.exec(value) ?? []
  const date = `${year}-${month}-${day}`
  const moment = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(date) || year === '0000')
    throw new TodoUnreadable('its date cannot be read')
  return date
}

function momentIn(value: string): Date | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value.trim()) ?? []
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(moment) ? null : new Date(moment)
}

const stampOf = (time: Date) => time.toISOString().replace(/[-:]|\.\d+/g, '')

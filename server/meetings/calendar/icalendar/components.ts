/**
 * Parses iCalendar into a tree of components. Content lines are unfolded and have the number of their first line.
 * It keeps only the lines that this room needs. *Pure.*
 * @see RFC 5545, 3.1 and 3.6
 */
import { CalendarError } from './errors.ts'

/** One unfolded property, not yet parsed. */
export type ContentLine = { name: string; text: string; line: number }

export type Component = {
  name: string
  line: number
  lines: ContentLine[]
  parts: Component[]
  /** Lines of an event that are no property, such as a text whose line breaks were not escaped. */
  strays: number[]
}

/** Nesting of components. A calendar has three levels. */
const deepest = 10

const kept: Record<string, Set<string>> = {
  VCALENDAR: new Set(['METHOD', 'X-WR-TIMEZONE']),
  VEVENT: new Set([
    ...['UID', 'SEQUENCE', 'DTSTAMP', 'SUMMARY', 'STATUS', 'LOCATION', 'URL', 'DESCRIPTION', 'ATTENDEE', 'ORGANIZER'],
    ...['DTSTART', 'DTEND', 'DURATION', 'RECURRENCE-ID', 'RRULE', 'RDATE', 'EXDATE', 'EXRULE'],
    ...['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'],
  ]),
  VTIMEZONE: new Set(['TZID']),
  STANDARD: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
  DAYLIGHT: new Set(['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO', 'RRULE', 'RDATE']),
}

/** Some programs write a blank after it, or the group of vCard before it: `item1.SUMMARY`. */
const propertyName = /^(?:[\w-]+\.)?([\w-]+)[ \t]*(?=[;:])/

/**
 * @returns the calendars of a stream, at least one
 * @throws {CalendarError} it is not iCalendar
 */
export function readComponents(bytes: Uint8Array): Component[] {
  const calendars: Component[] = []
  const open: Component[] = []
  for (const { text, line } of unfold(bytes)) {
    const [begin = '', name] = propertyName.exec(text)?.map((part) => part.toUpperCase()) ?? []
    const inner = open.at(-1)
    if (!name || !text.includes(':')) {
      if (!inner || !open.some(({ name }) => name === 'VEVENT'))
        throw new CalendarError(line, 'this is no property: NAME:value is expected')
      inner.strays.push(line)
    } else if (name === 'BEGIN') {
      const component = { name: valueIn(text), line, lines: [], parts: [], strays: [] }
      if (open.length === deepest) throw new CalendarError(line, `more than ${deepest} components inside each other`)
      checkNesting(component, inner)
      ;(inner?.parts ?? calendars).push(component)
      open.push(component)
    } else if (!inner) {
      throw new CalendarError(line, 'BEGIN:VCALENDAR is expected')
    } else if (name === 'END') {
      if (valueIn(text) !== inner.name) {
        throw new CalendarError(line, `END:${inner.name} is expected, for the ${inner.name} of line ${inner.line}`)
      }
      open.pop()
    } else if (kept[inner.name]?.has(name)) {
      inner.lines.push({ name, text: decode(name + text.slice(begin.length), line), line })
    }
  }
  const [left] = open.slice(-1)
  if (left) throw new CalendarError(left.line, `this ${left.name} has no END:${left.name}`)
  if (calendars.length === 0) throw new CalendarError(1, 'BEGIN:VCALENDAR is expected')
  return calendars
}

const valueIn = (text: string) =>
  text
    .slice(text.indexOf(':') + 1)
    .trim()
    .toUpperCase()

function checkNesting({ name, line }: Component, inside: Component | undefined): void {
  if ((name === 'VCALENDAR') !== !inside) throw new CalendarError(line, 'BEGIN:VCALENDAR is expected')
  if (name === 'VEVENT' && inside!.name !== 'VCALENDAR') {
    throw new CalendarError(line, `a VEVENT stands inside the ${inside!.name} of line ${inside!.line}`)
  }
}

/** Lines with their continuations, one character per byte, because a fold may be inside a character. */
function* unfold(bytes: Uint8Array): Generator<{ text: string; line: number }> {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  let pieces: string[] = []
  let begun = 1
  let line = 0
  for (const [, content = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\n|\r|$)/gy)) {
    line++
    if (/^[ \t]/.test(content) && pieces.length > 0) {
      pieces.push(content.slice(1))
      continue
    }
    if (pieces.length > 0) yield { text: pieces.join(''), line: begun }
    // Files of DOS end with a control character.
    pieces = content.replaceAll('\u001a', '').trim() === '' ? [] : [content]
    begun = line
  }
  if (pieces.length > 0) yield { text: pieces.join(''), line: begun }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(text: string, line: number): string {
  if (text.includes('\0')) throw new CalendarError(line, 'there is a NUL')
  if (!/[\x80-\xff]/.test(text)) return text
  try {
    return utf8.decode(Buffer.from(text, 'latin1'))
  } catch {
    throw new CalendarError(line, 'this is not UTF-8')
  }
}

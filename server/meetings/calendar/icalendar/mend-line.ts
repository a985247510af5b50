/** Mends lines whose meaning is clear although they are not valid, before they are parsed. *Pure.* */
import type { ContentLine } from './components.ts'

/** Maximum number of characters before a value. The library searches all of them for each parameter. */
export const longestParameters = 16_384

export function mendLine({ name, text }: ContentLine): string {
  if (name === 'ATTENDEE' || name === 'ORGANIZER') return quoteParameters(text)
  if (name === 'RRULE') return mendRule(text)
  return times.includes(name) ? mendTimes(text) : text
}

const times = ['DTSTART', 'DTEND', 'RECURRENCE-ID', 'RDATE', 'EXDATE']

/** Times of ISO 8601 with signs, fractions or offsets, or without seconds, and lists with blanks or semicolons. */
function mendTimes(text: string): string {
  const head = /^[^:"]*(?:"[^"]*"[^:"]*)*:/.exec(text)?.[0] ?? ''
  const value = text
    .slice(head.length)
    .replace(/\s+/g, '')
    .replaceAll(';', ',')
    .replace(/(\d{4})-(\d\d)-(\d\d)/g, '$1$2$3')
    .replace(isoTime, (_all, day, hour, minute, second = '00', offset = '') => {
      const basic = `${day}T${hour}${minute}${second}`
      return /\d/.test(offset) ? toUtc(day, `${hour}:${minute}:${second}`, offset) : basic + offset
    })
  return head + value
}

const isoTime = /(\d{8})T(\d\d):?(\d\d)(?::?(\d\d))?(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?/gi

/** @returns what is no time, if it does not exist */
function toUtc(day: string, clock: string, offset: string): string {
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset)!
  const date = day.replace(/(....)(..)(..)/, '$1-$2-$3')
  const moment = Date.parse(`${date}T${clock}${sign}${hours}:${minutes}`)
  const isDay = new Date(Date.parse(`${date}T00:00Z`) || 0).toISOString().startsWith(date)
  const isTime = isDay && !Number.isNaN(moment)
  return isTime ? new Date(moment).toISOString().replace(/[-:]|\.\d+/g, '') : `${day}T${clock}${offset}`
}

/** Rules ignore case, but the library reads capitals only. It takes no blanks, backslashes and empty parts. */
function mendRule(text: string): string {
  return text
    .toUpperCase()
    .replace(/[\s\\]+/g, '')
    .replace(/^RRULE:RRULE:/, 'RRULE:')
    .replace(/,+(?=[,;]|$)/g, '')
    .replace(/(?<=[;:])[A-Z]+=(?=;|$)/g, '')
    .replace(/(?<=UNTIL=)[\dTZ:-]+/, (until) => until.replace(/[:-]/g, ''))
}

/** Up to the last `:mailto:`. Greedy, so it is found from the end. */
const address = /^(.*):\s*(mailto:.*)$/is

// Quoted up to its next quote, otherwise up to the next `;NAME=`.
const parameter = /;([\w-]+)=(?:"([^"]*)"[^;]*|((?:[^;]|;(?![\w-]+=))*))/g

/** Parameters with a colon, semicolon or comma need quotes, which programs forget: `SENT-BY=mailto:x@y`, `CN=Moreau; Ada`. */
function quoteParameters(text: string): string {
  const [, head = '', value = ''] = address.exec(text) ?? []
  if (!head.includes(';') || head.length > longestParameters) return text
  const isQuoted = head.split('"').length % 2 === 0
  if (isQuoted) return text
  const parameters = [...head.matchAll(parameter)].map(([whole, name, quoted, plain = '']) =>
    quoted === undefined && !/[:;,]/.test(plain) ? whole : `;${name}="${quoted ?? plain.replaceAll('"', '')}"`,
  )
  return `${head.slice(0, head.search(/[;:]/))}${parameters.join('')}:${value}`
}

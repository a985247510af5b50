/** Mends lines whose meaning is clear although they are not valid, before they are parsed. *Pure.* */
import type { ContentLine } from './components.ts'

/** Maximum number of characters before a value. The library searches all of them for each parameter. */
export const longestParameters = 16_384

export function mendLine({ name, text }: ContentLine): string {
  if (name === 'ATTENDEE' || name === 'ORGANIZER') return quoteParameters(text)
  return name === 'RRULE' ? mendRule(text) : text
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

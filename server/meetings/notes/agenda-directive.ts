/**
 * One leaf directive, `::name[label]{#id key=value key="quoted"}`, after the CommonMark proposal for generic
 * directives. Knows the syntax, not what the names mean. *Pure.*
 * @see https://talk.commonmark.org/t/generic-directives-plugins-syntax/444
 */
import { AgendaError } from './agenda.ts'
import { endOfLabel } from './agenda-text.ts'

/** `label` is still encoded, and null without brackets; `#x` is the attribute `id`. */
export type Directive = { name: string; label: string | null; attributes: Map<string, string> }

const NAME = /^::([A-Za-z][\w-]*)/
const ATTRIBUTE = /[ \t]*(?:#([^\s"'={}#]+)|([A-Za-z][\w-]*)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s"'=<>`{}]+)))(?=[ \t}])/y
const endOfAttributes = /[ \t]*\}/y

/**
 * @param source  starts with `::`, without spaces around it
 * @throws {AgendaError} not a directive, an unclosed label, a malformed or repeated attribute
 */
export function readDirective(source: string, line: number): Directive {
  const name = NAME.exec(source)?.[1]
  if (name === undefined) throw new AgendaError(line, 'after `::` there must be a name, as in `::action-item[…]`')
  let rest = source.slice('::'.length + name.length)
  let label: string | null = null
  if (rest.startsWith('[')) {
    const end = endOfLabel(rest)
    if (end === -1) throw new AgendaError(line, `the \`[\` after \`::${name}\` is not closed by a \`]\``)
    label = rest.slice(1, end)
    rest = rest.slice(end + 1)
  }
  const { attributes, length } = readAttributes(rest, line)
  if (length < rest.length) {
    const expected = label === null && length === 0 ? `\`[\` right after \`::${name}\`` : 'the end of the line'
    throw new AgendaError(line, `expected ${expected}, found ${quote(rest.slice(length))}`)
  }
  return { name, label, attributes }
}

/** Quotes a part of the input in an error message, shortened. */
export function quote(source: string): string {
  const characters = [...source.trim().slice(0, 100)]
  return `\`${characters.length > 40 ? `${characters.slice(0, 40).join('')}…` : characters.join('')}\``
}

/** @returns the attributes and their length with braces in characters; no attributes and 0 if there are no braces */
function readAttributes(source: string, line: number): { attributes: Map<string, string>; length: number } {
  const attributes = new Map<string, string>()
  if (!source.startsWith('{')) return { attributes, length: 0 }
  let at = 1
  while (true) {
    endOfAttributes.lastIndex = at
    if (endOfAttributes.test(source)) return { attributes, length: endOfAttributes.lastIndex }
    ATTRIBUTE.lastIndex = at
    const match = ATTRIBUTE.exec(source)
    if (match === null) throw new AgendaError(line, `expected \`key=value\` or \`}\`, found ${quote(source.slice(at))}`)
    const [, id, key = 'id', double, single, bare] = match
    if (attributes.has(key)) throw new AgendaError(line, `the attribute \`${key}\` is there twice`)
    attributes.set(key, id ?? double ?? single ?? bare ?? '')
    at = ATTRIBUTE.lastIndex
  }
}

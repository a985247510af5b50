/** People as they are written: a name, an address, or `Ada Moreau <ada@acme.test>`. *Pure.* */
import { cutShort, oneLine } from '../server/platform/text.ts'

export type Person = { name?: string; email?: string }

/** For lists of people: the name, else the address. */
export const nameOf = ({ name, email }: Person): string => name ?? email ?? ''

export const printPerson = (person: Person): string =>
  person.name && person.email ? `${person.name} <${person.email}>` : nameOf(person)

/** @returns null for a text that says nothing */
export function readPerson(text: string): Person | null {
  const { name, address } = splitAddress(oneLine(text))
  const known = cutShort(oneLine(name.replace(/^"|"$/g, '')), 255)
  if (!known && !address) return null
  return { ...(known && { name: known }), ...(address && { email: address.toLowerCase() }) }
}

/** @param known  people whose text did not change stay as they are: a file may say more exactly what is a name */
export const readPeople = (texts: readonly string[], known: readonly Person[]): Person[] =>
  texts.flatMap((text) => known.find((person) => printPerson(person) === text) ?? readPerson(text) ?? [])

/** Characters of the longest address: 64, `@`, and 255. */
const longestAddress = 320

/** Signs that part an address from what is around it. */
const parting = /[\s<>()@,;]/

/** By its last `@`: one pattern for all of it would take minutes for a long line of a hostile file. */
function splitAddress(line: string): { name: string; address: string } {
  const none = { name: line, address: '' }
  const end = /[>)]$/.test(line) ? line.length - 1 : line.length
  const at = line.lastIndexOf('@', end - 1)
  let start = at
  while (start > 0 && !parting.test(line[start - 1]!)) start--
  const domain = line.slice(at + 1, end)
  if (start === at || end - start > longestAddress) return none
  if (parting.test(domain) || !domain.slice(1, -1).includes('.')) return none
  return { name: line.slice(0, start).replace(/[<(]$/, '').trimEnd(), address: line.slice(start, end) }
}

/** People as a person writes them: a name, an address, or `Ada Moreau <ada@acme.test>`. *Pure.* */
import type { Person } from '../../../meeting-import/meetings.ts'

export const printPerson = ({ name, email }: Person): string =>
  name && email ? `${name} <${email}>` : (name ?? email ?? '')

export function readPerson(text: string): Person {
  const [, before = '', email] = /^(.*)<([^<>\s@]+@[^<>\s@]+)>$/.exec(text.trim()) ?? []
  const name = before.trim()
  if (email) return name ? { name, email } : { email }
  return /^[^\s@<>]+@[^\s@<>]+$/.test(text.trim()) ? { email: text.trim() } : { name: text.trim() }
}

/** Parses a list of people that a spreadsheet saved, to invite or change them. *Pure.* */
import Papa from 'papaparse'

/** `no_email`, `bad_email`, `too_long`, `bad_admin`, `bad_active`; `twice` on an earlier line. */
export type PeopleProblem = 'no_email' | 'bad_email' | 'too_long' | 'bad_admin' | 'bad_active' | 'twice'

/** `null`: missing in the list. */
export type PeopleRow = {
  line: number
  email: string
  full_name: string
  admin: boolean | null
  active: boolean | null
  problem: PeopleProblem | null
}

const columns = {
  email: ['email', 'e-mail', 'mail'],
  name: ['name', 'full_name', 'full name'],
  admin: ['admin'],
  active: ['active', 'aktiv'],
}
const yes = ['yes', 'true', '1', 'ja', 'admin', 'x']
const no = ['no', 'false', '0', 'nein']
const looksLikeEmail = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const maxName = 255

/** The first line may name the columns; otherwise their order is e-mail, name, admin, active. */
export function readPeople(text: string): PeopleRow[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, '').trimEnd(), { delimitersToGuess: [',', ';', '\t'] })
  const rows = data.map((cells, index) => ({ cells: cells.map((cell) => cell.trim()), line: index + 1 }))
  const places = placesIn(rows[0]?.cells ?? [])
  const seen = new Set<string>()
  return rows
    .slice(places.isNamed ? 1 : 0)
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
    .map(({ cells, line }) => {
      const cell = (place: number) => cells[place] ?? ''
      const [email, full_name] = [cell(places.email), cell(places.name)]
      const [admin, active] = [flagOf(cell(places.admin)), flagOf(cell(places.active))]
      const folded = email.toLowerCase()
      const problem = problemOf(email, full_name, admin, active) ?? (seen.has(folded) ? 'twice' : null)
      seen.add(folded)
      return { line, email, full_name, admin: admin ?? null, active: active ?? null, problem }
    })
}

function placesIn(cells: string[]) {
  const names = cells.map((cell) => cell.toLowerCase())
  const placeOf = (of: string[]) => names.findIndex((name) => of.includes(name))
  const found = {
    email: placeOf(columns.email),
    name: placeOf(columns.name),
    admin: placeOf(columns.admin),
    active: placeOf(columns.active),
  }
  return found.email === -1 ? { email: 0, name: 1, admin: 2, active: 3, isNamed: false } : { ...found, isNamed: true }
}

/** @returns undefined for a word that is neither yes nor no */
function flagOf(cell: string): boolean | null | undefined {
  const word = cell.toLowerCase()
  if (word === '') return null
  return yes.includes(word) ? true : no.includes(word) ? false : undefined
}

type Flag = boolean | null | undefined

function problemOf(email: string, name: string, admin: Flag, active: Flag): PeopleProblem | null {
  if (email === '') return 'no_email'
  if (!looksLikeEmail.test(email)) return 'bad_email'
  if (name.length > maxName) return 'too_long'
  if (admin === undefined) return 'bad_admin'
  return active === undefined ? 'bad_active' : null
}

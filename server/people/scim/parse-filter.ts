/** Parses SCIM's filters and attribute paths into trees (RFC 7644, 3.4.2.2 and 3.5.2). *Pure.* */
import type { ApiError } from '../../platform/errors.ts'
import { cutShort, isStorable } from '../../platform/text.ts'
import { scimError } from './scim-errors.ts'

/** Attribute names are in lower case, for comparison, and without the core schema of users or groups. */
export type Filter =
  | { op: 'and' | 'or'; filters: Filter[] }
  | { op: 'not'; filter: Filter }
  | { op: '[]'; path: string; filter: Filter }
  | { op: 'pr'; path: string }
  | { op: Comparison; path: string; value: string | number | boolean | null }
type Comparison = (typeof comparisons)[number]

/** `schema` is set only for an attribute of an extension. */
export type Path = { schema: string | null; attribute: string; sub: string | null; filter: Filter | null }

const comparisons = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const

/** Enough for a comparison with the longest address, 1,024 characters. */
export const maxFilterCharacters = 2_048
export const maxFilterDepth = 8
export const maxFilterTerms = 20

/** @throws {ApiError} 400 invalidFilter */
export function parseFilter(text: string): Filter {
  const reader = new Reader(text, wrongFilter)
  const filter = reader.readOr(0)
  reader.requireEnd()
  return filter
}

/**
 * @param location  where the path is in the request, for the error
 * @throws {ApiError} 400 invalidPath
 */
export function parsePath(text: string, location: string): Path {
  const wrong = (what: string) => scimError('invalidPath', `${location} is not the path of an attribute: ${what}`)
  const reader = new Reader(text, wrong)
  const path = reader.readPath()
  reader.requireEnd()
  return path
}

const wrongFilter = (what: string) => scimError('invalidFilter', `filter is not valid: ${what}`)

// Each alternative begins with different characters, so that there is no backtracking between them.
const tokenForm = /\s+|"(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+/sy

function cutTokens(text: string, wrong: (what: string) => ApiError): string[] {
  if (text.length > maxFilterCharacters) throw wrong(`it has more than ${maxFilterCharacters} characters`)
  if (!isStorable(text)) throw wrong('it contains NUL or half a surrogate pair')
  const tokens: string[] = []
  tokenForm.lastIndex = 0
  while (tokenForm.lastIndex < text.length) {
    const at = tokenForm.lastIndex
    const [token] = tokenForm.exec(text) ?? []
    if (token === undefined) throw wrong(`a text that begins at character ${at + 1} does not end`)
    if (token.trim() !== '') tokens.push(token)
  }
  return tokens
}

class Reader {
  readonly #tokens: string[]
  readonly #wrong: (what: string) => ApiError
  #at = 0
  #terms = 0

  constructor(text: string, wrong: (what: string) => ApiError) {
    this.#tokens = cutTokens(text, wrong)
    this.#wrong = wrong
  }

  readOr(depth: number): Filter {
    return this.#readRow('or', () => this.#readRow('and', () => this.#readTerm(depth)))
  }

  /** `emails[type eq "work"].value`. */
  readPath(): Path {
    const named = this.#readName()
    if (!this.#take('[')) return { ...named, filter: null }
    const filter = this.readOr(1)
    this.#require(']')
    const rest = this.#tokens[this.#at]
    if (rest === undefined) return { ...named, filter }
    if (named.sub !== null || !/^\.[^.]+$/.test(rest)) throw this.#unexpected()
    this.#at++
    return { ...named, sub: rest.slice(1).toLowerCase(), filter }
  }

  requireEnd(): void {
    if (this.#at < this.#tokens.length) throw this.#unexpected()
  }

  #readRow(op: 'and' | 'or', read: () => Filter): Filter {
    const filters = [read()]
    while (this.#take(op)) filters.push(read())
    return filters.length === 1 ? filters[0]! : { op, filters }
  }

  #readTerm(depth: number): Filter {
    if (depth > maxFilterDepth) throw this.#wrong(`it nests deeper than ${maxFilterDepth} levels`)
    if (this.#take('(')) return this.#readInside(depth)
    if (this.#take('not')) {
      this.#require('(')
      return { op: 'not', filter: this.#readInside(depth) }
    }
    this.#terms++
    if (this.#terms > maxFilterTerms) throw this.#wrong(`it has more than ${maxFilterTerms} comparisons`)
    const path = nameOf(this.#readName())
    if (this.#take('[')) {
      const filter = this.readOr(depth + 1)
      this.#require(']')
      const sub = /^\.([a-z$][\w$-]*)$/i.exec(this.#tokens[this.#at] ?? '')
      if (!sub) return { op: '[]', path, filter }
      this.#at++
      // Not in the grammar, but sent by some clients: `emails[type eq "work"].value eq "…"`.
      return {
        op: 'and',
        filters: [{ op: '[]', path, filter }, this.#readComparison(`${path}.${sub[1]!.toLowerCase()}`)],
      }
    }
    return this.#readComparison(path)
  }

  #readComparison(path: string): Filter {
    if (this.#take('pr')) return { op: 'pr', path }
    const op = comparisons.find((each) => this.#take(each))
    if (!op) throw this.#unexpected()
    return { op, path, value: this.#readValue() }
  }

  #readInside(depth: number): Filter {
    const filter = this.readOr(depth + 1)
    this.#require(')')
    return filter
  }

  #readName() {
    const token = this.#tokens[this.#at]
    if (token === undefined || !nameForm.test(token)) throw this.#unexpected()
    this.#at++
    return cutName(token)
  }

  #readValue(): string | number | boolean | null {
    const token = this.#tokens[this.#at]
    if (token === undefined) throw this.#unexpected()
    try {
      const value = JSON.parse(/^(true|false|null)$/i.test(token) ? token.toLowerCase() : token)
      if (typeof value === 'string' && !isStorable(value)) throw this.#unexpected()
      this.#at++
      return value
    } catch {
      throw /^[\w@.+-]+$/.test(token) ? this.#wrong(withoutQuotes(token)) : this.#unexpected()
    }
  }

  #take(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false
    this.#at++
    return true
  }

  #require(word: string): void {
    if (!this.#take(word)) throw this.#unexpected(`"${word}" is expected`)
  }

  #unexpected(expected = ''): ApiError {
    const token = this.#tokens[this.#at]
    const found = token === undefined ? 'it ends too early' : `${cutShort(token, 50)} is not expected there`
    return this.#wrong(expected && token === undefined ? `${found}, ${expected}` : found)
  }
}

/** The examples of Entra's documents have a word without them. */
export const withoutQuotes = (value: unknown) =>
  `${cutShort(String(value), 50)} needs quotation marks, as in externalId eq "${cutShort(String(value), 50)}"`

const nameForm = /^(urn:[^\s:]+(:[^\s:]+)*:)?[a-z$][\w$-]*(\.[a-z$][\w$-]*)?$/i
const coreSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(user|group)$/

/** `urn:…:User:name.givenName`: the schema ends with the last colon. */
function cutName(token: string): Omit<Path, 'filter'> {
  const name = token.toLowerCase()
  const end = name.lastIndexOf(':')
  const schema = end < 0 ? null : name.slice(0, end)
  const [attribute, sub = null] = name.slice(end + 1).split('.')
  return { schema: schema !== null && coreSchema.test(schema) ? null : schema, attribute: attribute!, sub }
}

/** The normalized name of an attribute, as filters and choices compare it. */
function nameOf({ schema, attribute, sub }: Omit<Path, 'filter'>): string {
  return `${schema === null ? '' : `${schema}:`}${attribute}${sub === null ? '' : `.${sub}`}`
}

/** Normalizes any spelling of an attribute's name. */
export const plainName = (text: string) => nameOf(cutName(text.trim()))

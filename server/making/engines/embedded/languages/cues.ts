/** What the embedded writer knows of a spoken language. Each language is one table of words and phrases. *Pure.* */

/**
 * Each text is a regular expression of whole words, in lower case: alternatives with `|`, spaces for any space, `'` for
 * both apostrophes.
 */
export type Table = {
  /** ISO 639-3. */
  code: string
  /** Words without content before a statement; a quotation begins after them. */
  openings: string
  /** Sounds of hesitation, and signs of a false start: `the the`. */
  slips: string
  /** Starts of a statement that the sentence before explains: `that's`. */
  dependentStarts: string
  /** Words for something that has been named before: `it`. */
  pronouns: string
  /** Last words of a statement that breaks off: `the`. */
  openEnds: string
  /** Words for the group: `we`. */
  group: string
  /** Words before a noun: `the`. */
  determiners: string
  /** Thanks, greetings and a chair's procedure. */
  courtesies: string
  /** Names the purpose of the meeting. */
  purpose: string
}

type List = Exclude<keyof Table, 'code'>
export type Cues = { code: string } & Record<List, RegExp>

const before = "(?<![\\p{L}\\p{N}'-])"
const after = '(?![\\p{L}\\p{N}])'
/** Lists of words that are looked for in one place only. */
const places: Partial<Record<List, [string, string]>> = {
  openings: ['^(?:(?:', `)${after}[\\s,.…–-]*)+(?=\\S)`],
  dependentStarts: ['^(?:', `)${after}`],
  openEnds: [`${before}(?:`, ')[\\s.,;:!?…–-]*$'],
}

export function cuesOf({ code, ...lists }: Table): Cues {
  const compiled = Object.entries(lists).map(([name, text]) => {
    const [start, end] = places[name as List] ?? [`${before}(?:`, `)${after}`]
    return [name, new RegExp(`${start}${text}${end}`, 'iu')]
  })
  return { code, ...Object.fromEntries(compiled) }
}

/** For other languages: whole sentences are quoted. */
const never = '(?!)'
export const unknown: Table = {
  code: 'und',
  openings: never,
  slips: never,
  dependentStarts: never,
  pronouns: never,
  openEnds: never,
  group: never,
  determiners: '\\p{L}+',
  courtesies: never,
  purpose: never,
}

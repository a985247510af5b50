/** What the embedded writer knows of a spoken language. Each language is one table of words and phrases. *Pure.* */

/**
 * Each text is a regular expression of whole words, in lower case: alternatives with `|`, spaces for any space, `'` for
 * both apostrophes. `{work}` stands for one of the verbs of `work`, with up to `wordsBetween` words before it.
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
  /** Starts of a turn that agrees, and of one that does not. */
  yes: string
  no: string
  /** Conditions, wishes, negations, stories and guesses: nothing in such a sentence is promised or decided. */
  doubts: string
  /** Names the purpose of the meeting. */
  purpose: string
  /** Verbs of work that people do after a meeting, as they follow the phrases below. */
  work: string
  wordsBetween: number
  /** The speaker takes on work: `I will {work}`. */
  promises: string
  /** Somebody is asked for work: `can you {work}`. It counts after a yes. */
  requests: string
  /** After the name of a person of the meeting: `will {work}`. */
  assigns: string
  /** Reports a decision: `we decided`. */
  decided: string
  /** A proposal, which becomes a decision after a yes: `let's use`. */
  proposed: string
}

type List = Exclude<keyof Table, 'code' | 'work' | 'wordsBetween'>
export type Cues = { code: string } & Record<List, RegExp>

const before = "(?<![\\p{L}\\p{N}'-])"
const after = '(?![\\p{L}\\p{N}])'
/** Lists of words that are looked for in one place only. */
const places: Partial<Record<List, [string, string]>> = {
  openings: ['^(?:(?:', `)${after}[\\s,.…–-]*)+(?=\\S)`],
  dependentStarts: ['^(?:', `)${after}`],
  yes: ['^(?:', `)${after}`],
  no: ['^(?:', `)${after}`],
  openEnds: [`${before}(?:`, ')[\\s.,;:!?…–-]*$'],
}

export function cuesOf({ code, work, wordsBetween, ...lists }: Table): Cues {
  const verb = `(?:[\\p{L}\\p{N}]+[ ']){0,${wordsBetween}}(?:${work})`
  const compiled = Object.entries(lists).map(([name, text]) => {
    const [start, end] = places[name as List] ?? [`${before}(?:`, `)${after}`]
    return [name, new RegExp(`${start}${text.replaceAll('{work}', verb)}${end}`, 'iu')]
  })
  return { code, ...Object.fromEntries(compiled) }
}

/** For other languages: whole sentences are quoted, and no item or decision is found. */
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
  yes: never,
  no: never,
  doubts: never,
  purpose: never,
  work: never,
  wordsBetween: 0,
  promises: never,
  requests: never,
  assigns: never,
  decided: never,
  proposed: never,
}

/** Merges what two people made of one agenda, block by block (three-way merge). *Pure.* */
import { type Line, printLine, readAgenda } from './markup.ts'

/** Rows that differ: `start` to `end` of the first list, `start` to `newEnd` of the second. */
type Difference = { start: number; end: number; newEnd: number }

export function difference(from: ArrayLike<string>, to: ArrayLike<string>): Difference {
  const shorter = Math.min(from.length, to.length)
  let start = 0
  while (start < shorter && from[start] === to[start]) start++
  let after = 0
  while (after < shorter - start && from[from.length - 1 - after] === to[to.length - 1 - after]) after++
  return { start, end: from.length - after, newEnd: to.length - after }
}

/** What became of a line: `line` is null if it is gone, and `before` was inserted above it. */
export type Fate = { line: string | null; before: string[] }

/** @returns a fate for each line of `base`, and one for the end */
export function fatesOf(base: string[], next: string[]): Fate[] {
  const fates: Fate[] = []
  const changed = { from: 0, newFrom: 0 }
  for (const [at, newAt] of [...sameLines(base, next), [base.length, next.length] as const]) {
    fates.push(...fatesOfChanged(base.slice(changed.from, at), next.slice(changed.newFrom, newAt), base[at] ?? null))
    Object.assign(changed, { from: at + 1, newFrom: newAt + 1 })
  }
  return fates
}

/** The line `below` is unchanged. Changed lines correspond by their id, or by their order. */
function fatesOfChanged(gone: string[], added: string[], below: string | null): Fate[] {
  let used = 0
  const fates = gone.map((line): Fate => {
    const id = idOf(line)
    const at = id === null ? used : added.findIndex((other, index) => index >= used && idOf(other) === id)
    if (at < 0 || at >= added.length) return { line: null, before: [] }
    const before = added.slice(used, at)
    used = at + 1
    return { line: added[at]!, before }
  })
  return [...fates, { line: below, before: added.slice(used) }]
}

const idOf = (line: string): string | null => /\{#([\w-]+)[ }]/.exec(line)?.[1] ?? null

/** More pairs of lines are not compared: what is between the first and the last change then counts as changed. */
const mostPairs = 250_000

/** Pairs of indices of equal lines, as many as possible (longest common subsequence). */
function sameLines(base: string[], next: string[]): [number, number][] {
  const { start, end, newEnd } = difference(base, next)
  const pairs: [number, number][] = Array.from({ length: start }, (_, at) => [at, at])
  const [rows, columns] = [end - start, newEnd - start]
  if (rows * columns <= mostPairs) {
    const width = columns + 1
    const longest = new Uint16Array((rows + 1) * width)
    const isSame = (row: number, column: number) => base[start + row] === next[start + column]
    for (let row = rows - 1; row >= 0; row--)
      for (let column = columns - 1; column >= 0; column--)
        longest[row * width + column] = isSame(row, column)
          ? longest[(row + 1) * width + column + 1]! + 1
          : Math.max(longest[(row + 1) * width + column]!, longest[row * width + column + 1]!)
    for (let row = 0, column = 0; row < rows && column < columns; ) {
      if (isSame(row, column)) pairs.push([start + row++, start + column++])
      else if (longest[(row + 1) * width + column]! >= longest[row * width + column + 1]!) row++
      else column++
    }
  }
  for (let at = end; at < base.length; at++) pairs.push([at, at - end + newEnd])
  return pairs
}

/**
 * @param base  the common base, as lines of markup
 * @returns both changes merged, or null if they change the same words or the same field of one line
 */
export function merge(base: string[], mine: string[], theirs: string[]): string[] | null {
  const [own, others] = [fatesOf(base, mine), fatesOf(base, theirs)]
  const merged: string[] = []
  for (const [index, { line, before }] of own.entries()) {
    const other = others[index]!
    const known = new Set(other.before.map(withoutId))
    // What both wrote, or what a lost response has stored, is there once.
    merged.push(...other.before, ...before.filter((each) => !known.has(withoutId(each))))
    const both = mergeLine(base[index] ?? null, line, other.line)
    if (both === undefined) return null
    if (both !== null) merged.push(both)
  }
  return merged
}

const withoutId = (line: string) => line.replace(/\{#[\w-]+\}$|(?<=\{)#[\w-]+ /, '')

/** A changed line wins over its removal. @returns undefined if both changed the same of it */
function mergeLine(base: string | null, mine: string | null, theirs: string | null): string | null | undefined {
  if (mine === theirs || theirs === base) return mine
  if (mine === base || mine === null) return theirs
  if (theirs === null || base === null) return mine
  const fields = [base, mine, theirs].map(fieldsOf)
  const merged = mergeFields(...(fields as [Fields, Fields, Fields]))
  return merged && printLine(merged as Line)
}

type Fields = Record<string, unknown>
const fieldsOf = (line: string): Fields => readAgenda(`::agenda{version=1}\n\n${line}`).lines[0]!

function mergeFields(base: Fields, mine: Fields, theirs: Fields): Fields | undefined {
  if (mine.kind !== theirs.kind) return undefined
  const merged: Fields = {}
  for (const name of Object.keys(mine)) {
    const [was, own, other] = [base[name], mine[name], theirs[name]]
    if (isEqual(own, other) || isEqual(other, was)) merged[name] = own
    else if (isEqual(own, was)) merged[name] = other
    else if (name === 'text') merged.text = mergeText(String(was), String(own), String(other))
    else return undefined
    if (merged[name] === undefined) return undefined
  }
  return merged
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Both changes, if they are in different places, or one began with the other. */
function mergeText(base: string, mine: string, theirs: string): string | undefined {
  const [own, other] = [difference(base, mine), difference(base, theirs)]
  const isSamePlace = own.start === other.start && own.end === other.end
  const isFirst = own.start < other.start || own.end < other.end
  const [first, second, above, below] = isFirst ? [own, other, mine, theirs] : [other, own, theirs, mine]
  if (!isSamePlace && first.end <= second.start)
    return above.slice(0, first.newEnd) + base.slice(first.end, second.start) + below.slice(second.start)
  if (!isSamePlace) return undefined
  const [ownText, otherText] = [mine.slice(own.start, own.newEnd), theirs.slice(other.start, other.newEnd)]
  if (ownText.startsWith(otherText)) return mine
  return otherText.startsWith(ownText) ? theirs : undefined
}

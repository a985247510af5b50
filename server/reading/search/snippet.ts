/** The part of a passage that shows why it was found, and where the words are in it (decision 44 on search). *Pure.* */
import { cutWords } from '../../meetings/text-index/words.ts'

/** `hits` are half-open ranges of code points of `text`. */
export type Snippet = { text: string; hits: [number, number][] }

const maxCharacters = 320
/** Characters that are shown before the first hit. */
const before = 60

/** @param found  which of its words were found, counted from 0 in order */
export function makeSnippet(text: string, found: number[]): Snippet {
  const words = [...cutWords(text)]
  const ranges = found.flatMap((number) => words[number] ?? [])
  const { from, to } = window(text, ranges)
  const head = from > 0 ? '…' : ''
  const shown = `${head}${text.slice(from, to).replaceAll('\n', ' ')}${to < text.length ? '…' : ''}`
  let [read, characters] = [from, head.length]
  const charactersTo = (at: number) => {
    characters += [...text.slice(read, at)].length
    read = at
    return characters
  }
  const inside = ranges.filter((range) => range.from >= from && range.to <= to)
  return { text: shown, hits: inside.map((range) => [charactersTo(range.from), charactersTo(range.to)]) }
}

/** The part of the text with the most found words. It begins with a whole word and ends with one. */
function window(text: string, ranges: { from: number; to: number }[]): { from: number; to: number } {
  if (text.length <= maxCharacters) return { from: 0, to: text.length }
  let [best, most] = [0, 0]
  let end = 0
  for (const [index, { from }] of ranges.entries()) {
    while (end < ranges.length && ranges[end]!.to <= from + maxCharacters - before) end++
    if (end - index > most) [best, most] = [index, end - index]
  }
  const start = Math.min(Math.max(0, (ranges[best]?.from ?? 0) - before), text.length - maxCharacters)
  const from = start === 0 ? 0 : afterBlank(text, start)
  const until = from + maxCharacters
  return { from, to: until >= text.length ? text.length : beforeBlank(text, until) }
}

/** A text without blanks, such as Chinese, is cut between characters. */
function afterBlank(text: string, at: number): number {
  const blank = text.slice(at, at + before).search(/\s/)
  return blank < 0 ? whole(text, at) : at + blank + 1
}

function beforeBlank(text: string, at: number): number {
  const blank = text.slice(at - before, at).search(/\s\S*$/)
  return blank < 0 ? whole(text, at) : at - before + blank
}

/** Never cuts between the two code units of a character. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at)

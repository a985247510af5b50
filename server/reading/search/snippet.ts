/** The part of a passage that shows why it was found, and where the words are in it (decision 44 on search). *Pure.* */
import { cutWords } from '../../meetings/text-index/words.ts'

/** `hits` are half-open ranges of code points of `text`. */
export type Snippet = { text: string; hits: [number, number][] }

/** A half-open range of UTF-16 units of the passage's text. */
export type Range = { from: number; to: number }

/** Where a part of the text may begin. Such a part ends at `end` at the latest, where its text or its speaker ends. */
export type Span = Range & { end: number }

/** `marks` are the found words in it. `span` is the one in which it begins. */
export type Cut<Each extends Span> = Range & { marks: Range[]; span: Each }

/** `label` is written before the text that begins at `at`. */
export type Label = { at: number; label: string }

const maxCharacters = 320
/** Characters that are shown before the first hit. */
const before = 60

/** Of a text that nobody speaks. @param found  which of its words were found, counted from 0 in order */
export function makeSnippet(text: string, found: number[]): Snippet {
  return printSnippet(text, cutPassage(text, found, [{ from: 0, to: text.length, end: text.length }]), [])
}

/**
 * The part of the text with the most found words, and of those the longest. It begins with a whole word and ends with one. Its
 * first found word is in the span in which it begins; if no span has one, it begins where a span does.
 * @param found  which of its words were found, counted from 0 in order
 * @param spans  at least one, in order
 */
export function cutPassage<Each extends Span>(text: string, found: number[], spans: Each[]): Cut<Each> {
  const words = [...cutWords(text)]
  const ranges = found.flatMap((number) => words[number] ?? [])
  const { first, span } = chooseFirst(ranges, spans)
  const start = Math.max(span.from, Math.min(first - before, span.end - maxCharacters))
  const from = start === span.from ? start : afterBlank(text, start)
  const until = from + maxCharacters
  const to = until >= span.end ? span.end : beforeBlank(text, until)
  return { from, to, marks: ranges.filter((range) => range.from >= from && range.to <= to), span }
}

type Beginning<Each> = { first: number; span: Each }

/** @returns where the part begins, but for what is shown before it */
function chooseFirst<Each extends Span>(ranges: Range[], spans: Each[]): Beginning<Each> {
  const inSpans = beginningsIn(ranges, spans)
  const beginnings = inSpans.length > 0 ? inSpans : spans.map((span) => ({ first: span.from, span }))
  let best = { ...beginnings[0]!, most: -1, length: 0 }
  let [from, to] = [0, 0]
  for (const { first, span } of beginnings) {
    const until = Math.min(span.end, first + maxCharacters - before)
    while (from < ranges.length && ranges[from]!.from < first) from++
    while (to < ranges.length && ranges[to]!.to <= until) to++
    const [most, length] = [Math.max(0, to - from), until - first]
    if (most > best.most || (most === best.most && length > best.length)) best = { first, span, most, length }
  }
  return best
}

/** The ranges that begin in a span. */
function beginningsIn<Each extends Span>(ranges: Range[], spans: Each[]): Beginning<Each>[] {
  let at = 0
  return ranges.flatMap(({ from: first }) => {
    while (at < spans.length && spans[at]!.to <= first) at++
    const span = spans[at]
    return span && span.from <= first ? [{ first, span }] : []
  })
}

/** In one line, with `…` where it begins or ends inside its span. @param labels  in order, inside the cut */
export function printSnippet(text: string, { from, to, marks, span }: Cut<Span>, labels: Label[]): Snippet {
  let [shown, characters, read, next] = ['', 0, from, 0]
  const add = (part: string) => {
    shown += part.replaceAll('\n', ' ')
    characters += [...part].length
  }
  /** @returns how many characters are shown before `at` */
  const addTo = (at: number) => {
    for (; next < labels.length && labels[next]!.at <= at; next++) {
      add(text.slice(read, labels[next]!.at) + labels[next]!.label)
      read = labels[next]!.at
    }
    add(text.slice(read, at))
    read = at
    return characters
  }
  if (from > span.from) add('…')
  const hits = marks.map((mark): [number, number] => [addTo(mark.from), addTo(mark.to)])
  addTo(to)
  if (to < span.end) add('…')
  return { text: shown, hits }
}

/** A text without blanks, such as Chinese, is cut between characters. */
function afterBlank(text: string, at: number): number {
  const blank = text.slice(at, at + before).search(/\s/)
  return blank < 0 ? whole(text, at) : at + blank + 1
}

function beforeBlank(text: string, at: number): number {
  const last = text.slice(at - before, at)
  const blank = last.search(/\s\S*$/)
  return blank < 0 ? whole(text, at) : at - before + last.slice(0, blank).trimEnd().length
}

/** Never cuts between the two code units of a character. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at)

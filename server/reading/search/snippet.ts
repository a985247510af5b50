/** The part of a passage that shows why it was found, and where the words are in it (decision 44 on search). *Pure.* */
import { cutWords } from '../../meetings/text-index/words.ts'

/** `hits` are half-open ranges of code points of `text`. */
export type Snippet = { text: string; hits: [number, number][] }

/** A half-open range of UTF-16 units of the passage's text. */
export type Range = { from: number; to: number }

/** `marks` are the found words in it. `room` is the one in which it begins. */
export type Cut<Room extends Range> = Range & { marks: Range[]; room: Room }

/** `label` is written before the text that begins at `at`. */
export type Label = { at: number; label: string }

const maxCharacters = 320
/** Characters that are shown before the first hit. */
const before = 60

/** Of a text that nobody speaks. @param found  which of its words were found, counted from 0 in order */
export function makeSnippet(text: string, found: number[]): Snippet {
  return printSnippet(text, cutPassage(text, found, [{ from: 0, to: text.length }]), [])
}

/**
 * The part of the text with the most found words, and of those the longest. It begins with a whole word and ends with one.
 * @param found  which of its words were found, counted from 0 in order
 * @param rooms  in order of `from`, the first at 0. The part begins in the last that begins before its first found word, and
 *   ends in it.
 */
export function cutPassage<Room extends Range>(text: string, found: number[], rooms: Room[]): Cut<Room> {
  const words = [...cutWords(text)]
  const ranges = found.flatMap((number) => words[number] ?? [])
  const { first, room } = chooseFirst(ranges, rooms)
  const start = Math.max(room.from, Math.min(first - before, room.to - maxCharacters))
  const from = start === room.from ? start : afterBlank(text, start)
  const until = from + maxCharacters
  const to = until >= room.to ? room.to : beforeBlank(text, until)
  return { from, to, marks: ranges.filter((range) => range.from >= from && range.to <= to), room }
}

/** @returns where the first found word begins; without one, where the first room does */
function chooseFirst<Room extends Range>(ranges: Range[], rooms: Room[]): { first: number; room: Room } {
  let best = { first: rooms[0]!.from, room: rooms[0]!, most: 0, length: 0 }
  let [end, at] = [0, 0]
  for (const [index, { from: first }] of ranges.entries()) {
    while (at + 1 < rooms.length && rooms[at + 1]!.from <= first) at++
    const room = rooms[at]!
    const to = Math.min(room.to, first + maxCharacters - before)
    end = Math.max(end, index)
    while (end < ranges.length && ranges[end]!.to <= to) end++
    const [most, length] = [end - index, to - first]
    if (most > best.most || (most === best.most && length > best.length)) best = { first, room, most, length }
  }
  return best
}

/** In one line, with `…` where it begins or ends inside its room. @param labels  in order, inside the cut */
export function printSnippet(text: string, { from, to, marks, room }: Cut<Range>, labels: Label[]): Snippet {
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
  if (from > room.from) add('…')
  const hits = marks.map((mark): [number, number] => [addTo(mark.from), addTo(mark.to)])
  addTo(to)
  if (to < room.to) add('…')
  return { text: shown, hits }
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

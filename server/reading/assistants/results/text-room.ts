/** Limits on text in one result, so that it fits into an assistant's context. *Pure.* */
import { cutShort } from '../../../platform/text.ts'

/** Characters of long texts in one result: agendas, AI notes, transcripts. */
export const maxLongText = 20_000
/** Segments of a transcript in one result. */
export const maxSegments = 200
/** Characters of each text in a list, and of each title, name and address. */
export const maxShortText = 400
/** Attendees that one result names of a meeting. */
export const maxAttendees = 20
/** Assignees that one result names of each item. */
export const maxAssignees = 5

/** The characters that the long texts of one result share: first come, first served. */
export class TextRoom {
  #left: number
  /** Whether a text did not fit. */
  isCut = false

  constructor(characters = maxLongText) {
    this.#left = characters
  }

  get left(): number {
    return this.#left
  }

  /** @returns as much of the text as fits, with `…` where it was cut */
  take(text: string): string {
    const fitting = this.#left > 0 ? cutShort(text, this.#left) : ''
    this.isCut ||= fitting !== text
    this.#left -= [...fitting].length
    return fitting
  }
}

/** As JSON, where a letter of some scripts takes three bytes. */
export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value))

/** Without the quotation marks. */
const bytesIn = (text: string) => bytesOf(text) - 2
const ellipsis = '…'

/** @returns the beginning of a longer text, with `…`, in at most so many bytes */
export function cutToBytes(text: string, most: number): string {
  if (bytesIn(text) <= most) return text
  let [kept, left] = ['', most - bytesIn(ellipsis)]
  for (const character of text) {
    left -= bytesIn(character)
    if (left < 0) break
    kept += character
  }
  return kept + ellipsis
}

/** Characters of the text that stand before the first hit. */
const before = 16

/** @returns the part of the snippet that has its first hit */
export function cutAround({ text, hits }: { text: string; hits: number[][] }, most: number): string {
  if (bytesIn(text) <= most) return text
  const from = (hits[0]?.[0] ?? 0) - before
  if (from <= 0) return cutToBytes(text, most)
  const rest = [...text].slice(from).join('')
  const whole = rest.slice(0, before).includes(' ') ? rest.slice(rest.indexOf(' ') + 1) : rest
  return ellipsis + cutToBytes(whole, most - bytesIn(ellipsis))
}

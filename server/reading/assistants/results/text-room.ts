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

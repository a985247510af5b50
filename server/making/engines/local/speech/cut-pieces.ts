/**
 * Cuts sound into pieces for the speech model: at pauses, joined up to 25 s, never longer than 28 s. Longer pieces lose
 * words, and short ones are read worse. *Pure.*
 */

/** In samples from the start of the sound. */
export type Span = { from: number; to: number }

export const hertz = 16_000
const longest = 28 * hertz
const joinedLongest = 25 * hertz
/** Around speech: the detector cuts soft beginnings off. */
const margin = 0.2 * hertz

export class PieceCutter {
  #piece: Span | null = null
  /** Where the last piece that was given away ends. */
  #taken = 0

  /** Takes a stretch of speech; stretches come in order. @returns the pieces that are complete */
  addSpeech({ from, to }: Span): Span[] {
    const begin = Math.max(this.#taken, from - margin)
    const end = to + margin
    if (this.#piece && end - this.#piece.from <= joinedLongest) {
      this.#piece.to = end
      return []
    }
    const done = this.end()
    this.#piece = { from: Math.max(this.#taken, begin), to: end }
    return done
  }

  /** @param heard  how much sound there was; stretches still to come begin within its last 28 s */
  advance(heard: number): Span[] {
    return this.#piece && heard - this.#piece.from > joinedLongest + longest + margin ? this.end() : []
  }

  /** What is left at the end. */
  end(): Span[] {
    if (!this.#piece) return []
    const { from, to } = this.#piece
    this.#piece = null
    this.#taken = to
    const count = Math.ceil((to - from) / longest)
    const cut = (index: number) => Math.round(from + ((to - from) * index) / count)
    return Array.from({ length: count }, (_, index) => ({ from: cut(index), to: cut(index + 1) }))
  }

  /** Sound before this is no longer needed. @param heard  how much sound there was */
  neededFrom(heard: number): number {
    return Math.max(0, this.#piece?.from ?? Math.max(this.#taken, heard - longest - 2 * hertz))
  }
}

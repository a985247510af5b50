/** Whether nothing has been heard for a while, and when a recording may end by itself. *Pure.* */

const silentMs = 10_000
/** Of the loudest channel, from 0 to 1; a quiet room is louder. */
const silentLevel = 0.003

export class Silence {
  #heardAt: number | null = null

  /** To be asked several times a second, with the levels of this moment. */
  isSilent(levels: number[], now: number): boolean {
    this.#heardAt ??= now
    if (Math.max(...levels) >= silentLevel) this.#heardAt = now
    return now - this.#heardAt >= silentMs
  }
}

/** So long after the meeting's planned end both channels must have been silent. */
const forgottenMs = 5 * 60_000
/** How long the question waits for an answer. */
export const askedMs = 60_000

/**
 * The levels of who may still be there. After its planned end a call is over once nobody else in it is heard: a microphone
 * hears the room of somebody who has hung up.
 */
export const levelsOfCall = (levels: number[], end: number | null, now: number): number[] =>
  end !== null && now > end ? levels.slice(-1) : levels

/** Asks once whether the recording goes on, when it seems to be forgotten; a sound or a press is an answer. */
export class Forgotten {
  #heardAt: number | null = null
  #askedAt: number | null = null
  #hasAnswer = false
  #wasGone = false

  /**
   * To be asked several times a second.
   * @param levels  of this moment; empty if the device cannot tell
   * @param end  the meeting's planned end; null if it has none
   * @param isGone  the shared tab or screen is gone
   * @returns milliseconds until it ends, 0 when it does; null while nothing is asked
   */
  leftMs(levels: number[], end: number | null, isGone: boolean, now: number): number | null {
    this.#heardAt ??= now
    const isHeard = levels.length === 0 || Math.max(...levels) >= silentLevel
    if (isHeard) this.#heardAt = now
    // A tab that goes is asked about at once, also if it is quiet already.
    const justGone = isGone && !this.#wasGone
    this.#wasGone = isGone
    if (this.#askedAt !== null && isHeard && now > this.#askedAt) return this.goOn()
    const since = end === null ? null : Math.max(end, this.#heardAt)
    const isForgotten = since !== null && now - since >= forgottenMs
    if (this.#askedAt === null && !this.#hasAnswer && (justGone || isForgotten)) this.#askedAt = now
    return this.#askedAt === null ? null : Math.max(0, this.#askedAt + askedMs - now)
  }

  /** It is not asked again. */
  goOn(): null {
    this.#askedAt = null
    this.#hasAnswer = true
    return null
  }

  /** A press too; the silence of a pause does not count. */
  pause(): void {
    if (this.#askedAt !== null) this.goOn()
    this.#heardAt = null
  }
}

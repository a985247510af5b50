/** Whether nothing has been heard for a while. *Pure.* */

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

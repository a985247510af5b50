/** The latest part of a sound, so that a recording of any length takes the same memory. *Pure.* */

export class RecentSound {
  #chunks: { from: number; samples: Float32Array }[] = []
  #end = 0

  /** How many samples there were in all. */
  get length(): number {
    return this.#end
  }

  add(samples: Float32Array): void {
    this.#chunks.push({ from: this.#end, samples })
    this.#end += samples.length
  }

  /** Forgets what is before this sample. */
  forgetBefore(from: number): void {
    const first = this.#chunks.findIndex((chunk) => chunk.from + chunk.samples.length > from)
    if (first > 0) this.#chunks.splice(0, first)
  }

  /** The samples of a span, as far as they are there. */
  read(from: number, to: number): Float32Array {
    const parts = this.#chunks.filter((chunk) => chunk.from < to && chunk.from + chunk.samples.length > from)
    const cut = parts.map(({ from: start, samples }) =>
      samples.subarray(Math.max(0, from - start), Math.min(samples.length, to - start)),
    )
    const joined = new Float32Array(cut.reduce((sum, { length }) => sum + length, 0))
    let at = 0
    for (const samples of cut) {
      joined.set(samples, at)
      at += samples.length
    }
    return joined
  }
}

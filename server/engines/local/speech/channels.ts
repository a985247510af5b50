/** The loudness of the two channels of a recording, which tells whether each has a person of its own. *Pure.* */
import type { SpeakerSpan } from './assign-speakers.ts'
import { hertz } from './cut-pieces.ts'

/** In seconds. */
type Timed = { start: number; end: number }

/** A frame belongs to one channel if that has so many times the energy of the other: 6 dB. */
const clearly = 4
/** The share of frames with speech that must belong to one channel, and to each of them. */
const leastApart = 0.8
const leastOfEach = 0.02
/** Compared with the mean of speech; what is quieter is a pause. */
const pauseShare = 0.01
/** In windows of the sound; shorter frames would take megabytes for hours. */
const frameWindows = 4
/** Short sounds of the other channel are no change of speaker. */
const smoothedFrames = 3

export class Channels {
  readonly #energies: [left: number[], right: number[]] = [[], []]
  readonly #frameSeconds: number

  #windows = 0

  constructor(windowSamples: number) {
    this.#frameSeconds = (frameWindows * windowSamples) / hertz
  }

  /** Takes the next window. */
  add(left: Float32Array, right: Float32Array): void {
    const frame = Math.floor(this.#windows++ / frameWindows)
    for (const [side, samples] of [left, right].entries()) {
      const energy = samples.reduce((sum, sample) => sum + sample * sample, 0)
      this.#energies[side]![frame] = (this.#energies[side]![frame] ?? 0) + energy
    }
  }

  /** The louder channel, 0 or 1. */
  louder(timed: Timed): number {
    const [left, right] = this.#energies.map((energies) =>
      this.#framesOf(timed).reduce((sum, frame) => sum + energies[frame]!, 0),
    )
    return left! >= right! ? 0 : 1
  }

  /** @returns which channel speaks when; null if both have the same content, or one has none */
  speakers(speech: Timed[]): SpeakerSpan[] | null {
    const frames = speech.flatMap((timed) => this.#framesOf(timed))
    return this.#areApart(frames) ? this.#spansOf(frames) : null
  }

  #areApart(frames: number[]): boolean {
    const [left, right] = this.#energies
    const mean = frames.reduce((sum, frame) => sum + left[frame]! + right[frame]!, 0) / frames.length
    const loud = frames.filter((frame) => left[frame]! + right[frame]! > pauseShare * mean)
    const ofLeft = loud.filter((frame) => left[frame]! > clearly * right[frame]!).length
    const ofRight = loud.filter((frame) => right[frame]! > clearly * left[frame]!).length
    return ofLeft + ofRight >= leastApart * loud.length && Math.min(ofLeft, ofRight) > leastOfEach * loud.length
  }

  #spansOf(frames: number[]): SpeakerSpan[] {
    const spans: SpeakerSpan[] = []
    for (const frame of frames) {
      const [start, end] = [frame * this.#frameSeconds, (frame + 1) * this.#frameSeconds]
      const around = smoothedFrames * this.#frameSeconds
      const speaker = this.louder({ start: start - around / 2, end: end + around / 2 })
      const last = spans.at(-1)
      if (last?.speaker === speaker && start - last.end < this.#frameSeconds) last.end = end
      else spans.push({ start, end, speaker })
    }
    return spans
  }

  #framesOf({ start, end }: Timed): number[] {
    const first = Math.max(0, Math.floor(start / this.#frameSeconds))
    const last = Math.min(this.#energies[0].length, Math.ceil(end / this.#frameSeconds))
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
  }
}

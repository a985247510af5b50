/**
 * The loudness of the channels of a recording, or of its tracks, which tells whether each has a person of its own.
 * *Pure.*
 */
import type { SpeakerSpan } from './assign-speakers.ts'
import { hertz } from './cut-pieces.ts'

/** In seconds. */
type Timed = { start: number; end: number }

/** A frame belongs to one channel if that has so many times the energy of each other one: 6 dB. */
const clearly = 4
/** The share of frames with speech that must belong to one channel, and to each of two of them. */
const leastApart = 0.8
const leastOfEach = 0.02
/** Compared with the mean of speech; what is quieter is a pause. */
const pauseShare = 0.01
/** In windows of the sound; shorter frames would take megabytes for hours. */
const frameWindows = 4
/** Short sounds of the other channel are no change of speaker. */
const smoothedFrames = 3

export class Channels {
  readonly #energies: number[][] = []
  readonly #frameSeconds: number

  #windows = 0

  constructor(windowSamples: number) {
    this.#frameSeconds = (frameWindows * windowSamples) / hertz
  }

  /** Takes the next window of each channel. */
  add(channels: Float32Array[]): void {
    const frame = Math.floor(this.#windows++ / frameWindows)
    for (const [channel, samples] of channels.entries()) {
      const energy = samples.reduce((sum, sample) => sum + sample * sample, 0)
      this.#energies[channel] ??= []
      this.#energies[channel][frame] = (this.#energies[channel][frame] ?? 0) + energy
    }
  }

  /** The index of the loudest channel. */
  loudest(timed: Timed): number {
    const sums = this.#energies.map((energies) =>
      this.#framesOf(timed).reduce((sum, frame) => sum + energies[frame]!, 0),
    )
    return sums.indexOf(Math.max(...sums))
  }

  /** @returns which channel speaks when; null if several have the same content, or all but one have none */
  speakers(speech: Timed[]): SpeakerSpan[] | null {
    const frames = speech.flatMap((timed) => this.#framesOf(timed))
    return this.#areApart(frames) ? this.#spansOf(frames) : null
  }

  #areApart(frames: number[]): boolean {
    const sums = frames.map((frame) => this.#energies.reduce((sum, energies) => sum + energies[frame]!, 0))
    const mean = sums.reduce((sum, each) => sum + each, 0) / frames.length
    const loud = frames.filter((_, index) => sums[index]! > pauseShare * mean)
    const counts = this.#energies.map(() => 0)
    for (const frame of loud) {
      const channel = this.#clearlyLoudest(frame)
      if (channel !== null) counts[channel]!++
    }
    const clear = counts.reduce((sum, count) => sum + count, 0)
    const heard = counts.filter((count) => count > leastOfEach * loud.length)
    return clear >= leastApart * loud.length && heard.length > 1
  }

  #clearlyLoudest(frame: number): number | null {
    const energies = this.#energies.map((channel) => channel[frame]!)
    const [most, next] = energies.toSorted((one, other) => other - one)
    return most! > clearly * next! ? energies.indexOf(most!) : null
  }

  #spansOf(frames: number[]): SpeakerSpan[] {
    const spans: SpeakerSpan[] = []
    for (const frame of frames) {
      const [start, end] = [frame * this.#frameSeconds, (frame + 1) * this.#frameSeconds]
      const around = smoothedFrames * this.#frameSeconds
      const speaker = this.loudest({ start: start - around / 2, end: end + around / 2 })
      const last = spans.at(-1)
      if (last?.speaker === speaker && start - last.end < this.#frameSeconds) last.end = end
      else spans.push({ start, end, speaker })
    }
    return spans
  }

  #framesOf({ start, end }: Timed): number[] {
    const first = Math.max(0, Math.floor(start / this.#frameSeconds))
    const last = Math.min(this.#energies[0]?.length ?? 0, Math.ceil(end / this.#frameSeconds))
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
  }
}

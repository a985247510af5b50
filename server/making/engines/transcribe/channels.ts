/**
 * The loudness of the channels of a recording, or of its tracks: which of them are heard for themselves, and how much
 * louder each must be. *Pure.*
 */
import { hertz } from './made-formats.ts'

/** What is heard for itself: a channel, or all of them as one (null). Its samples times `gain` are as loud as usual speech. */
export type Track = { channel: number | null; gain: number }

/** A frame belongs to one channel if that has so many times the energy of each other one: 6 dB. */
const clearly = 4
/** The share of frames with speech that must belong to one channel, and to each of two of them. */
const leastApart = 0.8
const leastOfEach = 0.02
/** Somebody who says less than this, in seconds, has no track of their own. */
const leastSeconds = 1
/** Compared with the mean of all frames; what is quieter is a pause. */
const pauseShare = 0.01
/** Of the frames of a channel; the loudest of these quiet ones is its noise, which counts nothing. */
const quietShare = 0.1
export const windowSamples = 512
/** In windows of the sound; shorter frames would take megabytes for hours. */
const frameWindows = 4
export const frameSeconds = (frameWindows * windowSamples) / hertz
/** Of the energy of speech: nobody speaks so quietly beside what is said elsewhere in the channel. */
const silentShare = 1e-4
/** The root mean square of usual speech, where 1 is the loudest that can be. */
const usual = 0.1
const [leastGain, mostGain] = [0.5, 10]

export class Channels {
  /** The mean energy of a sample, by channel and frame; the last one is of all channels as one. */
  readonly #energies: Float64Array[] = []
  /** By channel the energy before each frame, and the number of frames that may be speech; once they are asked for. */
  readonly #energyBefore: Float64Array[] = []
  readonly #loudBefore: Float64Array[] = []
  #windows = 0

  /** Takes the next window of each channel, and of all as one. */
  add(channels: Float32Array[], mono: Float32Array): void {
    const frame = Math.floor(this.#windows++ / frameWindows)
    for (const [channel, samples] of [...channels, mono].entries()) {
      let energy = 0
      for (const sample of samples) energy += sample * sample
      this.#energies[channel] ??= new Float64Array(1_024)
      if (frame >= this.#energies[channel].length) this.#energies[channel] = doubled(this.#energies[channel])
      this.#energies[channel][frame]! += energy / (frameWindows * windowSamples)
    }
  }

  /** @returns one track for all channels if several have the same content, or all but one have none */
  tracks(): Track[] {
    const all = this.#energies.map((energies) => withoutNoise(energies.subarray(0, this.#frames)))
    const mono = all.pop()
    if (!mono) return [{ channel: null, gain: 1 }]
    const loud = loudFrames(all)
    const counts = all.map(() => 0)
    for (const frame of loud) {
      const channel = clearlyLoudest(all, frame)
      if (channel !== null) counts[channel]!++
    }
    const clear = counts.reduce((sum, count) => sum + count, 0)
    const speaking = counts.filter((count) => count > leastOfEach * loud.length)
    if (clear < leastApart * loud.length || speaking.length < 2) return [{ channel: null, gain: gainOf(mono) }]
    const seconds = (count: number) => count * frameSeconds
    return [...counts.keys()]
      .filter((channel) => seconds(counts[channel]!) >= leastSeconds || counts[channel]! > leastOfEach * loud.length)
      .map((channel) => ({ channel, gain: gainOf(all[channel]!) }))
  }

  /** The energies of the frames of all channels as one. */
  energies(): Float64Array {
    return this.#energies.at(-1)?.subarray(0, this.#frames) ?? new Float64Array()
  }

  /** The channel with most energy between two moments, in seconds. */
  loudest(start: number, end: number): number {
    const sums = this.#energies.slice(0, -1).map((energies, channel) => {
      this.#energyBefore[channel] ??= sumsBefore(energies.subarray(0, this.#frames))
      const [first, last] = framesOf(start, end, this.#frames)
      return this.#energyBefore[channel][last]! - this.#energyBefore[channel][first]!
    })
    return sums.indexOf(Math.max(...sums))
  }

  /** Whether nothing in a channel between two moments, in seconds, can be speech: all is 40 dB quieter than what it usually is. */
  isSilent(channel: number, start: number, end: number): boolean {
    this.#loudBefore[channel] ??= sumsBefore(loudIn(this.#energies[channel]!.subarray(0, this.#frames)))
    const [first, last] = framesOf(start, end, this.#frames)
    return first < last && this.#loudBefore[channel][first] === this.#loudBefore[channel][last]
  }

  get #frames(): number {
    return Math.ceil(this.#windows / frameWindows)
  }
}

function doubled(energies: Float64Array): Float64Array {
  const larger = new Float64Array(2 * energies.length)
  larger.set(energies)
  return larger
}

function withoutNoise(energies: Float64Array): Float64Array {
  const noise = energies.toSorted()[Math.floor(quietShare * energies.length)] ?? 0
  return energies.map((energy) => Math.max(0, energy - 2 * noise))
}

function loudFrames(channels: Float64Array[]): number[] {
  const sums = new Float64Array(channels[0]?.length ?? 0)
  for (const energies of channels) for (let frame = 0; frame < sums.length; frame++) sums[frame]! += energies[frame]!
  const mean = meanOf(sums)
  return [...sums.keys()].filter((frame) => sums[frame]! > pauseShare * mean)
}

/** Without lists, as hours have hundreds of thousands of frames. */
function clearlyLoudest(channels: Float64Array[], frame: number): number | null {
  let [loudest, most, next] = [0, -1, 0]
  for (let channel = 0; channel < channels.length; channel++) {
    const energy = channels[channel]![frame]!
    if (energy > most) [loudest, most, next] = [channel, energy, Math.max(0, most)]
    else if (energy > next) next = energy
  }
  return most > clearly * next ? loudest : null
}

/** The first frame between two moments, in seconds, and the one after the last. */
export function framesOf(start: number, end: number, frames = Number.POSITIVE_INFINITY): [number, number] {
  return [Math.min(frames, Math.floor(start / frameSeconds)), Math.min(frames, Math.ceil(end / frameSeconds))]
}

/** Before each value, and of all: thousands of long lines of a faulty answer would be summed again and again. */
function sumsBefore(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index++) sums[index + 1] = sums[index]! + values[index]!
  return sums
}

/** 1 for each frame that may be speech. */
function loudIn(energies: Float64Array): Float64Array {
  const least = silentShare * spokenEnergy(energies)
  return energies.map((energy) => Number(energy > least))
}

/** The mean energy of what is no pause. */
function spokenEnergy(energies: Float64Array): number {
  const least = pauseShare * meanOf(energies)
  return meanOf(energies.filter((energy) => energy > least))
}

function gainOf(energies: Float64Array): number {
  const loudness = Math.sqrt(spokenEnergy(energies))
  return loudness > 0 ? Math.min(mostGain, Math.max(leastGain, usual / loudness)) : 1
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

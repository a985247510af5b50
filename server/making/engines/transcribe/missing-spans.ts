/** Finds where people speak and no words were heard, by how loud the sound is. *Pure.* */
import { frameSeconds, framesOf } from './channels.ts'

/** In seconds from the start of the sound. */
export type Span = { start: number; end: number }

/** Models listen to half a minute at a time, and people are silent for less than that. */
const windowSeconds = 30
/** Of the energy where words were heard: what is quieter is a pause. */
const pauseShare = 0.03
/** The energy of quiet speech, where 1 is the loudest that can be: with no words to compare with. */
const quietSpeech = 1e-4
/**
 * Speech has pauses and syllables. Of 30 s of it 0.48 to 0.85 are loud, and the loudness of its frames deviates by 10 to 17
 * dB (calls of real voices); of music, but its beginnings and ends, 0.9 to 1, by 1.6 to 9 dB.
 */
const [leastLoud, mostLoud, leastDeviation] = [0.15, 0.9, 9.5]

/**
 * @param energies  of the frames of the sound
 * @returns stretches of at least half a minute
 */
export function missingSpans(heard: Span[], energies: Float64Array): Span[] {
  const gaps = gapsBetween(heard, energies.length * frameSeconds)
  const isGap = new Uint8Array(energies.length)
  for (const { start, end } of gaps) isGap.fill(1, ...framesOf(start, end))
  const usual = Math.max(quietSpeech, meanOfLoud(energies.filter((_, frame) => !isGap[frame])))
  const missing: Span[] = []
  for (const { start, end } of gaps)
    for (let at = start; at + windowSeconds <= end; at += windowSeconds) {
      // What is left over at the end belongs to the last window.
      const until = end - at < 2 * windowSeconds ? end : at + windowSeconds
      if (!isSpeech(energies.subarray(...framesOf(at, until)), usual)) continue
      const last = missing.at(-1)
      if (last?.end === at) last.end = until
      else missing.push({ start: at, end: until })
    }
  return missing
}

/** Whether there is half a minute without words, without which nothing is missing. */
export const hasGap = (heard: Span[], seconds: number) =>
  gapsBetween(heard, seconds).some(({ start, end }) => end - start >= windowSeconds)

function gapsBetween(heard: Span[], seconds: number): Span[] {
  const gaps: Span[] = []
  let until = 0
  for (const { start, end } of heard.toSorted((one, other) => one.start - other.start)) {
    if (start > until) gaps.push({ start: until, end: start })
    until = Math.max(until, end)
  }
  return [...gaps, { start: until, end: seconds }]
}

function isSpeech(energies: Float64Array, usual: number): boolean {
  const loud = energies.filter((energy) => energy > pauseShare * usual).length / energies.length
  if (loud < leastLoud || loud > mostLoud) return false
  const decibels = energies.map((energy) => 10 * Math.log10(energy + 1e-4 * usual))
  const mean = meanOf(decibels)
  return Math.sqrt(meanOf(decibels.map((each) => (each - mean) ** 2))) >= leastDeviation
}

/** The mean energy of what is not much quieter than the mean. */
function meanOfLoud(all: Float64Array): number {
  const least = pauseShare * meanOf(all)
  return meanOf(all.filter((energy) => energy > least))
}

const meanOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / (values.length || 1)

/**
 * Cuts sound into pieces for the speech model. A piece is of one speaker, because the model leaves out turns of a piece
 * that several people share. It ends at pauses and is never longer than 28 s: longer ones lose words, and short ones are
 * read worse. *Pure.*
 */

import { hertz } from '../../transcribe/made-formats.ts'

/** In samples from the start of the sound. */
export type Span = { from: number; to: number }

/** Speech of one speaker in one track; null: nobody is told apart. Parts of a track do not overlap. */
export type Part = Span & { track: number; speaker: number | null }

export const longest = 28 * hertz
const joinedLongest = 25 * hertz
/** Others may answer in a longer pause. */
const longestPause = 1.5 * hertz
const searched = 0.3 * hertz
const frame = hertz / 50

/** @returns the pieces in the order of their ends, so that little sound is kept while they are read */
export function cutPieces(parts: Part[]): Part[] {
  const pieces: Part[] = []
  for (const ofTrack of Map.groupBy(parts, ({ track }) => track).values()) {
    let last: Part | null = null
    for (const part of ofTrack.toSorted((one, other) => one.from - other.from)) {
      const isSame = last && last.speaker === part.speaker && part.from - last.to <= longestPause
      if (isSame && part.to - last!.from <= joinedLongest) {
        last!.to = part.to
        continue
      }
      last = { ...part }
      pieces.push(last)
    }
  }
  return pieces.flatMap((piece) => cutEvenly(piece, longest)).sort((one, other) => one.to - other.to)
}

/** Parts of the same length, none longer than this. */
export function cutEvenly<Cut extends Span>(span: Cut, most: number): Cut[] {
  const { from, to } = span
  const count = Math.ceil((to - from) / most)
  const cut = (index: number) => Math.round(from + ((to - from) * index) / count)
  return Array.from({ length: count }, (_, index) => ({ ...span, from: cut(index), to: cut(index + 1) }))
}

/** The quietest moment near this one, in samples: where a word is least likely to be cut. */
export function quietestNear(samples: Float32Array, near: number): number {
  const first = Math.max(0, near - searched)
  const last = Math.min(samples.length - frame, near + searched)
  let [quietest, least] = [Math.min(samples.length, Math.max(0, near)), Infinity]
  for (let at = first; at <= last; at += frame) {
    let energy = 0
    for (let index = at; index < at + frame; index++) energy += samples[index]! * samples[index]!
    if (energy < least) [quietest, least] = [at + frame / 2, energy]
  }
  return quietest
}

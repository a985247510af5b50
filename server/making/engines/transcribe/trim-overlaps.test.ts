/** The seam is the same as that of a simple algorithm, which checks every segment for every moment, but found faster. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { findSeam, type PlacedPart, type PlacedSegment } from './trim-overlaps.ts'

const heard = (start: number, end: number): PlacedSegment => ({ speaker: null, text: 'x', start, end, words: [] })

function simpleSeamOf(earlier: PlacedPart, later: PlacedPart, overlapSeconds: number): number {
  const [from, until] = [later.startSeconds, later.startSeconds + overlapSeconds]
  const middle = (from + until) / 2
  const edges = [...earlier.segments.map(({ end }) => end), ...later.segments.map(({ start }) => start)]
  const moments = [middle, ...edges.filter((edge) => edge >= from && edge <= until)]
  const shared = (segments: PlacedSegment[], since: number, to: number) =>
    segments.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, to) - Math.max(start, since)), 0)
  const cutThrough = (moment: number, segments: PlacedSegment[]) =>
    segments.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(moment - start, end - moment)), 0)
  const worth = (moment: number) => {
    const kept = shared(earlier.segments, from, moment) + shared(later.segments, moment, until)
    return Math.round(kept - 2 * cutThrough(moment, [...earlier.segments, ...later.segments]))
  }
  const best = Math.max(...moments.map(worth))
  return moments
    .filter((moment) => worth(moment) === best)
    .reduce((one, other) => (Math.abs(other - middle) < Math.abs(one - middle) ? other : one))
}

test('the seam is the same as in the simple algorithm', () => {
  // Eighths of a second are exact, so both algorithms round alike. Some segments have no length, or a negative one.
  const time = fc.integer({ min: 80 * 8, max: 150 * 8 }).map((eighths) => eighths / 8)
  const length = fc.integer({ min: -8, max: 20 * 8 }).map((eighths) => eighths / 8)
  const segments = fc.array(
    fc.tuple(time, length).map(([start, seconds]) => heard(start, start + seconds)),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(segments, segments, (one, other) => {
      const [earlier, later] = [
        { startSeconds: 0, segments: one },
        { startSeconds: 100, segments: other },
      ]
      assert.equal(findSeam(earlier, later, 30), simpleSeamOf(earlier, later, 30))
    }),
    { numRuns: 2_000 },
  )
})

test('many segments in one overlap are joined quickly', () => {
  const many = (count: number, shift: number) =>
    Array.from({ length: count }, (_, n) => heard(100 + (30 * n) / count, 100 + (30 * n) / count + shift))
  assertNoSquare(20_000, (count) => {
    const [earlier, later] = [
      { startSeconds: 0, segments: many(count, 0.01) },
      { startSeconds: 100, segments: many(count, 0.02) },
    ]
    const seam = findSeam(earlier, later, 30)
    assert(seam >= 100 && seam <= 130)
  })
})

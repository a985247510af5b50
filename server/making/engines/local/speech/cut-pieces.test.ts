import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hertz } from '../../transcribe/made-formats.ts'
import { cutEvenly, cutPieces, type Part, quietestNear } from './cut-pieces.ts'
import { RecentSound } from './recent-sound.ts'

const part = (from: number, to: number, speaker: number | null = 0, track = 0): Part => ({
  ...{ from: from * hertz, to: to * hertz },
  ...{ speaker, track },
})
const cut = (...parts: Part[]) => cutPieces(parts).map(({ from, to, speaker }) => [from / hertz, to / hertz, speaker])

test('what one speaker says in a track becomes one piece of at most 25 s', () => {
  assert.deepEqual(cut(), [])
  assert.deepEqual(cut(part(1, 5), part(6, 20)), [[1, 20, 0]])
  assert.deepEqual(cut(part(1, 5), part(6, 26)), [[1, 26, 0]])
  assert.deepEqual(cut(part(1, 5), part(6, 26.1)), [
    [1, 5, 0],
    [6, 26.1, 0],
  ])
})

test('a longer pause, another speaker and another track end a piece', () => {
  assert.deepEqual(cut(part(1, 5), part(6.5, 8)), [[1, 8, 0]])
  assert.deepEqual(cut(part(1, 5), part(6.6, 8)), [
    [1, 5, 0],
    [6.6, 8, 0],
  ])
  assert.deepEqual(cut(part(1, 5), part(5, 6, 1), part(6, 8)), [
    [1, 5, 0],
    [5, 6, 1],
    [6, 8, 0],
  ])
  assert.deepEqual(cut(part(1, 5), part(5, 6, 0, 1), part(5.2, 8)), [
    [5, 6, 0],
    [1, 8, 0],
  ])
})

test('a piece is never longer than 28 s', () => {
  assert.deepEqual(cut(part(0, 28, null)), [[0, 28, null]])
  assert.deepEqual(cut(part(0, 29)), [
    [0, 14.5, 0],
    [14.5, 29, 0],
  ])
  assert.deepEqual(
    cutEvenly(part(0, 10), 4 * hertz).map(({ from, to }) => Math.round((to - from) / hertz)),
    [3, 3, 3],
  )
})

test('for any speech, each piece is short and of one speaker, and all speech is in one', () => {
  const given = fc.record({
    pause: fc.integer({ min: 0, max: 90_000 }),
    length: fc.integer({ min: 1, max: 400_000 }),
    speaker: fc.integer({ min: 0, max: 2 }),
    track: fc.integer({ min: 0, max: 1 }),
  })
  fc.assert(
    fc.property(fc.array(given), (all) => {
      const ends = [0, 0]
      const parts = all.map(({ pause, length, speaker, track }): Part => {
        const from = ends[track]! + pause
        ends[track] = from + length
        return { from, to: from + length, speaker, track }
      })
      const pieces = cutPieces(parts)
      for (const [index, { from, to }] of pieces.entries()) {
        assert(to > from && to - from <= 28 * hertz)
        assert(to >= (pieces[index - 1]?.to ?? 0))
      }
      for (const { from, to, speaker, track } of parts) {
        const own = pieces.filter((piece) => piece.track === track && piece.speaker === speaker)
        for (const at of [from, Math.floor((from + to) / 2), to])
          assert(own.some((piece) => piece.from <= at && at <= piece.to))
      }
      const ofTracks = [0, 1].map((track) => pieces.filter((piece) => piece.track === track))
      for (const own of ofTracks)
        for (const [index, { from }] of own.entries()) assert(from >= (own[index - 1]?.to ?? 0))
    }),
  )
})

test('sound is cut at the quietest moment within 0.3 s, and within what there is', () => {
  const samples = new Float32Array(2 * hertz).fill(0.5)
  samples.fill(0, 1.2 * hertz, 1.22 * hertz)
  assert.equal(quietestNear(samples, hertz) / hertz, 1.21)
  samples.fill(0.1, 1.4 * hertz, 1.42 * hertz)
  assert.equal(quietestNear(samples, 1.6 * hertz) / hertz, 1.41)
  assert(quietestNear(samples, 0) >= 0)
  assert.equal(quietestNear(new Float32Array(4), 9), 4)
})

test('a span is read over the borders of what was added, as far as it is there', () => {
  const sound = new RecentSound()
  for (const samples of [[0, 1], [2, 3, 4], [5]]) sound.add(new Float32Array(samples))
  assert.deepEqual([...sound.read(1, 4)], [1, 2, 3])
  assert.deepEqual([...sound.read(4, 99)], [4, 5])
  sound.forgetBefore(3)
  assert.deepEqual([...sound.read(0, 6)], [2, 3, 4, 5])
})

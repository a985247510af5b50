import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hertz, PieceCutter, type Span } from './cut-pieces.ts'
import { RecentSound } from './recent-sound.ts'

const seconds = (from: number, to: number): Span => ({ from: from * hertz, to: to * hertz })
const inSeconds = (spans: Span[]) => spans.map(({ from, to }) => [from / hertz, to / hertz])

function cut(speech: Span[]): number[][] {
  const cutter = new PieceCutter()
  return inSeconds([...speech.flatMap((span) => cutter.addSpeech(span)), ...cutter.end()])
}

test('neighbours become one piece of at most 25 s, with a margin around', () => {
  assert.deepEqual(cut([]), [])
  assert.deepEqual(cut([seconds(1, 5), seconds(6, 20)]), [[0.8, 20.2]])
  assert.deepEqual(cut([seconds(1, 5), seconds(6, 25.6)]), [[0.8, 25.8]])
  assert.deepEqual(cut([seconds(1, 5), seconds(6, 25.7)]), [
    [0.8, 5.2],
    [5.8, 25.9],
  ])
})

test('a piece is never longer than 28 s, and never overlaps the one before', () => {
  assert.deepEqual(cut([seconds(0.2, 27.8)]), [[0, 28]])
  assert.deepEqual(cut([seconds(0.2, 28.8)]), [
    [0, 14.5],
    [14.5, 29],
  ])
  assert.deepEqual(cut([seconds(1, 20), seconds(20.1, 40)]), [
    [0.8, 20.2],
    [20.2, 40.2],
  ])
})

test('for any speech, each piece is short, the pieces are in order, and all speech is in one', () => {
  const stretches = fc.array(
    fc.record({ pause: fc.integer({ min: 1, max: 90_000 }), length: fc.integer({ min: 4_000, max: 900_000 }) }),
  )
  fc.assert(
    fc.property(stretches, (all) => {
      const cutter = new PieceCutter()
      const pieces: Span[] = []
      let at = 0
      const speech: Span[] = []
      for (const { pause, length } of all) {
        speech.push({ from: at + pause, to: at + pause + length })
        at += pause + length
      }
      for (const span of speech) pieces.push(...cutter.addSpeech(span), ...cutter.advance(span.to))
      pieces.push(...cutter.end())
      for (const [index, { from, to }] of pieces.entries()) {
        assert(to > from && to - from <= 28 * hertz)
        assert(from >= (pieces[index - 1]?.to ?? 0))
      }
      const covered = (sample: number) => pieces.some(({ from, to }) => from <= sample && sample <= to)
      for (const { from, to } of speech) assert(covered(from) && covered(to) && covered((from + to) / 2))
    }),
  )
})

test('however long the silence, only the last minute of sound is kept', () => {
  const [cutter, sound] = [new PieceCutter(), new RecentSound()]
  const pieces: Span[] = []
  for (let second = 0; second < 200; second++) {
    sound.add(new Float32Array(hertz).fill(second))
    if (second === 10) pieces.push(...cutter.addSpeech(seconds(5, 9)))
    pieces.push(...cutter.advance(sound.length))
    sound.forgetBefore(cutter.neededFrom(sound.length))
  }
  assert(sound.read(0, sound.length).length <= 60 * hertz)
  assert.deepEqual(inSeconds(pieces), [[4.8, 9.2]])
})

test('a span is read over the borders of what was added, as far as it is there', () => {
  const sound = new RecentSound()
  for (const samples of [[0, 1], [2, 3, 4], [5]]) sound.add(new Float32Array(samples))
  assert.deepEqual([...sound.read(1, 4)], [1, 2, 3])
  assert.deepEqual([...sound.read(4, 99)], [4, 5])
  sound.forgetBefore(3)
  assert.deepEqual([...sound.read(0, 6)], [2, 3, 4, 5])
})

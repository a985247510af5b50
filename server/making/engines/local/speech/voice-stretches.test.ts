import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hertz } from '../../transcribe/made-formats.ts'
import { voiceStretches } from './voice-stretches.ts'

const span = (start: number, end: number) => ({ from: start * hertz, to: end * hertz })

test('speech at once is a stretch of the louder, who need not be the first', () => {
  const samples = new Float32Array(4 * hertz).fill(0.1, 0, 2 * hertz).fill(0.5, 2 * hertz)
  const stretches = voiceStretches(
    [
      { start: 0, end: 2.5, speaker: 0 },
      { start: 1.5, end: 4, speaker: 1 },
    ],
    samples,
  )
  assert.deepEqual(stretches, [
    { ...span(0, 1.5), alone: [span(0, 1.5)] },
    { ...span(1.5, 4), alone: [span(2.5, 4)] },
  ])
})

test('pauses divide stretches, and turns beyond the sound are cut', () => {
  const stretches = voiceStretches(
    [
      { start: 0, end: 1, speaker: 0 },
      { start: 2, end: 9, speaker: 0 },
    ],
    new Float32Array(3 * hertz),
  )
  assert.deepEqual(stretches, [
    { ...span(0, 1), alone: [span(0, 1)] },
    { ...span(2, 3), alone: [span(2, 3)] },
  ])
  assert.deepEqual(voiceStretches([], new Float32Array(hertz)), [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KnownVoice, recognise, thresholds } from './recognise-speakers.ts'
import { chooseSpans } from './spans.ts'

/** A vector that is this alike to the first axis. */
const alike = (likeness: number, axis = 2) => {
  const vector = new Array(64).fill(0)
  vector[0] = likeness
  vector[axis] = Math.sqrt(1 - likeness ** 2)
  return vector
}
const heard = alike(1)
const model = 'small 1234'

const segment = (speaker: string, start_time: number, end_time: number) => ({
  speaker,
  text: 'Yes.',
  start_time,
  end_time,
})
const transcript = { language_code: 'en', speech_segments: [segment('Speaker 1', 0, 5), segment('Speaker 2', 5, 12)] }

const ada = (likeness: number, isInvited = true): KnownVoice => ({ name: 'Ada', isInvited, vector: alike(likeness, 3) })
const bo = (likeness: number, isInvited = true): KnownVoice => ({ name: 'Bo', isInvited, vector: alike(likeness, 4) })

const nameOf = (...known: KnownVoice[]) =>
  recognise(transcript, [{ speaker: 'Speaker 1', vector: heard, model }], known).speech_segments[0]!.speaker

const { invited, others, margin } = thresholds
const bit = 0.001

test('somebody invited is named from the threshold on, somebody else from a higher one', () => {
  assert.equal(nameOf(ada(invited - bit)), 'Speaker 1')
  assert.equal(nameOf(ada(invited + bit)), 'Ada')
  assert.equal(nameOf(ada(others - bit, false)), 'Speaker 1')
  assert.equal(nameOf(ada(others + bit, false)), 'Ada')
})

test('two voices that are nearly as alike name nobody; somebody invited is preferred to somebody else', () => {
  assert.equal(nameOf(ada(0.8), bo(0.8 - margin + bit)), 'Speaker 1')
  assert.equal(nameOf(ada(0.8), bo(0.8 - margin - bit)), 'Ada')
  assert.equal(nameOf(ada(invited + bit), bo(0.9, false)), 'Ada')
})

test('a person is one speaker, the most alike; who has a name or says too little is not named', () => {
  const voices = [
    { speaker: 'Speaker 1', vector: alike(0.9, 5), model },
    { speaker: 'Speaker 2', vector: heard, model },
  ]
  const named = recognise(transcript, voices, [ada(0.95)])
  assert.deepEqual(
    named.speech_segments.map(({ speaker }) => speaker),
    ['Speaker 1', 'Ada'],
  )
  assert.deepEqual(named.recognised, [{ speaker: 'Ada', before: 'Speaker 2' }])
  const others = { ...transcript, speech_segments: [segment('Ada', 0, 9), segment('Speaker 2', 9, 13.9)] }
  for (const speaker of ['Ada', 'Speaker 2']) {
    assert.equal(recognise(others, [{ speaker, vector: heard, model }], [bo(0.99)]), others)
  }
})

test('a voice is read from a minute of speech, without short pieces, and not from less than five seconds', () => {
  const at = (start_time: number, end_time: number) => ({ speaker: 'Ada', start_time, end_time })
  assert.equal(chooseSpans([at(0, 4.9)]), null)
  assert.deepEqual(chooseSpans([at(0, 5)]), [{ speaker: 'Ada', start: 0, end: 5 }])
  assert.equal(chooseSpans(Array.from({ length: 60 }, (_, index) => at(index, index + 0.9))), null)
  assert.deepEqual(chooseSpans([at(0, 0.5), at(1, 51), at(60, 99)]), [
    { speaker: 'Ada', start: 1, end: 51 },
    { speaker: 'Ada', start: 60, end: 70 },
  ])
})

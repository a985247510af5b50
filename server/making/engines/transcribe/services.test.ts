import assert from 'node:assert/strict'
import { test } from 'node:test'
import { azureMaxBytes } from '../../../../test/support/published/azure-transcription.ts'
import { isTooLarge, kinds, limitsOf, type SttKind, smallerLimits } from './services.ts'

const limits = (kind: SttKind, url = 'http://127.0.0.1:8000', model = kinds[kind].model) =>
  limitsOf({ kind, url, model })

test('hosted services have limits, the operator’s own ones do not, and those of OpenAI depend on the model', () => {
  for (const kind of ['openai', 'whispercpp', 'asr'] as const) assert.equal(limits(kind), null)
  for (const kind of ['deepgram', 'assemblyai', 'gladia', 'azure'] as const) assert(limits(kind)!.maxBytes > 0)
  assert.equal(limits('openai', 'https://api.openai.com')!.maxSeconds, Infinity)
  assert.equal(limits('openai', 'https://api.openai.com', 'gpt-4o-transcribe')!.maxSeconds, 1_400)
  assert.equal(limits('openai', 'https://api.openai.com.evil.test', 'gpt-4o-transcribe'), null)
  assert.equal(limits('openai', 'http://127.0.0.1:8000', 'gpt-4o-transcribe-diarize')!.maxSeconds, 1_400)
})

test('media are cut only above a limit', () => {
  const azure = limits('azure')!
  for (const [bytes, seconds, expected] of [
    [azureMaxBytes, 7_200, false],
    [azureMaxBytes - 1, 7_199.9, false],
    [azureMaxBytes + 1, 7_200, true],
    [azureMaxBytes, 7_200.1, true],
    [azureMaxBytes, null, false],
    [azureMaxBytes + 1, null, true],
  ] as const) {
    assert.equal(isTooLarge(azure, bytes, seconds), expected, `${bytes} bytes, ${seconds} s`)
  }
})

test('a part with its overlap of 30 s is within the limits of its service', () => {
  const models = ['gpt-4o-transcribe', 'gpt-4o-transcribe-diarize', 'whisper-1']
  const all = [
    ...(['deepgram', 'assemblyai', 'gladia', 'azure'] as const).map((kind) => limits(kind)!),
    ...models.map((model) => limits('openai', 'https://api.openai.com', model)!),
  ]
  for (const { partSeconds, maxSeconds, maxBytes } of all) {
    assert(partSeconds + 30 <= maxSeconds)
    // Parts have 48 kbit per second, which is 6,000 bytes. A container adds little.
    assert((partSeconds + 30) * 6_600 <= maxBytes)
  }
})

test('an operator knows limits: they replace documented ones, and parts are within them', () => {
  const own = (more: object) => limitsOf({ kind: 'openai', url: 'http://127.0.0.1', model: 'whisper-1', ...more })
  assert.equal(own({ maxMediaBytes: 0, maxMediaSeconds: 0 }), null)
  assert.deepEqual(own({ maxMediaBytes: 15_000_000 }), { maxBytes: 15e6, maxSeconds: Infinity, partSeconds: 1_200 })
  assert.deepEqual(own({ maxMediaSeconds: 600 }), { maxBytes: Infinity, maxSeconds: 600, partSeconds: 570 })
  assert.equal(own({ maxMediaBytes: 1_000_000 })!.partSeconds, 121)
  assert.equal(own({ maxMediaSeconds: 60 })!.partSeconds, 30)
  const gladia = limitsOf({ kind: 'gladia', url: 'http://127.0.0.1', model: '', maxMediaSeconds: 100 })!
  assert.deepEqual(gladia, { maxBytes: 1e9, maxSeconds: 100, partSeconds: 70 })
})

test('media that are rejected lead to parts of 20 minutes, these to parts of 5, and these to nothing', () => {
  const whole = { bytes: 5_000, seconds: 2_000, isPart: false }
  const first = smallerLimits(null, whole)!
  assert.deepEqual(first, { maxBytes: 4_999, maxSeconds: 1_999, partSeconds: 1_200 })
  assert.equal(isTooLarge(first, 5_000, null) && !isTooLarge(first, 4_999, 1_999), true)
  const second = smallerLimits(first, { bytes: 4_000, seconds: 1_230.1, isPart: true })!
  assert.equal(second.partSeconds, 300)
  assert.equal(smallerLimits(second, { bytes: 900, seconds: 330, isPart: true }), null)
  assert.equal(smallerLimits(limits('gladia'), { ...whole, isPart: true })!.partSeconds, 1_200)
  assert.equal(smallerLimits(null, { bytes: 5_000, seconds: null, isPart: false })!.maxSeconds, Infinity)
})

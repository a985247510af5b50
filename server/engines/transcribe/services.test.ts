import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTooLarge, kinds, limitsOf, type SttKind } from './services.ts'

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
    [300_000_000, 7_200, false],
    [299_999_999, 7_199.9, false],
    [300_000_001, 7_200, true],
    [300_000_000, 7_200.1, true],
    [300_000_000, null, false],
    [300_000_001, null, true],
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modelsNamed } from './catalogue.ts'
import { memoryBytes, recommend } from './needs.ts'

const needed = (set: string) => 1_000_000_000 + memoryBytes(modelsNamed(set))

test('a machine is recommended what it has the memory for, to the byte', () => {
  const cases: [bytes: number, speech: string | null, notes: boolean][] = [
    [needed('speech-small') - 1, null, false],
    [needed('speech-small'), 'speech-small', false],
    [needed('speech') - 1, 'speech-small', false],
    [needed('speech'), 'speech', false],
    [needed('notes') - 1, 'speech', false],
    [needed('notes'), 'speech', true],
  ]
  for (const [bytes, speech, notes] of cases) assert.deepEqual(recommend(bytes), { speech, notes })
})

test('2 GB are enough for the small speech model, 4 GB for the large one, 8 GB for a language model', () => {
  const gibibyte = 2 ** 30
  assert.deepEqual(recommend(2 * gibibyte), { speech: 'speech-small', notes: false })
  assert.deepEqual(recommend(4 * gibibyte), { speech: 'speech', notes: false })
  assert.deepEqual(recommend(8 * gibibyte), { speech: 'speech', notes: true })
})

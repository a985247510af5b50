/** Documents that share a bundle. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ThingTexts } from './build-rows.ts'
import { bundleLimits, bundleTexts } from './bundle-texts.ts'

const recording = (characters: number, language = 'english') => {
  const source: ThingTexts = { kind: 'recording', title: 'x', aiNotes: 'x'.repeat(characters), transcript: null }
  return { language, source }
}
const note = { language: 'english', source: { kind: 'note', title: 'x', agenda: '{}' } as ThingTexts }

test('recordings of one language are together, and everything else is alone', () => {
  assert.deepEqual(bundleTexts([note, recording(1), recording(1, 'french'), note, recording(2)]), [
    { documents: [0], language: 'english', is_single: false },
    { documents: [1, 4], language: 'english', is_single: false },
    { documents: [2], language: 'french', is_single: true },
    { documents: [3], language: 'english', is_single: false },
  ])
})

test('a recording of more than 400,000 characters stays alone', () => {
  for (const [more, isSingle] of [
    [-1, true],
    [0, true],
    [1, false],
  ] as const)
    assert.equal(bundleTexts([recording(bundleLimits.characters + more)])[0]!.is_single, isSingle)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, modelsNamed, sets } from './catalogue.ts'
import { isModelName } from './installed.ts'

test('each model has a name, an address over HTTPS, and a size and a digest of each file', () => {
  for (const { name, source, files } of catalogue) {
    assert(isModelName(name) && !Object.hasOwn(sets, name), name)
    assert.equal(new URL(source.url).protocol, 'https:')
    for (const { bytes, sha256 } of [source, ...files]) assert(bytes > 0 && /^[0-9a-f]{64}$/.test(sha256), name)
    assert.equal(new Set(files.map(({ role }) => role)).size, files.length)
  }
  assert.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length)
})

test('speech needs the same models in both sizes, except for the words', () => {
  const [large, small] = ['speech', 'speech-small'].map((name) => modelsNamed(name))
  const without = (models = large!) => models.filter(({ purpose }) => purpose !== 'words')
  assert.deepEqual(without(small), without(large))
  assert.deepEqual(
    [large, small].map((models) => models!.map(({ purpose }) => purpose)),
    Array(2).fill(['detector', 'segmentation', 'voices', 'words']),
  )
  const bytes = (models = large!) => models.reduce((sum, { source }) => sum + source.bytes, 0)
  assert(bytes(small) < bytes(large) / 3)
  for (const names of Object.values(sets)) for (const name of names) assert.equal(modelsNamed(name).length, 1, name)
})

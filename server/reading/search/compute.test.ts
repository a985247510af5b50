/** Which computations of a search go to a thread: below, at and above the limits of the event loop. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../../people/caller/caller.ts'
import type { Threads } from '../../platform/threads.ts'
import { Computations, loopLimits } from './compute.ts'
import type { Scoring } from './score-documents.ts'

const caller = { workspace: { id: 'acme' }, via: { userId: 'u_bo' } } as Caller

async function threadsFor(compute: (computations: Computations) => Promise<unknown>): Promise<string[]> {
  const names: string[] = []
  const run = async ({ name }: { name: string }) => names.push(name)
  await compute(new Computations({ run } as unknown as Threads, caller))
  return names
}

test('snippets of so many characters that they take long', async () => {
  const shown = (characters: number) => [
    { text: 'k '.repeat(characters / 2), words: [0], speakers: [], segments: [], by: [] },
  ]
  const threads = (characters: number) => threadsFor((computations) => computations.show(shown(characters)))
  assert.deepEqual(await threads(loopLimits.characters - 2), [])
  assert.deepEqual(await threads(loopLimits.characters), [])
  assert.deepEqual(await threads(loopLimits.characters + 2), ['showPassages'])
})

test('a phrase of equal words compares its positions once for each of them', async () => {
  const threads = (words: number[], bytes: number) => {
    const layout = new Uint8Array()
    const document = { id: 1, score: 1, key: 1, layout, positions: new Uint8Array(bytes), speakers: null }
    const scoring = { terms: [{ kind: 'must', words }], counts: { documents: 1, withWord: [1] } } as unknown as Scoring
    const rest = { kinds: [], order: 'relevance' as const, after: null, most: 1 }
    return threadsFor((computations) => computations.score([document], { ...scoring, ...rest }))
  }
  const { bytes } = loopLimits
  assert.deepEqual(await threads([0], bytes), [])
  assert.deepEqual(await threads([0], bytes + 1), ['scoreDocuments'])
  assert.deepEqual(await threads(Array(50).fill(0), bytes / 50), [])
  assert.deepEqual(await threads(Array(50).fill(0), bytes / 50 + 1), ['scoreDocuments'])
  assert.deepEqual(await threads([0, 1], bytes), [])
})

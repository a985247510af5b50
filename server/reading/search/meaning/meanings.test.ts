/** A model that fails costs one search a moment, and no other anything. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { key, openEmbeddings } from '../../../../test/support/embedding-server.ts'
import { openEmbedder } from '../../../making/engines/embedder.ts'
import { Meanings, meaningLimits } from './meanings.ts'

const usual = { ...meaningLimits }
// A busy machine may take a second.
beforeEach(() => Object.assign(meaningLimits, { ...usual, waitSeconds: 20 }))
after(() => Object.assign(meaningLimits, usual))

async function openMeanings(apiKey = key) {
  const server = await openEmbeddings([/price/], (text) => text === 'refused')
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
  const embedder = openEmbedder({ url: server.url, apiKey, model: 'm', maxBytes: 10_000 })
  return { server, logged, meanings: new Meanings(embedder, log), [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

const badAnswers = [
  { data: [] },
  { data: [{ index: 0, embedding: [] }] },
  { data: [{ index: 1, embedding: [1] }] },
  { data: [{ index: 0, embedding: [1, null] }] },
  { data: [{ index: 0, embedding: new Array(4_097).fill(1) }] },
]

test('after a failure words alone decide for a while; the key is in no log', async () => {
  const faults = [{ status: 500, body: key }, { status: 401, body: key }, 'reset', 'endless'] as const
  for (const fault of [...faults, ...badAnswers.map((body) => ({ body })), 'silence' as const]) {
    await using opened = await openMeanings()
    opened.server.always = fault
    const { meanings, server, logged } = opened
    if (fault === 'silence') meaningLimits.waitSeconds = 0.1
    for (const _ of ['asked', 'not asked']) assert.equal(await meanings.of('price'), null, JSON.stringify(fault))
    assert(server.requests.length <= 1)
    assert.equal(logged.length, 1)
    assert(!logged.join('').includes(key))
  }
})

test('it is asked again after the pause, and at once after a query that it refuses', async () => {
  await using opened = await openMeanings()
  const { meanings, server } = opened
  assert.equal(await meanings.of('refused'), null)
  assert.deepEqual([...(await meanings.of('price'))!.vector], [13, 127])
  meaningLimits.pauseSeconds = 0.01
  server.faults.push({ status: 503 })
  while ((await meanings.of('price')) !== null);
  while ((await meanings.of('price')) === null) await new Promise(setImmediate)
  assert.equal(server.requests.length, 4)
})

test('the most numbers that a vector may have are read', async () => {
  await using opened = await openMeanings()
  opened.server.always = { body: { data: [{ index: 0, embedding: new Array(4_096).fill(1) }] } }
  assert.equal((await opened.meanings.of('price'))!.vector.length, 4_096)
})

/** Search by meaning (decision 44): an embedding service, the job that asks it, and searches with it, slow or away. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { createEmbedder } from '../server/making/engines/create.ts'
import type { Embedder } from '../server/making/engines/embedder.ts'
import { embedSome, textLimits } from '../server/reading/search/meaning/embed-passages.ts'
import { meaningLimits } from '../server/reading/search/meaning/meanings.ts'
import { readLimits } from '../server/reading/search/read-ahead.ts'
import { scoredAgain } from '../server/reading/search/score-again.ts'
import { acme, keys } from './support/acme.ts'
import { type EmbeddingServer, key, openEmbeddings } from './support/embedding-server.ts'
import { openWorld, type World } from './support/world.ts'

const unreadable = 'qqq '
const usualReading = { ...readLimits }
const usual = { most: scoredAgain.most, waitSeconds: meaningLimits.waitSeconds }
let server: EmbeddingServer
let world: World
before(async () => {
  server = await openEmbeddings([/cost|price|euros/i, /colou?r|green/i], (text) =>
    text.includes(unreadable.repeat(100)),
  )
  // A busy machine may take a second.
  meaningLimits.waitSeconds = 20
  world = await openWorld(
    { EMBEDDING_URL: `${server.url}/v1`, EMBEDDING_API_KEY: key, EMBEDDING_MODEL: 'topics', LOG_LEVEL: 'warn' },
    { anew: true },
  )
})
beforeEach(async () => {
  await world.empty()
  server.always = null
  server.judge = () => null
  scoredAgain.most = usual.most
  Object.assign(readLimits, usualReading)
})
after(async () => {
  meaningLimits.waitSeconds = usual.waitSeconds
  await world[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

type Recording = { id: string; note: string; title: string }

/** A recording each, all seen by Ada, those of `n_1` by Bo too. */
async function load(said: Record<string, string>, more: object = {}): Promise<void> {
  const [here, there] = acme() as [{ recordings: Recording[] }, object]
  const [met] = here.recordings
  const recordings = Object.entries(said).map(([id, text]) => ({
    ...met,
    ai_notes: null,
    id,
    title: '',
    transcript: { language_code: 'en', speech_segments: [{ speaker: '', text, start_time: 0, end_time: 9 }] },
    ...more,
  }))
  await world.load({ ...here, recordings, uploads: [] }, there)
}

const embed = () =>
  backgroundJobs(world.base)
    .find(({ name }) => name === 'embed-passages')!
    .run({})

async function page(query: string, more: object = {}, who: string = keys.bo) {
  const filters = { kinds: ['transcript'] }
  const { status, body, text } = await world.post('/api/v1/search', who, { query, filters, ...more })
  assert.equal(status, 200, text)
  const ids: string[] = body.data.map((hit: { recording_id: string }) => hit.recording_id)
  return { ids, cursor: body.page_info.cursor as string | null, text }
}
const find = async (...asked: Parameters<typeof page>) => (await page(...asked)).ids
const vectors = () => world.db.selectFrom('search_vectors').selectAll().orderBy('document').execute()

const remotes = {
  r_colour: 'The remote is a green remote.',
  r_price: 'We sell the remote for twenty euros.',
  r_other: 'A lamp for twenty euros.',
}
const question = 'What does the remote cost?'

test('of the passages with words of the query, those that mean the same come first', async () => {
  await load(remotes)
  assert.deepEqual(await find(question), ['r_colour', 'r_price'], 'by words')
  await embed()
  assert.deepEqual(await find(question), ['r_price', 'r_colour'])
  assert.deepEqual(await find('expensive price'), [], 'meaning alone finds nothing')
  assert.deepEqual((await find(question, { order_by: 'newest' })).toSorted(), ['r_colour', 'r_price'])
})

test('a passage is one byte for each number, and nobody reads that of a recording that they do not see', async () => {
  await load(remotes, { note: 'n_ada', published_to: [] })
  await embed()
  assert.deepEqual(await find(question), [])
  assert.deepEqual(await find(question, {}, keys.ada), ['r_price', 'r_colour'])
  const [note] = await vectors()
  assert.deepEqual([note!.model, note!.version, note!.dimensions], ['topics', 1, 3])
  for (const { vectors: bytes } of await vectors()) assert.equal(bytes.length % 3, 0)
})

test('a vector without index is at its place', async () => {
  const embedding = (...vector: number[]) => ({ object: 'embedding', embedding: vector })
  const embedder = createEmbedder(world.config)!
  const embed = (count: number) =>
    embedder.embed(new Array(count).fill('text'), { timeoutSeconds: 20, signal: new AbortController().signal })
  const second = { ...embedding(0.5, 1), index: 1 }
  for (const data of [
    [embedding(1, 0.5), second],
    [second, embedding(1, 0.5)],
    [embedding(1, 0.5), embedding(0.5, 1)],
  ]) {
    server.always = { body: { object: 'list', data, model: 'm' } }
    assert.deepEqual(await embed(2), [
      [1, 0.5],
      [0.5, 1],
    ])
    for (const count of [1, 3]) await assert.rejects(embed(count), /could not be read/)
  }
})

test('vectors go with their text, follow a change, and are made again by another model', async () => {
  await load(remotes)
  await embed()
  const before = (await vectors()).length
  const asked = server.read.length
  await embed()
  assert.equal(server.read.length, asked, 'nothing is made twice')
  assert.equal((await world.delete('/api/v1/recording/r_price', keys.ada)).status, 200)
  assert.equal((await vectors()).length, before - 1)
  await world.patch('/api/v1/recording/r_colour', keys.ada, { title: 'Remotes' })
  assert.equal((await vectors()).length, before - 2, 'a changed text has none until the job has run')
  await embed()
  assert.equal((await vectors()).length, before - 1)
  const other = createEmbedder({ ...world.config, embeddingModel: 'other' })!
  await embedSome({ db: world.db, embedder: other, log: world.base.log }, '0', new AbortController().signal)
  assert.deepEqual(new Set((await vectors()).map(({ model }) => model)), new Set(['other']))
  assert.deepEqual(await find(question), ['r_colour'], 'vectors of another model are not compared')
})

test('a text is cut to what models read; a refused one is sent shorter, and one alone stops no other', async () => {
  const long = unreadable.repeat(1_000)
  await load({ r_long: `remote ${long}`, r_price: remotes.r_price })
  const from = server.read.length
  await embed()
  assert.deepEqual(await find(question), ['r_price', 'r_long'])
  const lengths = server.read.slice(from).map((text) => text.length)
  assert.equal(Math.max(...lengths), textLimits.afterRefusal)
  server.always = { status: 400, body: { error: { message: 'No lists here' } } }
  await load({ r_again: 'again' })
  const stored = (await vectors()).length
  await embed()
  assert.equal((await vectors()).length, stored, 'a service that refuses everything gets another try')
  assert.match(world.logged.join(''), /refused a text.*No lists here/)
})

test('llama.cpp answers 500 to a long text: it is sent shorter, and all others get their vectors', async () => {
  const isZero = ({ vectors }: { vectors: Buffer }) => vectors.every((byte) => byte === 0)
  const tooLarge = 'input (1911 tokens) is too large to process. increase the physical batch size'
  const refusal = { status: 500, body: { error: { code: 500, message: tooLarge, type: 'server_error' } } }
  server.judge = (input) => (input.some((text) => text.length > 512) ? refusal : null)
  await load({ ...remotes, r_long: `remote ${'euros '.repeat(2_000)}` })
  await embed()
  assert.equal((await vectors()).filter(isZero).length, 0)
  await load({ r_odd: 'remote odd', r_price: remotes.r_price })
  server.judge = (input) => (input.some((text) => text.includes('odd')) ? refusal : null)
  await embed()
  assert.equal((await vectors()).filter(isZero).length, 1, 'what is refused even alone stops nobody')
})

test('pages repeat no hit and leave none out, although vectors are made in between', async () => {
  const ids = Array.from({ length: 9 }, (_, index) => `r_${index}`)
  const texts = ids.map((id, index) => [
    id,
    `The remote ${'remote '.repeat(index % 3)} ${index % 2 ? 'green' : 'euros'}.`,
  ])
  await load(Object.fromEntries(texts))
  for (const [most, isEmbedded] of [
    [300, false],
    [300, true],
    [4, true],
    [1, true],
  ] as const) {
    scoredAgain.most = most
    if (isEmbedded) await embed()
    const found: string[] = []
    for (let cursor: string | null = null; ; ) {
      const next = await page(question, { pagination: { page_size: 2, cursor } })
      found.push(...next.ids)
      cursor = next.cursor
      if (cursor === null) break
      await embed()
      server.always = { status: 503 }
    }
    server.always = null
    assert.deepEqual(found.toSorted(), ids, `${most}`)
    const first = await find(question)
    if (isEmbedded && most === 300)
      assert.deepEqual(new Set(first.slice(0, 5)), new Set(['r_0', 'r_2', 'r_4', 'r_6', 'r_8']))
  }
})

test('scores by meaning do not depend on how much of the index is read at once', async () => {
  const texts = Array.from(
    { length: 9 },
    (_, index) => `The remote ${'remote '.repeat(index)} ${index % 2 ? 'green' : 'euros'}.`,
  )
  await load(Object.fromEntries(texts.map((text, index) => [`r_${index}`, text])))
  await embed()
  // These lose their vectors, and take the mean of the others of their part.
  for (const id of ['r_1', 'r_2', 'r_5']) await world.patch(`/api/v1/recording/${id}`, keys.ada, { title: 'Lamp' })
  const scores = async (limits: object) => {
    Object.assign(readLimits, usualReading, limits)
    const { body } = await world.post('/api/v1/search', keys.bo, {
      query: question,
      filters: { kinds: ['transcript'] },
    })
    return body.data.map(({ recording_id, score }: { recording_id: string; score: number }) => [recording_id, score])
  }
  const whole = await scores({})
  assert.equal(whole.length, 9)
  assert.deepEqual(await scores({ first: 1, documents: 1 }), whole)
  assert.deepEqual(await scores({ first: 2, documents: 4, bytes: 60 }), whole)
  assert.notDeepEqual(await scores({ scoredBytes: 1 }), whole, 'parts would show')
})

test('a service that is silent breaks no search, and the job tries again later', async () => {
  await load(remotes)
  server.always = { status: 500 }
  await embed()
  assert.match(world.logged.join(''), /Passages get no vectors for now/)
  server.always = 'silence'
  meaningLimits.waitSeconds = 0.1
  assert.deepEqual(await find(question), ['r_colour', 'r_price'])
  assert.match(world.logged.join(''), /Searches go by words alone/)
})

test('a workspace that is frozen while the model works gets no vectors, which its removal would leave behind', async () => {
  await load(remotes)
  const embedder: Embedder = {
    kind: 'openai',
    name: 'topics',
    embed: async (texts) => {
      await sql`insert into frozen_workspaces values ('ws_acme', 'deleting', gen_random_uuid(), ${world.base.clock()})`.execute(
        world.db,
      )
      return texts.map(() => [1])
    },
  }
  await embedSome({ ...world.base, embedder }, '0', new AbortController().signal)
  assert.deepEqual(new Set((await vectors()).map(({ workspace_id }) => workspace_id)), new Set(['ws_zeta']))
})

/** Words of many recordings in one row (decision 44 on search): what is found, and what a deletion leaves. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { bundleLimits } from '../server/meetings/text-index/bundle-texts.ts'
import { indexSome } from '../server/meetings/text-index/index-text.ts'
import { joinBundles } from '../server/meetings/text-index/join-bundles.ts'
import { postingLimits } from '../server/reading/search/find-documents.ts'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(() => world.empty())
after(() => world[Symbol.asyncDispose]())

type Workspace = { recordings: { id: string }[] }
const names = (count: number) => Array.from({ length: count }, (_, index) => `r_${String(index).padStart(2, '0')}`)

/** Recordings that all say "budget", and each a word of its own. */
async function loadTalks(count: number, placeOf = (_index: number): object => ({})): Promise<void> {
  const [here, there] = acme() as [Workspace, object]
  const [met] = here.recordings
  const recordings = names(count).map((id, index) => ({
    ...met,
    id,
    ...placeOf(index),
    title: `Talk ${index}`,
    transcript: {
      language_code: 'en',
      speech_segments: [{ speaker: 'Ada', text: `The budget of otter${index}x.`, start_time: 0, end_time: 9 }],
    },
  }))
  await world.load({ ...here, recordings, uploads: [] }, there)
}

/** As their writers would have, one by one. */
async function indexEach(): Promise<void> {
  while ((await indexSome(world.db, world.base.threads, 1)) > 0);
}

const idsOf = (hits: unknown[]) => (hits as [string][]).map(([id]) => id).sort()

async function reindexAll(): Promise<void> {
  await world.db
    .updateTable('recordings')
    .set((eb) => ({ title: eb.ref('title') }))
    .execute()
  const ids = await world.db.selectFrom('recordings').select(['workspace_id', 'id']).execute()
  await world.db
    .insertInto('search_stale')
    .values(ids.map((each) => ({ ...each, kind: 'recording' as const, transaction: '0' })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await indexEach()
}

async function found(query: string): Promise<unknown[]> {
  const pagination = { page_size: 50 }
  const filters = { kinds: ['transcript'] }
  const { status, body } = await world.post('/api/v1/search', keys.bo, { query, filters, pagination })
  assert.equal(status, 200)
  return body.data.map(({ recording_id, score, snippet }: Record<string, unknown>) => [recording_id, score, snippet])
}

const queries = ['budget', 'otter3x', '"budget of otter5x"', 'otter1*', 'budget -otter2x', 'Ada']
const findAll = () => Promise.all(queries.map(found))
const bundles = async () => (await world.db.selectFrom('search_bundles').selectAll().execute()).length
const rowsOf = async (word: string) =>
  world.db.selectFrom('search_words').select('postings').where('word', '=', word).execute()

test('recordings that are put together are found as before, and their words share rows', async () => {
  for (const [count, isJoined] of [
    [bundleLimits.least - 1, false],
    [bundleLimits.least, true],
    [bundleLimits.least + 1, true],
  ] as const) {
    await world.empty()
    await loadTalks(count)
    await reindexAll()
    const [before, many] = [await findAll(), await bundles()]
    assert.equal(before[0]!.length, count)
    assert.equal((await rowsOf('budget')).length, count)
    assert.equal(await joinBundles(world.db), isJoined)
    assert.equal(await joinBundles(world.db), false)
    assert.deepEqual(await findAll(), before)
    assert.equal(await bundles(), isJoined ? many - count + 1 : many)
    assert.equal((await rowsOf('budget')).length, isJoined ? 1 : count)
  }
})

test('a recording takes its words with it, and the others of its bundle stay', async () => {
  const count = bundleLimits.least
  await loadTalks(count)
  await reindexAll()
  await joinBundles(world.db)
  const [all] = await findAll()
  const left = names(count).filter((id) => id !== 'r_03' && id !== 'r_07')
  await Promise.all(['r_03', 'r_07'].map((id) => world.delete(`/api/v1/recording/${id}`, keys.ada)))
  for (const word of ['otter3x', 'otter7x']) assert.deepEqual(await rowsOf(word), [])
  assert.deepEqual([idsOf(all!), idsOf(await found('budget'))], [names(count), left])
  assert.equal((await rowsOf('budget'))[0]!.postings.length, left.length)
  assert.deepEqual(idsOf(await found('"budget of otter8x"')), ['r_08'])
  const before = await bundles()
  for (const id of left) await world.delete(`/api/v1/recording/${id}`, keys.ada)
  assert.deepEqual(await rowsOf('budget'), [])
  assert.equal(await bundles(), before - 1)
})

test('a recording that is deleted while it is put together is gone, words and all', async () => {
  const count = bundleLimits.least + 4
  await loadTalks(count)
  await reindexAll()
  const gone = ['r_01', 'r_02', 'r_03', 'r_04']
  await Promise.all([joinBundles(world.db), ...gone.map((id) => world.delete(`/api/v1/recording/${id}`, keys.ada))])
  await joinBundles(world.db)
  assert.equal((await found('budget')).length, count - gone.length)
  for (const number of [1, 2, 3, 4]) assert.deepEqual(await rowsOf(`otter${number}x`), [])
  for (const number of [0, 5, 9]) assert.equal((await found(`otter${number}x`)).length, 1)
})

test('an import is indexed in bundles, and a corrected recording leaves its bundle', async () => {
  await loadTalks(5)
  while ((await indexSome(world.db, world.base.threads)) > 0);
  assert.equal((await rowsOf('budget')).length, 1)
  const segments = [{ speaker: 'Ada', text: 'Nothing but badgers.', start_time: 0, end_time: 9 }]
  const transcript = { language_code: 'en', speech_segments: segments }
  await world.db
    .updateTable('recordings')
    .set({ transcript: JSON.stringify(transcript) })
    .where('id', '=', 'r_02')
    .execute()
  await indexEach()
  assert.deepEqual([(await found('badger')).length, (await found('budget')).length], [1, 4])
  assert.deepEqual(await rowsOf('otter2x'), [])
})

test('documents that a person does not see do not count among those that their search may read', async (context) => {
  await loadTalks(8, (index) => ({ note: index === 7 ? 'n_bo' : 'n_ada', published_to: [] }))
  while ((await indexSome(world.db, world.base.threads)) > 0);
  assert.equal((await rowsOf('budget')).length, 1)
  const { entries } = postingLimits
  context.after(() => Object.assign(postingLimits, { entries }))
  Object.assign(postingLimits, { entries: 1 })
  assert.deepEqual(idsOf(await found('budget')), ['r_07'])
  Object.assign(postingLimits, { entries: 0 })
  assert.deepEqual(await found('budget'), [])
})

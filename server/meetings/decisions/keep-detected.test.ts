/** What a language model finds, again and again, and what people said of it (decision 63). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acme } from '../../../test/support/acme.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { changeDecisions } from './change-decisions.ts'
import { keepDetected } from './keep-detected.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})

const options = () => ({ workspaceId: 'ws_acme', now, jobs: world.base.jobs, holdSeconds: world.config.holdSeconds })
const now = new Date('2026-01-10T10:00:00.000Z')
const found = (text: string, quote: string, start_time = 0) => ({
  text,
  quote: { text: quote, line: { speaker: 'Ada Moreau', start_time, text: quote } },
})
const keep = (...decisions: ReturnType<typeof found>[]) =>
  world.db.transaction().execute((tx) => keepDetected(tx, { ...options(), recordingId: 'r_1' }, decisions))
async function stored() {
  const { rows } = await sql<{ id: string; text: string; quote: string | null; made_at: Date }>`
    select id, text, quote, speaker, start_time, made_by, detected, made_at from decisions
    where workspace_id = 'ws_acme' order by start_time, id`.execute(world.db)
  return rows
}
const change = (changed: { id: string; text?: string; status?: 'stands' | 'withdrawn' }) =>
  world.db
    .transaction()
    .execute((tx) =>
      changeDecisions(tx, { ...options(), noteId: 'n_1', actorId: 'u_bo', through: 'api' }, { changed: [changed] }),
    )

test('a decision of the model has its words, who said them and when, nobody as its maker, and the time of the meeting', async () => {
  assert.deepEqual(await keep(found('Rent the hall', 'Let us rent it', 12.5)), { created: 1, removed: 0 })
  const [{ id, ...decision }] = (await stored()) as [Awaited<ReturnType<typeof stored>>[0]]
  assert.match(id, /^dec_/)
  assert.deepEqual(decision, {
    text: 'Rent the hall',
    quote: 'Let us rent it',
    speaker: 'Ada Moreau',
    start_time: 12.5,
    made_by: null,
    detected: true,
    made_at: new Date('2026-01-05T09:00:00.000Z'),
  })
})

test('found again by its quotation or its words it keeps its id; what is found no more goes; the same twice is one', async () => {
  await keep(
    found('Rent the hall', 'Let us rent it', 1),
    found('Buy chairs', 'We buy chairs', 2),
    found('Go', 'We go', 3),
  )
  const [hall, chairs] = await stored()
  const result = await keep(
    found('We rent the hall', 'let us rent it', 1),
    found('buy CHAIRS', 'Chairs it is', 2),
    found('New', 'New one', 4),
    found('new', 'New again', 5),
  )
  assert.deepEqual(result, { created: 1, removed: 1 })
  const now = await stored()
  assert.deepEqual(
    now.map(({ text, quote }) => [text, quote]),
    [
      ['We rent the hall', 'let us rent it'],
      ['buy CHAIRS', 'Chairs it is'],
      ['New', 'New one'],
    ],
  )
  assert.deepEqual([now[0]!.id, now[1]!.id], [hall!.id, chairs!.id])
})

test('two that one quotation proves are two, and each keeps its id when they are found again in another order', async () => {
  const [hall, chairs] = [found('Rent the hall', 'Let us do both', 1), found('Buy chairs', 'Let us do both', 1)]
  assert.deepEqual(await keep(hall, chairs), { created: 2, removed: 0 })
  const ids = async () => Object.fromEntries((await stored()).map(({ text, id }) => [text, id]))
  const before = await ids()
  assert.deepEqual(await keep(chairs, found('Hire the hall', 'Let us do both', 1)), { created: 0, removed: 0 })
  assert.deepEqual(await ids(), { 'Buy chairs': before['Buy chairs'], 'Hire the hall': before['Rent the hall'] })
})

test('what people changed, withdrew or superseded stays as it is, and is not found a second time', async () => {
  await keep(
    found('Rent the hall', 'Let us rent it', 1),
    found('Buy chairs', 'We buy chairs', 2),
    found('Go', 'We go', 3),
  )
  const [hall, chairs, go] = (await stored()) as { id: string }[]
  await change({ id: hall!.id, text: 'Rent the small hall' })
  await change({ id: chairs!.id, status: 'withdrawn' })
  await sql`insert into decision_successions values ('ws_acme', ${go!.id}, ${hall!.id})`.execute(world.db)
  assert.deepEqual(await keep(found('Rent it', 'Let us rent it', 9)), { created: 0, removed: 0 })
  assert.deepEqual(
    (await stored()).map(({ text }) => text),
    ['Rent the small hall', 'Buy chairs', 'Go'],
  )
})

test('a recording that is deleted meanwhile has none', async () => {
  await sql`delete from recordings where id = 'r_1'`.execute(world.db)
  assert.deepEqual(await keep(found('Rent the hall', 'Let us rent it')), { created: 0, removed: 0 })
  assert.deepEqual(await stored(), [])
})

test('a transcript that is deleted takes quotation and speaker with it, and leaves the text', async () => {
  await keep(found('Rent the hall', 'Let us rent it', 1))
  await sql`update recordings set transcript = null where id = 'r_1'`.execute(world.db)
  const [decision] = await stored()
  assert.partialDeepStrictEqual(decision, { text: 'Rent the hall', quote: null, speaker: null, start_time: 1 })
})

test('where no transcript is kept, what is found anew or again has no quotation', async () => {
  await keep(found('Rent the hall', 'Let us rent it', 1))
  await sql`update recordings set transcript = null where id = 'r_1'`.execute(world.db)
  await keep(found('rent the HALL', 'Let us rent it', 1), found('Buy chairs', 'We buy chairs', 2))
  assert.deepEqual(
    (await stored()).map(({ text, quote }) => [text, quote]),
    [
      ['rent the HALL', null],
      ['Buy chairs', null],
    ],
  )
})

test('a meeting that moves takes its decisions with it', async () => {
  await keep(found('Rent the hall', 'Let us rent it'))
  await sql`update events set starts_at = '2026-01-06T10:00:00Z', ends_at = '2026-01-06T11:00:00Z'`.execute(world.db)
  assert.deepEqual((await stored())[0]!.made_at, new Date('2026-01-06T10:00:00.000Z'))
  await sql`update notes set event_guid = null where id = 'n_1'`.execute(world.db)
  assert.deepEqual((await stored())[0]!.made_at, new Date('2026-01-05T09:00:10.000Z'))
})

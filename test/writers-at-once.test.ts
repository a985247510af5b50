/**
 * Two writers at once lose nothing silently (decision 22 on agenda writes); the database makes them wait, and not the
 * test's luck.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { eraseInItems } from '../server/meetings/action-items/erase-in-items.ts'
import type { Answer } from './support/world.ts'
import { agenda, keys, markup, openWritingWorld, type WritingWorld } from './support/writing-world.ts'

let world: WritingWorld
let holder: pg.Client
before(async () => {
  world = await openWritingWorld()
  holder = new pg.Client({ connectionString: world.base.databaseUrl })
  await holder.connect()
})
beforeEach(() => world.reset())
after(async () => {
  await holder.end()
  await world[Symbol.asyncDispose]()
})

const native = (content_native_markdown: string) => ({ content_native_markdown })
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort()

/**
 * Lets the requests run into each other: they wait for the same row before `meanwhile` is done and they may go on.
 * @param waiters  how many wait in the database; changes of one workspace's sight wait for their turn before they get there
 */
async function atOnce(
  row: string,
  requests: (() => Promise<Answer>)[],
  { meanwhile = '', waiters = requests.length } = {},
): Promise<Answer[]> {
  await holder.query(`begin; select ${row} for update`)
  const answers = requests.map((request) => request())
  while ((await waiting()) < waiters) await setTimeout(5)
  await holder.query(`${meanwhile}; commit`)
  return Promise.all(answers)
}

/** Asked on another connection: a transaction sees the activity of when it first asked. */
async function waiting(): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
  return rows.length
}

const theNote = `from notes where workspace_id = 'ws_acme' and id = 'n_1'`

test('of two writers with the same version one succeeds and the other gets an error', async () => {
  const headers = { 'if-match': await world.etag() }
  const answers = await atOnce(theNote, [
    () => world.write(native(markup('- of Bo')), { headers }),
    () => world.write(native(markup('- of Dee')), { headers, key: keys.dee }),
  ])
  assert.deepEqual(statuses(answers), [200, 412])
  const winner = answers.find(({ status }) => status === 200)!
  assert.equal((await world.note()).content_native_markdown, winner.body.agenda.content_native_markdown)
})

test('a concurrent rename and agenda write are two versions, too', async () => {
  const headers = { 'if-match': await world.etag() }
  const answers = await atOnce(theNote, [
    () => world.write(native(markup('- of Bo')), { headers }),
    () => world.request('PATCH', '/api/v1/note/n_1', { key: keys.ada, body: { title: 'Other' }, headers }),
  ])
  assert.deepEqual(statuses(answers), [200, 412])
})

test('an item that is completed during a write of the old agenda is not reopened by it', async () => {
  const headers = { 'if-match': await world.etag() }
  const [written, completed] = (await atOnce(theNote, [
    () => world.write(native(agenda.replace('# Goals', '# Aims')), { headers }),
    () => world.post('/api/v1/action_item/ai_1/complete', keys.ada, { completed: true }),
  ])) as [Answer, Answer]
  assert.equal(completed.status, 200)
  assert.equal((await world.item('ai_1')).status, 'Done')
  assert.equal((await world.note()).content_native_markdown.includes('# Aims'), written.status === 200)
})

test('without If-Match the later replacement wins as a whole, and items are neither lost nor doubled', async () => {
  const [bo, dee] = ['Bo', 'Dee'].map((name) => markup(`- of ${name}`, `::action-item[Do ${name}]`))
  const answers = await atOnce(theNote, [
    () => world.write(native(bo!)),
    () => world.write(native(dee!), { key: keys.dee }),
  ])
  assert.deepEqual(statuses(answers), [200, 200])
  const { content_native_markdown } = await world.note()
  assert(answers.some(({ body }) => body.agenda.content_native_markdown === content_native_markdown))
  const items = await world.db
    .selectFrom('action_items')
    .select('id')
    .where('note_id', '=', 'n_1')
    .where('workspace_id', '=', 'ws_acme')
    .execute()
  assert.deepEqual(
    items.map(({ id }) => content_native_markdown.includes(`{#${id}}`)),
    [true],
  )
})

test('fragments and replacements of single places all apply, in any order', async () => {
  const find = (text: string, by: string) => () =>
    world.write({ find: text, ...native(by) }, { action: '/find-replace', key: keys.ada })
  const add = (action: string, name: string) => () => world.write(native(`::action-item[${name}]`), { action })
  const answers = await atOnce(theNote, [
    ...['Below 1', 'Below 2', 'Below 3'].map((name) => add('/append', name)),
    ...['Above 1', 'Above 2', 'Above 3'].map((name) => add('/prepend', name)),
    find('# Goals', '# Aims'),
    find('Send the deck', 'Send the slides'),
  ])
  assert.deepEqual(new Set(statuses(answers)), new Set([200]))
  const { content_native_markdown } = await world.note()
  const texts = ['Below 1', 'Below 2', 'Below 3', 'Above 1', 'Above 2', 'Above 3']
  for (const text of [...texts, '# Aims', 'Send the slides', 'A bullet', 'Call back']) {
    assert.equal(content_native_markdown.split(text).length, 2, text)
  }
})

test('a writer who loses the right while waiting is refused', async () => {
  const answers = await atOnce(theNote, [() => world.write(native(markup('- x')), { key: keys.dee })], {
    meanwhile: `delete from shares where user_id = 'u_dee'`,
  })
  assert.deepEqual(statuses(answers), [404])
})

test('a note that is deleted while a writer waits is a 404 for the writer', async () => {
  const answers = await atOnce(theNote, [() => world.write(native(markup('- x')))], { meanwhile: `delete ${theNote}` })
  assert.deepEqual(statuses(answers), [404])
})

test('erasing a name from an item without a note keeps concurrent changes of the item', async () => {
  const { id } = (await world.post('/api/v1/action_item', keys.bo, { text: 'Ask Gus' })).body.action_item
  await holder.query(`begin; update action_items set text = 'Ask Gus and Hal' where id = '${id}'`)
  const names = { names: ['Gus'], nearNames: [], givenNames: [], emails: [], standIn: 'erased@acme.test' }
  const erasure = { workspaceId: 'ws_acme', userId: 'u_gus', now: world.base.clock(), names }
  const erased = world.db.transaction().execute((tx) => eraseInItems(tx, erasure, [{ id, took_part: false }]))
  while ((await waiting()) < 1) await setTimeout(5)
  await holder.query('commit')
  assert.deepEqual(await erased, [id])
  const { action_item } = (await world.get(`/api/v1/action_item/${id}`, keys.bo)).body
  assert.equal(action_item.text, 'Ask Deleted person and Hal')
})

test('of two concurrent requests that create the note of an event one succeeds', async () => {
  const create = () => world.post('/api/v1/note', keys.bo, { title: 'Free', event_guid: 'evt_free' })
  const event = `from events where workspace_id = 'ws_acme' and guid = 'evt_free'`
  const answers = await atOnce(event, [create, create], { waiters: 1 })
  assert.deepEqual(statuses(answers), [201, 409])
})

test('many writers who read again after a 412 all succeed', async () => {
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let done = 0; done < 4; ) {
      const { headers, body } = await world.get('/api/v1/note/n_1', keys.bo)
      const text = `${body.note.content_native_markdown}\n- ${writer} ${done}`
      const { status } = await world.write(native(text), { headers: { 'if-match': headers.etag! } })
      if (status === 200) done++
      else assert.equal(status, 412)
    }
  })
  await Promise.all(writers)
  const lines = (await world.note()).content_native_markdown.split('\n').slice(-24).sort()
  const wanted = Array.from({ length: 24 }, (_, index) => `- ${Math.floor(index / 4)} ${index % 4}`)
  assert.deepEqual(lines, wanted)
})

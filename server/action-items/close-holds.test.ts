/** The window of 30 s: what collapses, what vanishes, who is told and what (spec 6, 6.4; decisions 26 and 40). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys } from '../../test/support/acme.ts'
import { brief, type Listening, openListening } from '../../test/support/listening.ts'

let here: Listening
before(async () => {
  here = await openListening()
})
after(() => here[Symbol.asyncDispose]())
beforeEach(() => here.reset())

const completedBoth = ['wh_ada completed', 'ws_all completed']

test('told when 30 s are over and not before, though there were changes since', async () => {
  await here.complete('ai_1')
  assert.deepEqual(await here.briefly(20), [])
  await here.edit('ai_1', { text: 'Send it now' })
  assert.deepEqual(await here.briefly(9.999), [])
  assert.deepEqual(await here.briefly(0.001), completedBoth)
  assert.deepEqual(await here.briefly(600), [], 'once')
})

test('rapid edits are one event with the final state', async () => {
  await here.complete('ai_1')
  for (const text of ['one', 'two', 'three']) {
    here.world.advance({ seconds: 5 })
    await here.edit('ai_1', { text })
  }
  const told = await here.toldAfter(15)
  assert.deepEqual(
    told.map(({ body }) => body.text),
    ['three', 'three'],
  )
})

test('the window opens with any change: what follows late in it is told at its end', async () => {
  await here.edit('ai_1', { text: 'other' })
  here.world.advance({ seconds: 29 })
  await here.complete('ai_1')
  assert.deepEqual(await here.briefly(1), completedBoth)
})

test('what was undone is not told', async () => {
  await here.complete('ai_1')
  await here.reopen('ai_1')
  await here.edit('ai_2', { assignees: ['u_ada'] }, keys.bo)
  await here.edit('ai_2', { assignees: ['u_bo', 'u_ada'] }, keys.bo)
  assert.deepEqual(await here.briefly(30), [])
})

test('archiving is not told; an archived item that is done later is, with wont_do', async () => {
  await here.archive('ai_1')
  assert.deepEqual(await here.briefly(30), [])
  await here.complete('ai_1')
  assert.deepEqual(
    (await here.toldAfter(30)).map(({ body }) => [body.done, body.wont_do]),
    [
      [true, true],
      [true, true],
    ],
  )
})

test('done, and archived within the window, is nothing; done before the window is no completion', async () => {
  await here.complete('ai_1')
  await here.archive('ai_1')
  assert.deepEqual(await here.briefly(30), [])
  await here.complete('ai_1')
  await here.briefly(30)
  await here.reopen('ai_1')
  await here.complete('ai_1')
  assert.deepEqual(await here.briefly(30), [])
})

test('one of all who must complete it: nothing yet', async () => {
  await here.edit('ai_2', { completion_type: 'all' }, keys.bo)
  await here.complete('ai_2')
  assert.deepEqual(await here.briefly(30), [])
  await here.complete('ai_2', keys.bo)
  assert.deepEqual(await here.briefly(30), ['wh_ada completed', 'wh_bo completed', 'ws_all completed'])
})

test('assigned: only who is new hears, of everyone who is assigned', async () => {
  await here.edit('ai_1', { assignees: ['u_ada', 'bo@acme.test'] })
  const told = await here.toldAfter(30)
  assert.deepEqual(brief(told), ['wh_bo assigned', 'ws_all assigned'])
  const [bo, all] = told.map(({ body }) => body)
  assert.deepEqual(bo, {
    event_type: 'action_item.assigned',
    id: 'ai_1',
    text: 'Send the deck',
    assignees: [
      { id: 'u_ada', full_name: 'Ada Moreau', email: 'ada@acme.test' },
      { id: 'u_bo', full_name: 'Bo Lindqvist', email: 'Bo@acme.test' },
    ],
    completion_type: 'any',
    status: 'Incomplete',
    due_date: '2026-01-09',
    note_id: 'n_1',
    ai_generated: false,
    created_at: '2026-01-05T09:31:00.000+00:00',
    updated_at: bo.updated_at,
  })
  assert.match(bo.updated_at, /\+00:00$/)
  assert.deepEqual(all, { ...bo, scope: 'workspace' })
})

test('saving the same assignees, fewer, or in another order is no assignment', async () => {
  for (const assignees of [['u_ada', 'u_bo'], ['u_bo', 'u_ada'], ['u_bo'], []]) {
    await here.edit('ai_2', { assignees }, keys.bo)
    assert.deepEqual(await here.briefly(30), [])
  }
})

test('created with assignees is assigned; without any it is nothing; assigned and done in one window is both', async () => {
  await here.create({ text: 'Nobody’s' })
  assert.deepEqual(await here.briefly(30), [])
  const { id } = await here.create({ text: 'Bo’s', assignees: ['u_bo'] })
  await here.complete(id)
  assert.deepEqual(await here.briefly(30), ['wh_bo assigned', 'wh_bo completed', 'ws_all assigned', 'ws_all completed'])
})

test('an item of nobody is completed for the workspace alone', async () => {
  const { id } = await here.create({ text: 'Nobody’s' })
  await here.complete(id)
  const told = await here.toldAfter(30)
  assert.deepEqual(
    told.map(({ webhook, body }) => [webhook, body.assignees]),
    [['ws_all', []]],
  )
})

test('the meeting, and the first channel in which an attendee published the note', async () => {
  await here.complete('ai_1')
  const told = await here.toldAfter(30)
  assert.equal(told.length, 2)
  for (const { body } of told) {
    assert.partialDeepStrictEqual(body, {
      stream_id: 'ch_eng',
      stream_title: 'Engineering',
      event_id: 'evt1_20260105T090000Z',
      event_title: 'Weekly 5 Jan',
      event_start: '2026-01-05T09:00:00.000Z',
      event_end: '2026-01-05T09:30:00.000Z',
    })
  }
})

test('a private channel has a title for its members and the workspace only; an unseen note has no meeting', async () => {
  await sql`update note_publications set channel_id = 'ch_ada'`.execute(here.world.db)
  await here.edit('ai_1', { assignees: ['u_ada', 'u_bo'] })
  await here.briefly(30)
  const titles = async () =>
    (await here.toldAfter(30)).map(({ webhook, body }) => [webhook, body.stream_id, body.stream_title, body.event_id])
  await here.complete('ai_1')
  assert.deepEqual(await titles(), [
    ['wh_ada', 'ch_ada', 'Only Ada', 'evt1_20260105T090000Z'],
    ['wh_bo', 'ch_ada', '', 'evt1_20260105T090000Z'],
    ['ws_all', 'ch_ada', 'Only Ada', 'evt1_20260105T090000Z'],
  ])
  await here.reopen('ai_1')
  await here.briefly(30)
  await sql`delete from event_attendees where email_folded = 'bo@acme.test'`.execute(here.world.db)
  await here.complete('ai_1')
  assert.deepEqual((await titles())[1], ['wh_bo', null, '', ''])
  await here.reopen('ai_1')
  await here.briefly(30)
  await sql`update note_publications set by_user_id = 'u_bo'`.execute(here.world.db)
  await here.complete('ai_1')
  assert.deepEqual((await titles())[2], ['ws_all', null, '', 'evt1_20260105T090000Z'])
})

test('however many change items within a second, one job looks after them', async () => {
  for (const seconds of [0, 0, 0.25, 0.5]) {
    here.world.advance({ seconds })
    await here.create({ text: 'x' })
  }
  const { rows } = await sql`select from pgboss.job where state = 'created'`.execute(here.world.db)
  assert.equal(rows.length, 2)
  await here.toldAfter(31)
  assert.deepEqual(await here.world.db.selectFrom('action_item_holds').select('item_id').execute(), [])
})

test('the window is as long as the operator says', async () => {
  await using quick = await openListening({ ACTION_ITEM_HOLD_SECONDS: '5' })
  await quick.reset()
  await quick.complete('ai_1')
  assert.deepEqual(await quick.briefly(4.999), [])
  assert.deepEqual(await quick.briefly(0.001), completedBoth)
})

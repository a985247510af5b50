/** The window of 30 s: which changes become an event, who receives it, its body (spec 6, 6.4; decisions 26, 40 on recipients). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keys } from '../../../test/support/acme.ts'
import { brief, type Listening, openListening } from '../../../test/support/listening.ts'

let here: Listening
before(async () => {
  here = await openListening()
})
after(() => here[Symbol.asyncDispose]())
beforeEach(() => here.reset())

const completedBoth = ['wh_ada completed', 'ws_all completed']

test('events are sent 30 s after the first change, also after later changes', async () => {
  await here.complete('ai_1')
  assert.deepEqual(await here.briefly(20), [])
  await here.edit('ai_1', { text: 'Send it now' })
  assert.deepEqual(await here.briefly(9.999), [])
  assert.deepEqual(await here.briefly(0.001), completedBoth)
  assert.deepEqual(await here.briefly(600), [], 'once')
})

test('rapid edits cause one event with the final state', async () => {
  await here.complete('ai_1')
  for (const text of ['one', 'two', 'three']) {
    here.world.advance({ seconds: 5 })
    await here.edit('ai_1', { text })
  }
  const sent = await here.sentAfter(15)
  assert.deepEqual(
    sent.map(({ body }) => body.text),
    ['three', 'three'],
  )
})

test('any change opens the window; a late change in the window is sent when it closes', async () => {
  await here.edit('ai_1', { text: 'other' })
  here.world.advance({ seconds: 29 })
  await here.complete('ai_1')
  assert.deepEqual(await here.briefly(1), completedBoth)
})

test('a change that was undone sends no event', async () => {
  await here.complete('ai_1')
  await here.reopen('ai_1')
  await here.edit('ai_2', { assignees: ['u_ada'] }, keys.bo)
  await here.edit('ai_2', { assignees: ['u_bo', 'u_ada'] }, keys.bo)
  assert.deepEqual(await here.briefly(30), [])
})

test('archiving sends no event; completing an archived item does, with wont_do', async () => {
  await here.archive('ai_1')
  assert.deepEqual(await here.briefly(30), [])
  await here.complete('ai_1')
  assert.deepEqual(
    (await here.sentAfter(30)).map(({ body }) => [body.done, body.wont_do]),
    [
      [true, true],
      [true, true],
    ],
  )
})

test('an item done and archived in one window sends no event; one that was done before is not completed again', async () => {
  await here.complete('ai_1')
  await here.archive('ai_1')
  assert.deepEqual(await here.briefly(30), [])
  await here.complete('ai_1')
  await here.briefly(30)
  await here.reopen('ai_1')
  await here.complete('ai_1')
  assert.deepEqual(await here.briefly(30), [])
})

test('an item of type all sends no event until every assignee has completed it', async () => {
  await here.edit('ai_2', { completion_type: 'all' }, keys.bo)
  await here.complete('ai_2')
  assert.deepEqual(await here.briefly(30), [])
  await here.complete('ai_2', keys.bo)
  assert.deepEqual(await here.briefly(30), ['wh_ada completed', 'wh_bo completed', 'ws_all completed'])
})

test('assigned: only new assignees receive it; it lists all assignees', async () => {
  await here.edit('ai_1', { assignees: ['u_ada', 'bo@acme.test'] })
  const sent = await here.sentAfter(30)
  assert.deepEqual(brief(sent), ['wh_bo assigned', 'ws_all assigned'])
  const [bo, all] = sent.map(({ body }) => body)
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
    links: [],
    created_at: '2026-01-05T09:31:00.000+00:00',
    updated_at: bo.updated_at,
  })
  assert.match(bo.updated_at, /\+00:00$/)
  assert.deepEqual(all, { ...bo, scope: 'workspace' })
})

test('the same assignees, fewer of them, or another order cause no assigned event', async () => {
  for (const assignees of [['u_ada', 'u_bo'], ['u_bo', 'u_ada'], ['u_bo'], []]) {
    await here.edit('ai_2', { assignees }, keys.bo)
    assert.deepEqual(await here.briefly(30), [])
  }
})

test('a new item with assignees sends assigned; if it is completed in that window, both events are sent', async () => {
  await here.create({ text: 'Nobody’s' })
  assert.deepEqual(await here.briefly(30), [])
  const { id } = await here.create({ text: 'Bo’s', assignees: ['u_bo'] })
  await here.complete(id)
  assert.deepEqual(await here.briefly(30), ['wh_bo assigned', 'wh_bo completed', 'ws_all assigned', 'ws_all completed'])
})

test('the completion of an item without assignees is sent to workspace webhooks only', async () => {
  const { id } = await here.create({ text: 'Nobody’s' })
  await here.complete(id)
  const sent = await here.sentAfter(30)
  assert.deepEqual(
    sent.map(({ webhook, body }) => [webhook, body.assignees]),
    [['ws_all', []]],
  )
})

test('the event has the meeting and the first channel in which an attendee published the note', async () => {
  await here.complete('ai_1')
  const sent = await here.sentAfter(30)
  assert.equal(sent.length, 2)
  for (const { body } of sent) {
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

test('only members get a private channel’s title; an assignee who cannot see the note gets no meeting', async () => {
  await sql`update publications set channel_id = 'ch_ada'`.execute(here.world.db)
  await here.edit('ai_1', { assignees: ['u_ada', 'u_bo'] })
  await here.briefly(30)
  const titles = async () =>
    (await here.sentAfter(30)).map(({ webhook, body }) => [webhook, body.stream_id, body.stream_title, body.event_id])
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
  await sql`update publications set by_user_id = 'u_bo'`.execute(here.world.db)
  await here.complete('ai_1')
  assert.deepEqual((await titles())[2], ['ws_all', null, '', 'evt1_20260105T090000Z'])
})

test('one job closes all windows that end in one second', async () => {
  for (const seconds of [0, 0, 0.25, 0.5]) {
    here.world.advance({ seconds })
    await here.create({ text: 'x' })
  }
  const { rows } = await sql`select from pgboss.job where state = 'created'`.execute(here.world.db)
  assert.equal(rows.length, 2)
  await here.sentAfter(31)
  assert.deepEqual(await here.world.db.selectFrom('action_item_holds').select('item_id').execute(), [])
})

test('the setting ACTION_ITEM_HOLD_SECONDS is the length of the window', async () => {
  await using quick = await openListening({ ACTION_ITEM_HOLD_SECONDS: '5' })
  await quick.reset()
  await quick.complete('ai_1')
  assert.deepEqual(await quick.briefly(4.999), [])
  assert.deepEqual(await quick.briefly(0.001), completedBoth)
})

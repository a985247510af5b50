/** Decision 45: whatever is written, by anyone, is told. Each case writes one table, so that no other trigger helps. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const meeting = ['n_1 changed', 'r_1 changed', 'r_2 changed']
const ofEvent = `where guid = 'evt1_20260105T090000Z'`
const ofMeeting = `where event_guid = 'evt1_20260105T090000Z'`

const newNote = `insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
  select workspace_id, 'n_new', created_by, title, title_folded, created_at, updated_at from notes where id = 'n_bo'`
const newRecording = `insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at)
  select workspace_id, 'r_new', note_id, title, title_folded, created_at, updated_at from recordings where id = 'r_1'`
const newItem = (noteId: string, by = 'null') => `
  insert into action_items (workspace_id, id, note_id, text, created_by, created_at, updated_at)
  select workspace_id, 'ai_new', ${noteId}, text, ${by}, created_at, updated_at from action_items where id = 'ai_1'`
const media = `insert into recording_media (workspace_id, recording_id, file, file_name, media_bytes)
  values ('ws_acme', 'r_1', 'file', 'talk.mp3', 9)`
const giveToBo = `insert into action_item_assignees (workspace_id, item_id, user_id, position)
  values ('ws_acme', 'ai_new', 'u_bo', 0)`
const guest = `insert into event_attendees (workspace_id, event_guid, position, email, email_folded)
  values ('ws_acme', 'evt1_20260105T090000Z', 9, 'new@elsewhere.test', 'new@elsewhere.test')`

const cases: [what: string, before: string[], written: string, told: string[]][] = [
  ['a note is made', [], newNote, ['n_new changed']],
  ['a note is renamed', [], `update notes set title = 'New' where id = 'n_1'`, ['n_1 changed']],
  ['a note is deleted', [], `delete from notes where id = 'n_bo'`, ['n_bo gone']],
  [
    'a note with items is deleted',
    [newItem(`'n_bo'`)],
    `delete from notes where id = 'n_bo'`,
    ['ai_new gone', 'n_bo gone'],
  ],
  ['a note leaves its event', [], `update notes set event_guid = null, created_by = 'u_bo' where id = 'n_1'`, meeting],
  ['a recording is made', [], newRecording, ['n_1 changed', 'r_new changed']],
  ['a recording is renamed', [], `update recordings set title = 'New' where id = 'r_1'`, ['r_1 changed']],
  ['a recording is deleted', [], `delete from recordings where id = 'r_2'`, ['n_1 changed', 'r_2 gone']],
  [
    'a recording moves to another note',
    [],
    `update recordings set note_id = 'n_bo' where id = 'r_2'`,
    ['n_1 changed', 'n_bo changed', 'r_2 changed'],
  ],
  [
    'recordings of a note change places',
    [],
    `update recordings set created_at = created_at - interval '1 h' where id = 'r_2'`,
    ['n_1 changed', 'r_2 changed'],
  ],
  ['media arrive', [], media, ['r_1 changed']],
  ['media go', [media], `delete from recording_media`, ['r_1 changed']],
  ['an item is made', [], newItem(`'n_1'`), ['ai_new changed', 'n_1 changed']],
  ['an item changes', [], `update action_items set text = 'New' where id = 'ai_1'`, ['ai_1 changed', 'n_1 changed']],
  ['an item goes', [], `delete from action_items where id = 'ai_1'`, ['ai_1 gone', 'n_1 changed']],
  [
    'an item without a note goes',
    [newItem('null', `'u_bo'`)],
    `delete from action_items where id = 'ai_new'`,
    ['ai_new gone'],
  ],
  [
    'an item leaves its note',
    [],
    `update action_items set note_id = null where id = 'ai_1'`,
    ['ai_1 gone', 'n_1 changed'],
  ],
  [
    'an item without a note is another person’s',
    [newItem('null', `'u_bo'`)],
    `update action_items set created_by = 'u_ada' where id = 'ai_new'`,
    ['ai_new gone'],
  ],
  ['an item is given', [newItem(`'n_ada'`)], giveToBo, ['ai_new changed']],
  [
    'an item is taken back',
    [newItem(`'n_ada'`), giveToBo],
    `delete from action_item_assignees where item_id = 'ai_new'`,
    ['ai_new gone'],
  ],
  [
    'people of an item change places',
    [newItem(`'n_1'`), giveToBo],
    `update action_item_assignees set position = 7 where item_id = 'ai_new'`,
    ['ai_new changed', 'n_1 changed'],
  ],
  ['an event moves', [], `update events set ends_at = ends_at + interval '1 h' ${ofEvent}`, meeting],
  ['a guest is invited', [], guest, meeting],
  ['a guest is named', [], `update event_attendees set name = 'G' ${ofMeeting}`, meeting],
  ['a guest is taken out', [guest], `delete from event_attendees ${ofMeeting} and position = 9`, meeting],
  [
    'a person is renamed',
    [],
    `update users set full_name = 'Ada Neu' where id = 'u_ada'`,
    ['ai_1 changed', 'ai_2 changed', 'n_1 changed', 'r_1 changed'],
  ],
  [
    'a person is renamed whom AI notes name and who was given nothing',
    [`delete from action_item_assignees`],
    `update users set full_name = 'Ada Neu' where id = 'u_ada'`,
    ['r_1 changed'],
  ],
  [
    'a person is renamed who told the others of a recording',
    [`update recordings set facts = '{"consent":{"told":"all"}}', started_by = 'u_cy' where id = 'r_1'`],
    `update users set full_name = 'Cy Neu' where id = 'u_cy'`,
    ['r_1 changed'],
  ],
]

for (const [what, before, written, expected] of cases) {
  test(`the changes list that ${what}`, async () => {
    for (const statement of before) await sql.raw(statement).execute(world.db)
    const start = await world.get('/api/v1/changes', keys.bo)
    await sql.raw(written).execute(world.db)
    const { body } = await world.get(`/api/v1/changes?cursor=${start.body.page_info.cursor}`, keys.bo)
    const told = body.data.map(({ id, change }: { id: string; change: string }) => `${id} ${change}`)
    assert.deepEqual(told.sort(), expected)
  })
}

test('a super admin gets a deleted note that nobody else saw', async () => {
  await sql
    .raw(
      newNote.replace(
        'created_by, title, title_folded, created_at, updated_at from',
        'null, title, title_folded, created_at, updated_at from',
      ),
    )
    .execute(world.db)
  const start = await world.get('/api/v1/changes', keys.ada)
  await sql`delete from notes where id = 'n_new'`.execute(world.db)
  const { body } = await world.get(`/api/v1/changes?cursor=${start.body.page_info.cursor}`, keys.ada)
  assert.deepEqual(
    body.data.map(({ id, change }: { id: string; change: string }) => `${id} ${change}`),
    ['n_new gone'],
  )
})

test('a person who is assigned an item and no longer, in one transaction, gets nothing', async () => {
  await sql.raw(newItem('null', `'u_ada'`)).execute(world.db)
  const start = await world.get('/api/v1/changes', keys.bo)
  await world.db.transaction().execute(async (tx) => {
    await sql.raw(giveToBo).execute(tx)
    await sql`delete from action_item_assignees where item_id = 'ai_new'`.execute(tx)
  })
  const { body } = await world.get(`/api/v1/changes?cursor=${start.body.page_info.cursor}`, keys.bo)
  assert.deepEqual(body.data, [])
})

test('a person who gains and loses sight in one transaction gets nothing', async () => {
  const start = await world.get('/api/v1/changes', keys.bo)
  await world.db.transaction().execute(async (tx) => {
    await sql`insert into shares (workspace_id, note_id, user_id, by_user_id)
      values ('ws_acme', 'n_ada', 'u_bo', 'u_ada')`.execute(tx)
    await sql`delete from shares where note_id = 'n_ada'`.execute(tx)
  })
  const { body } = await world.get(`/api/v1/changes?cursor=${start.body.page_info.cursor}`, keys.bo)
  assert.deepEqual(body.data, [])
})

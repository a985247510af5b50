/** Deletion for good: who may, what goes with it, what stays, and what is written down (spec 4.7, decision 19). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { unnamedTypes } from '../server/webhooks/events/event-types.ts'
import { keepListening } from '../server/webhooks/stream/stream-events.ts'
import { deleteWorld, keys, marker } from './support/delete-world.ts'
import { everyRow, tracesOf } from './support/every-row.ts'
import { failureBody } from './support/failure-body.ts'
import { idOf } from './support/walk.ts'
import { type Answer, openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(...deleteWorld())
})
after(() => world[Symbol.asyncDispose]())

const forbidden = [403, failureBody('This operation requires super admin privileges')]
const result = ({ status, body }: Answer) => [status, body]

/** What an action took away and brought: the tables, and whom or what a row is about. */
async function changesOf(action: () => Promise<unknown>): Promise<{ gone: string[]; came: string[] }> {
  // The index of words goes with its things; whose words they were, the tests below ask. Changes name things only. The
  // queue notes its own rounds.
  const rows = async () =>
    (await everyRow(world.db)).filter(
      (row) => !/^(search_|(unnumbered_)?changes |sign_in_counts |pgboss\.(version|queue) )/.test(row),
    )
  const before = await rows()
  await action()
  const now = await rows()
  return {
    gone: before
      .filter((row) => !now.includes(row))
      .map(nameOf)
      .sort(),
    came: now
      .filter((row) => !before.includes(row))
      .map(nameOf)
      .sort(),
  }
}

function nameOf(text: string): string {
  const [table, ...json] = text.split(' ')
  const { workspace_id, id, action, ...row } = JSON.parse(json.join(' '))
  assert.equal(workspace_id, 'ws_acme', text)
  const reader = row.reader_id ?? (table === 'shares' ? row.user_id : row.channel_id)
  if (reader && id) return `${table} ${id} ${reader}`
  const about = id ? [id] : [row.note_id, row.recording_id, row.item_id, row.user_id, row.channel_id]
  return [table, ...(action ? [action] : about)].filter(Boolean).join(' ')
}

/** The tables of what was told that hold the word; bodies are kept as bytes, which a row prints in hexadecimal. */
async function quoting(word = marker): Promise<string[]> {
  const tables = ['attempts', 'messages', 'stream_events']
  const [plain, bytes] = [await tracesOf(world.db, word), await tracesOf(world.db, Buffer.from(word).toString('hex'))]
  return tables.filter((table) => plain.includes(table) || bytes.includes(table))
}

const sightOfRecording = ['ch_eng', 'u_ada', 'u_bo', 'u_dee', 'u_fay'].map((reader) => `sight r_1 ${reader}`)

test('19: a note is deleted with everything that belongs to it, and with nothing else', async () => {
  const { gone, came } = await changesOf(async () => {
    const answer = await world.delete('/api/v1/note/n_1', keys.ada)
    assert.deepEqual(result(answer), [200, { note_id: 'n_1', deleted: true }])
  })
  assert.deepEqual(gone, [
    'action_item_assignees ai_1 u_ada',
    'action_item_assignees ai_1 u_cy',
    'action_item_assignees ai_2 u_bo',
    'action_items ai_1',
    'action_items ai_2',
    'notes n_1',
    'publications n_1 ch_eng',
    'publications r_1 ch_eng',
    'recordings r_1',
    'recordings r_2',
    'shares n_1 u_dee',
    'shares r_1 u_dee',
    ...['ch_eng', 'u_ada', 'u_bo', 'u_dee', 'u_fay'].map((reader) => `sight n_1 ${reader}`),
    ...sightOfRecording,
    ...['u_ada', 'u_bo', 'u_fay'].map((reader) => `sight r_2 ${reader}`),
    'uploads r_1',
  ])
  assert.deepEqual(came, ['audit_log note.delete'])
})

test('19: a recording is deleted with everything that belongs to it; its note stays without it', async () => {
  const note = async () => (await world.get('/api/v1/note/n_1', keys.bo)).body.note
  const before = await note()
  assert.deepEqual(before.recording_ids, ['r_1', 'r_2'])
  const { gone, came } = await changesOf(async () => {
    const answer = await world.delete('/api/v1/recording/r_1', keys.ada)
    assert.deepEqual(result(answer), [200, { recording_id: 'r_1', deleted: true }])
  })
  assert.deepEqual(gone, [
    'publications r_1 ch_eng',
    'recordings r_1',
    'shares r_1 u_dee',
    ...sightOfRecording,
    'uploads r_1',
  ])
  assert.deepEqual(came, ['audit_log recording.delete'])
  assert.deepEqual(await note(), { ...before, recording_ids: ['r_2'] })
  const { body } = await world.post('/api/v1/notes', keys.bo, { filters: { title: before.title } })
  assert.deepEqual(body.data[0].recording_ids, ['r_2'])
})

test('19: a deleted object is gone for everyone at once', async () => {
  const everyone = [keys.ada, keys.bo, keys.dee, keys.eve, keys.fay]
  const paths = ['note/n_1', 'recording/r_1', 'recording/r_2', 'recordings/upload/r_1', 'action_item/ai_1']
  const seen = async () =>
    Promise.all(
      everyone.map(async (key) => {
        const single = await Promise.all(paths.map(async (path) => (await world.get(`/api/v1/${path}`, key)).status))
        const lists = ['notes', 'recordings', 'action_items', 'recordings/upload/list'].map(async (list) => {
          const { body } = await world.post(`/api/v1/${list}`, key, {})
          return (body.data ?? body.uploads.data).map(idOf)
        })
        return { single, listed: (await Promise.all(lists)).flat() }
      }),
    )
  const before = await seen()
  for (const { single, listed } of before) assert(single.includes(200) && listed.includes('n_1'))
  await world.delete('/api/v1/note/n_1', keys.ada)
  const things = ['n_1', 'r_1', 'r_2', 'ai_1', 'ai_2']
  for (const [index, { single, listed }] of (await seen()).entries()) {
    assert.deepEqual(new Set(single), new Set([404]))
    assert.deepEqual(
      listed,
      before[index]!.listed.filter((id: string) => !things.includes(id)),
    )
  }
  assert.equal((await world.get('/api/v1/note/n_1', keys.zoe)).status, 200, 'another workspace has its own')
})

test('19: no table keeps a word of a deleted object', async () => {
  // The neighbour has the same words.
  await world.empty()
  await world.load(deleteWorld()[0]!)
  const index = ['search_passages', 'search_words']
  const there = ['action_items', 'notes', 'recordings', ...index, 'uploads']
  assert.deepEqual(await tracesOf(world.db, marker), there)
  assert.deepEqual(await tracesOf(world.db, `${marker} said`), ['recordings', 'search_passages'])
  await world.delete('/api/v1/recording/r_1', keys.ada)
  assert.deepEqual(await tracesOf(world.db, `${marker} said`), [])
  assert.deepEqual(await tracesOf(world.db, marker), ['action_items', 'notes', ...index])
  await world.delete('/api/v1/note/n_1', keys.ada)
  assert.deepEqual(await tracesOf(world.db, marker), [])
})

test('19: no table keeps a word of it in payloads, answers of receivers or stream events', async () => {
  await world.empty()
  const [first] = deleteWorld() as [
    { recordings: object[]; notes: object[]; uploads: object[]; action_items: object[] },
  ]
  const events = ['ai_note.generated', 'ai_note.shared_to_channel', 'action_item.assigned']
  const hook = { owner: 'u_ada', url: 'https://hooks.minutebook.dev/', enabled_events: events }
  const webhook_list = [
    { ...hook, id: 'wh_ada' },
    { ...hook, id: 'wh_all', api_key: 'k_ada', scope: 'workspace' },
  ]
  await world.load({ ...first, webhook_list, notes: [], recordings: [], uploads: [], action_items: [] })
  const ada = { workspaceId: 'ws_acme', userId: 'u_ada', keyId: 'k_ada', sessionId: null, types: unnamedTypes }
  await keepListening(world.db, world.base.clock(), [ada])
  await world.loadAndAnnounce(first)
  world.advance({ seconds: 30 })
  await world.settle()
  await sql`
    insert into attempts (workspace_id, message_id, number, sent_at, duration_ms, response_body, manual)
    select workspace_id, id, 100, created_at, 1, convert_from(body, 'UTF8'), false from messages`.execute(world.db)
  assert.deepEqual(await quoting(), ['attempts', 'messages', 'stream_events'])
  await world.delete('/api/v1/recording/r_1', keys.ada)
  assert.deepEqual(await quoting(`${marker} said`), [])
  assert.deepEqual(await quoting(), ['attempts', 'messages', 'stream_events'], 'of the note and its items')
  await world.delete('/api/v1/note/n_1', keys.ada)
  assert.deepEqual(await quoting(), [])
  const kept = await world.db.selectFrom('messages').select('body').execute()
  assert(kept.some(({ body }) => body === null) && kept.some(({ body }) => body !== null), 'of n_2 they stay')
})

test('19: the planner statistics of PostgreSQL keep no word of it either', async () => {
  await sql`analyze`.execute(world.db)
  for (const note of ['n_1', 'n_2']) await world.delete(`/api/v1/note/${note}`, keys.ada)
  await world.delete('/api/v1/note/n_1', keys.zoe)
  const kept = await sql<{ place: string }>`
    select tablename || '.' || attname as place from pg_stats where schemaname = 'public'
      and concat(most_common_vals::text, histogram_bounds::text) like ${`%${marker}%`}`.execute(world.db)
  const places = kept.rows.map(({ place }) => place).filter((place) => !/\.title(_folded)?$/.test(place))
  assert.deepEqual(places, [])
})

test('19: without super admin a 403 for any id, then 404; nothing changes and the log has only the tries', async () => {
  const ids = ['n_1', 'r_1', 'n_none', 'n_zoe', 'r_9', 'list', '%00', '%F0%9F%92%A9', 'x'.repeat(500)]
  const as = (person: string) => ({ headers: { 'x-on-behalf-of': person } })
  const refusals: [who: string, key: string, more: object][] = [
    ['an attendee', keys.bo, {}],
    ['a regular key of an admin', keys.adaRegular, {}],
    ['a marked key of no admin', keys.boMarked, {}],
    ['a super admin as another', keys.ada, as('u_bo')],
    ['a super admin as themself', keys.ada, as('u_ada')],
  ]
  const { gone, came } = await changesOf(async () => {
    for (const kind of ['note', 'recording']) {
      for (const id of ids) {
        for (const [who, key, more] of refusals) {
          assert.deepEqual(result(await world.delete(`/api/v1/${kind}/${id}`, key, more)), forbidden, `${who} ${id}`)
        }
      }
      const missing = [404, failureBody(`${kind === 'note' ? 'Note' : 'Recording'} not found`)]
      const own = kind === 'note' ? 'n_1' : 'r_1'
      for (const id of ids.filter((each) => each !== own)) {
        assert.deepEqual(result(await world.delete(`/api/v1/${kind}/${id}`, keys.ada)), missing, `${kind} ${id}`)
      }
      assert.equal((await world.delete(`/api/v1/${kind}/${own}`)).status, 401)
      assert.equal((await world.delete(`/api/v1/${kind}/${own}`, 'mb_wrong')).status, 401)
    }
  })
  assert.deepEqual(gone, [])
  assert.deepEqual([...new Set(came)], ['audit_log impersonate', 'audit_log operation.refuse'])

  await world.db.updateTable('workspaces').set({ plan: 'business' }).where('id', '=', 'ws_acme').execute()
  assert.deepEqual(result(await world.delete('/api/v1/note/n_1', keys.ada)), forbidden, 'another plan')
  assert.deepEqual(result(await world.delete('/api/v1/note/n_none', keys.ada)), forbidden)
})

test('5, 20: each deletion is one row of the log, and a second attempt adds none', async () => {
  const log = async () => (await world.get('/api/v1/audit_log', keys.ada)).body.data
  const recording = await world.delete('/api/v1/recording/r_2?reason=secret', keys.ada)
  world.advance({ seconds: 1 })
  const note = await world.delete('/api/v1/note/n_1', keys.ada)
  for (const path of ['note/n_1', 'recording/r_2', 'recording/r_1']) {
    assert.equal((await world.delete(`/api/v1/${path}`, keys.ada)).status, 404, path)
  }
  const rows = await log()
  const shared = { key_id: 'k_ada', user_id: 'u_ada', on_behalf_of: null, method: 'DELETE', status: 200 }
  assert.deepEqual(
    rows.map(({ id: _, at: __, ...row }: Record<string, unknown>) => row),
    [
      { action: 'note.delete', path: '/api/v1/note/n_1', details: { note_id: 'n_1' }, answer: note },
      {
        action: 'recording.delete',
        path: '/api/v1/recording/r_2',
        details: { recording_id: 'r_2' },
        answer: recording,
      },
    ].map(({ answer, ...row }) => ({
      ...shared,
      ...row,
      address: '127.0.0.1',
      body_sha256: null,
      request_id: answer.headers['x-request-id'],
    })),
  )
  assert.equal(Date.parse(rows[0].at) - Date.parse(rows[1].at), 1_000)
})

test('19: of concurrent deletions one deletes, the others get 404', async () => {
  const paths = ['note/n_1', 'note/n_1', 'recording/r_1', 'recording/r_2', 'note/n_1', 'recording/r_1', 'note/n_2']
  const reads = ['note/n_1', 'recording/r_1', 'action_item/ai_1']
  const [deleted, ...read] = await Promise.all([
    Promise.all(paths.map(async (path) => (await world.delete(`/api/v1/${path}`, keys.ada)).status)),
    ...reads.map(async (path) => (await world.get(`/api/v1/${path}`, keys.bo)).status),
    ...['notes', 'recordings'].map(async (list) => (await world.post(`/api/v1/${list}`, keys.bo, {})).status),
  ])
  for (const status of [...deleted, ...read]) assert([200, 404].includes(status), `${deleted} ${read}`)
  const times = (path: string) => deleted.filter((status, index) => status === 200 && paths[index] === path).length
  assert.deepEqual([times('note/n_1'), times('note/n_2')], [1, 1])
  assert(times('recording/r_1') <= 1 && times('recording/r_2') <= 1)
  const log = await world.get('/api/v1/audit_log', keys.ada)
  assert.equal(log.body.data.length, deleted.filter((status) => status === 200).length)
})

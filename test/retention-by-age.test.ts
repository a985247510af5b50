/** What a workspace keeps for a number of days, and legal holds, which stop every deletion (decision 51). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { backgroundJobs } from '../server/app/worker.ts'
import { findOld, type OldRow } from '../server/keeping/personal-data/retention/old-rows.ts'
import { tracesOf } from './support/every-row.ts'
import { failureBody } from './support/failure-body.ts'
import { openWorld, type World } from './support/world.ts'

const key = 'mb_ret_ada_0123456789'
const boKey = 'mb_ret_bo_0123456789'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(aged('ws_acme', 'acme', key), aged('ws_zeta', 'zeta', 'mb_ret_zoe_0123456789'))
})
after(() => world[Symbol.asyncDispose]())

/** The clock says 2026-01-10T12:00Z: `old` is 10 days before to the millisecond, `older` one millisecond more. */
const old = '2025-12-31T12:00:00.000Z'
const older = '2025-12-31T11:59:59.999Z'

function aged(id: string, subdomain: string, secret: string): Record<string, unknown> {
  const transcript = {
    language_code: 'en',
    speech_segments: [{ speaker: 'Ada', text: 'wombat', start_time: 0, end_time: 1 }],
  }
  const at = (created_at: string) => ({ created_at, updated_at: created_at })
  const event = (guid: string, end: string) => ({
    guid,
    title: guid,
    start: '2025-12-01T09:00:00Z',
    end,
    attendees: [{ email: 'ada@acme.test' }, { email: 'bo@acme.test' }],
  })
  return {
    id,
    subdomain,
    name: subdomain,
    plan: 'enterprise',
    users: [
      { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true },
      { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Li' },
      { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy Ruiz' },
    ],
    api_keys: [
      { id: 'k_ada', user: 'u_ada', name: 'ci', secret, super_admin: true },
      ...(id === 'ws_acme' ? [{ id: 'k_bo', user: 'u_bo', name: 'own', secret: boKey }] : []),
    ],
    events: [event('evt_older', older), event('evt_old', old), event('evt_bare', older)],
    notes: [
      { ...at(older), id: 'n_older', event: 'evt_older', title: 'Older', created_by: 'u_ada' },
      { ...at(older), id: 'n_event', event: 'evt_old', title: 'Of a younger event', created_by: 'u_ada' },
      { ...at(older), id: 'n_recorded', title: 'With a younger recording', created_by: 'u_cy' },
      { ...at(old), id: 'n_old', title: 'Old', created_by: 'u_ada' },
    ],
    recordings: [
      { ...at(older), id: 'r_older', note: 'n_older', title: 'Older', transcript, ai_notes: notes },
      { ...at(older), id: 'r_first', note: 'n_recorded', title: 'First', transcript, ai_notes: notes },
      { ...at(old), id: 'r_second', note: 'n_recorded', title: 'Second', transcript },
    ],
    uploads: [
      { ...at(older), recording_id: 'r_older', submitted_by: 'u_ada', title: 'Older', status: 'SUCCESS' },
      { ...at(older), recording_id: 'r_failed', submitted_by: 'u_ada', title: 'No', status: 'FAILED' },
      { ...at(older), recording_id: 'r_waits', submitted_by: 'u_ada', title: 'Waits', status: 'PENDING' },
    ],
    action_items: [
      { ...at(older), id: 'ai_older', text: 'Older', created_by: 'u_ada' },
      { ...at(older), updated_at: old, id: 'ai_touched', text: 'Touched', created_by: 'u_ada' },
      { ...at(older), id: 'ai_cy', text: 'Of Cy', created_by: 'u_ada', assignees: ['u_cy'] },
    ],
  }
}

const notes = { markdown: 'Kept notes', sections: [] }

const patch = (body: object, as = key) => world.patch('/api/v1/workspace', as, body)
const hold = (person: string, legal_hold: string | null) => world.patch(`/api/v1/user/${person}`, key, { legal_hold })

async function runDaily(): Promise<void> {
  const work = backgroundJobs(world.base).find(({ name }) => name === 'apply-retention')!
  await work.run({})
}

async function ids(workspace = 'ws_acme') {
  const of = async (table: 'notes' | 'recordings' | 'action_items') =>
    (await world.db.selectFrom(table).select('id').where('workspace_id', '=', workspace).orderBy('id').execute()).map(
      ({ id }) => id,
    )
  return [...(await of('notes')), ...(await of('recordings')), ...(await of('action_items'))]
}

const everything = [
  ...['n_event', 'n_old', 'n_older', 'n_recorded', 'r_first', 'r_older', 'r_second'],
  ...['ai_cy', 'ai_older', 'ai_touched'],
]

test('51: everything older is deleted, to the millisecond, with what belongs to it; other workspaces keep all', async () => {
  assert.equal((await patch({ retention_days: { everything: 10 } })).status, 200)
  await runDaily()
  assert.deepEqual(await ids(), ['n_event', 'n_old', 'n_recorded', 'r_first', 'r_second', 'ai_touched'])
  const left = await world.db
    .selectFrom('uploads')
    .select('recording_id')
    .where('workspace_id', '=', 'ws_acme')
    .execute()
  assert.deepEqual(
    left.map(({ recording_id }) => recording_id),
    ['r_waits'],
  )
  const events = await world.db.selectFrom('events').select('guid').where('workspace_id', '=', 'ws_acme').execute()
  assert.deepEqual(
    events.map(({ guid }) => guid),
    ['evt_old'],
  )
  assert.deepEqual(await ids('ws_zeta'), everything)
})

test('51: transcripts are deleted with their words in search; AI notes and notes stay', async () => {
  await patch({ retention_days: { transcripts: 10 } })
  await runDaily()
  assert.deepEqual(await ids(), everything)
  const rows = await world.db
    .selectFrom('recordings')
    .select(['id', 'transcript', 'ai_notes'])
    .where('workspace_id', '=', 'ws_acme')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ id, transcript, ai_notes }) => [id, transcript !== null, ai_notes !== null]),
    [
      ['r_first', false, true],
      ['r_older', false, true],
      ['r_second', true, false],
    ],
  )
  const { body } = await world.post('/api/v1/search', key, { query: 'wombat' })
  assert.deepEqual(
    body.data.map(({ recording_id }: { recording_id: string }) => recording_id),
    ['r_second'],
  )
  assert.equal((await world.get('/api/v1/recording/r_older', key)).body.recording.transcript, null)
})

test('51: media are deleted from the tables, and their files at the next clean-up', async () => {
  const media = { workspace_id: 'ws_acme', content_type: 'audio/mpeg', file_name: 'call.mp3', media_bytes: 5 }
  await world.db
    .insertInto('recording_media')
    .values([
      { ...media, recording_id: 'r_older', file: 'f_older' },
      { ...media, recording_id: 'r_second', file: 'f_second' },
    ])
    .execute()
  await patch({ retention_days: { media: 10 } })
  await runDaily()
  const left = await world.db.selectFrom('recording_media').select('file').execute()
  assert.deepEqual(left, [{ file: 'f_second' }])
  const leftovers = await world.db.selectFrom('media_leftovers').select('file').execute()
  assert.deepEqual(leftovers, [{ file: 'f_older' }])
  assert.deepEqual(await ids(), everything)
})

test('51: followers get the changes, and the log has the deletions in the name of the admin who set the days', async () => {
  let copy = (await world.get('/api/v1/changes?page_size=200', boKey)).body
  while (copy.page_info.has_more)
    copy = (await world.get(`/api/v1/changes?page_size=200&cursor=${copy.page_info.cursor}`, boKey)).body
  await patch({ retention_days: { everything: 10, transcripts: 10 } })
  await runDaily()
  const { data } = (await world.get(`/api/v1/changes?page_size=200&cursor=${copy.page_info.cursor}`, boKey)).body
  const gone = data.filter(({ change }: { change: string }) => change === 'gone').map(({ id }: { id: string }) => id)
  assert.deepEqual(gone.sort(), ['n_older', 'r_older'])
  const log = async (action: string) =>
    (await world.get(`/api/v1/audit_log?filters=${encodeURIComponent(JSON.stringify({ action }))}`, key)).body.data
  const [removal] = await log('retention.remove')
  assert.partialDeepStrictEqual(removal, {
    user_id: 'u_ada',
    method: 'JOB',
    key_id: null,
    details: { notes: 1, action_items: 2, uploads: 1, events: 2, transcripts: 1 },
  })
  const [setting] = await log('workspace.change')
  const days = { everything: 10, transcripts: 10, media: null }
  assert.deepEqual(setting.details.after, { retention_days: days })
  await runDaily()
  assert.equal((await log('retention.remove')).length, 1, 'nothing more to remove')
})

const countOld = async (query: string, as = key) => world.get(`/api/v1/workspace/retention?${query}`, as)

test('51: the preview counts exactly what is deleted later; nothing of another workspace, nothing under hold', async () => {
  const media = { workspace_id: 'ws_acme', content_type: 'audio/mpeg', file_name: 'call.mp3' }
  await world.db
    .insertInto('recording_media')
    .values([
      { ...media, recording_id: 'r_older', file: 'f_older', media_bytes: 5 },
      { ...media, recording_id: 'r_first', file: 'f_first', media_bytes: 7 },
      { ...media, recording_id: 'r_second', file: 'f_second', media_bytes: 11 },
    ])
    .execute()
  const none = { notes: 0, action_items: 0, uploads: 0, events: 0, transcripts: 0, media: 0, media_bytes: 0 }
  const older = async (query: string) => (await countOld(query)).body.older
  assert.deepEqual(await older(''), none)
  assert.deepEqual(await older('media=10'), { ...none, media: 2, media_bytes: 12 })
  const all = { notes: 1, action_items: 2, uploads: 1, events: 1, transcripts: 2, media: 2, media_bytes: 12 }
  assert.deepEqual(await older('everything=10&transcripts=10&media=10'), all)
  assert.deepEqual(await older('everything=11&transcripts=11&media=11'), none)
  assert.deepEqual(await ids(), everything, 'nothing is gone')
  await hold('u_cy', 'Case 12')
  assert.deepEqual(await older('everything=10&transcripts=10&media=10'), {
    ...all,
    action_items: 1,
    transcripts: 1,
    media: 1,
    media_bytes: 5,
  })
  await patch({ legal_hold: 'Case 13' })
  assert.deepEqual(await older('everything=10&transcripts=10&media=10'), none)
  await patch({ legal_hold: null })
  await hold('u_cy', null)
  await patch({ retention_days: { everything: 10, transcripts: 10, media: 10 } })
  await runDaily()
  // What went with the note is not removed by itself, and its event has none any more.
  const { data } = (await world.get('/api/v1/audit_log', key)).body
  const removed = data.find(({ action }: { action: string }) => action === 'retention.remove').details
  assert.deepEqual(removed, { notes: 1, action_items: 2, uploads: 1, events: 2, transcripts: 1, media: 1 })
  assert.deepEqual(await older('everything=10&transcripts=10&media=10'), none)
})

test('51: days for the preview are whole numbers from 1 to 36,500, and only super admins get it', async () => {
  for (const [days, status] of [
    ['0', 400],
    ['1', 200],
    ['36500', 200],
    ['36501', 400],
    ['1.5', 400],
    ['a', 400],
  ] as const) {
    const { status: answered, body } = await countOld(`media=${days}`)
    assert.equal(answered, status, days)
    if (status === 400) assert.equal(body.errors[0].location, 'query.media')
  }
  assert.equal((await countOld('media=1', boKey)).status, 403)
  const onBehalf = { headers: { 'x-on-behalf-of': 'u_cy' } }
  assert.equal((await world.get('/api/v1/workspace/retention?media=1', key, onBehalf)).status, 403)
})

test('51: days are whole numbers from 1 to 36,500, or null for no limit; absent fields stay', async () => {
  for (const [days, status] of [
    [0, 400],
    [1, 200],
    [36_500, 200],
    [36_501, 400],
    [1.5, 400],
    ['7', 400],
  ] as const) {
    const answer = await patch({ retention_days: { media: days } })
    assert.equal(answer.status, status, `${days}`)
    if (status === 400) assert.equal(answer.body.errors[0].location, 'body.retention_days.media')
  }
  const set = async (body: object) => (await patch(body)).body.workspace.retention_days
  assert.deepEqual(await set({ retention_days: { transcripts: 5 } }), {
    transcripts: 5,
    media: 36_500,
    everything: null,
  })
  assert.deepEqual(await set({ retention_days: { media: null } }), { transcripts: 5, media: null, everything: null })
  assert.deepEqual(await set({ retention_days: null }), { transcripts: 5, media: null, everything: null })
  assert.equal((await patch({ retention_days: { media: 3 } }, boKey)).status, 403)
  const shown = (await world.get('/api/v1/workspace', boKey)).body.workspace
  assert.deepEqual(shown.retention_days, { transcripts: 5, media: null, everything: null })
})

test('51: a hold of the workspace stops retention, deletions, zero-day and erasure until it is lifted', async () => {
  await patch({ retention_days: { everything: 10, transcripts: 10, media: 10 } })
  assert.equal((await patch({ legal_hold: 'Case 4711' })).body.workspace.legal_hold, 'Case 4711')
  await runDaily()
  assert.deepEqual(await ids(), everything)
  const refused = async (what: string, answer: Promise<{ status: number; body: object }>) => {
    const { status, body } = await answer
    const message = `${what} is under legal hold; an administrator has to lift the hold first`
    assert.deepEqual([status, body], [409, failureBody(message)])
  }
  await refused('This note', world.delete('/api/v1/note/n_old', key))
  await refused('This recording', world.delete('/api/v1/recording/r_second', key))
  await refused('This person, or a meeting of theirs,', world.delete('/api/v1/user/u_bo', key))
  const tried = await world.db.selectFrom('audit_log').selectAll().where('action', '=', 'user.erase').execute()
  const why = 'This person, or a meeting of theirs, is under legal hold; an administrator has to lift the hold first'
  assert.deepEqual(
    tried.map(({ user_id, status, details }) => [user_id, status, details]),
    [['u_ada', 409, { user_id: 'u_bo', refused: why }]],
  )
  await refused('What zero_day would delete', patch({ retention: 'zero_day', name: 'Not renamed' }))
  assert.equal((await world.delete('/api/v1/note/n_none', key)).status, 404)
  assert.equal((await world.get('/api/v1/workspace', key)).body.workspace.name, 'acme')
  assert.deepEqual((await tracesOf(world.db, 'Case 4711')).sort(), ['audit_log', 'workspaces'])
  await patch({ legal_hold: null })
  assert.equal((await world.delete('/api/v1/recording/r_second', key)).status, 200)
  await runDaily()
  assert.deepEqual(await ids(), ['n_event', 'n_old', 'ai_touched'])
})

test('51: a hold that is set together with zero_day applies already: nothing is deleted', async () => {
  const { status } = await patch({ retention: 'zero_day', legal_hold: 'Case 1' })
  assert.equal(status, 409)
  assert.equal((await world.get('/api/v1/recording/r_first', key)).body.recording.transcript !== null, true)
  const { workspace } = (await world.get('/api/v1/workspace', key)).body
  assert.deepEqual([workspace.retention, workspace.legal_hold], ['standard', null])
})

test('51: a hold of a person covers their meetings and items, and nothing else', async () => {
  await patch({ retention_days: { everything: 10, transcripts: 10 } })
  assert.equal((await hold('u_cy', 'Case 12')).body.user.legal_hold, 'Case 12')
  await runDaily()
  const left = ['n_event', 'n_old', 'n_recorded', 'r_first', 'r_second', 'ai_cy', 'ai_touched']
  assert.deepEqual(await ids(), left)
  assert.equal((await world.delete('/api/v1/note/n_recorded', key)).status, 409)
  assert.equal((await world.delete('/api/v1/recording/r_first', key)).status, 409)
  assert.equal((await world.delete('/api/v1/note/n_old', key)).status, 200)
  assert.equal((await world.delete('/api/v1/user/u_cy', key)).status, 409)
  assert.equal((await world.get('/api/v1/recording/r_first', key)).body.recording.transcript !== null, true)
  assert.equal((await patch({ retention: 'zero_day' })).status, 409)
  await hold('u_cy', null)
  assert.equal((await world.delete('/api/v1/recording/r_first', key)).status, 200)
})

test('51: a hold of a person covers their tasks and texts in meetings of others', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'acme',
    action_items: [{ id: 'ai_held', note: 'n_older', text: 'For Cy', created_by: 'u_ada', assignees: ['u_cy'] }],
  })
  await patch({ retention_days: { everything: 10 } })
  await hold('u_cy', 'Case 13')
  await runDaily()
  assert((await ids()).includes('ai_held'))
  assert.equal((await world.delete('/api/v1/note/n_older', key)).status, 409)
  await hold('u_cy', null)
  assert.equal((await world.delete('/api/v1/note/n_older', key)).status, 200)
})

test('51: what was kept under the hold of a person is covered also when nothing names that person any more', async () => {
  const at = { created_at: older, updated_at: older }
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'acme',
    notes: [{ ...at, id: 'n_decided', title: 'Decided', created_by: 'u_ada' }],
    decisions: [{ ...at, id: 'dec_cy', note: 'n_decided', text: 'Of Cy', status: 'withdrawn', made_by: 'u_cy' }],
    action_items: [{ id: 'ai_held', note: 'n_older', text: 'For Cy', created_by: 'u_ada', assignees: ['u_cy'] }],
  })
  await hold('u_cy', 'Case 17')
  for (const item of ['ai_held', 'ai_cy'])
    assert.equal((await world.patch(`/api/v1/action_item/${item}`, key, { assignees: [] })).status, 200)
  assert.equal((await world.delete('/api/v1/decision/dec_cy', key)).status, 200)
  await world.db
    .updateTable('action_items')
    .set({ updated_at: new Date(older) })
    .where('id', '=', 'ai_cy')
    .execute()
  await patch({ retention_days: { everything: 10, transcripts: 10 } })
  await runDaily()
  const held = ['n_older', 'n_decided', 'ai_held', 'ai_cy']
  const left = await ids()
  assert.deepEqual(
    held.filter((id) => !left.includes(id)),
    [],
  )
  for (const thing of ['note/n_older', 'recording/r_older', 'note/n_decided'])
    assert.equal((await world.delete(`/api/v1/${thing}`, key)).status, 409, thing)
  const { data } = (await world.get('/api/v1/former_texts', key)).body
  assert.deepEqual(data.map(({ thing_id }: never) => thing_id).sort(), ['ai_cy', 'ai_held', 'dec_cy'])
  await hold('u_cy', null)
  await runDaily()
  assert.deepEqual(
    (await ids()).filter((id) => held.includes(id)),
    [],
  )
})

test('51: each batch begins after the one before, also within a moment, so that what a hold covers is read once', async () => {
  await sql`insert into action_items (workspace_id, id, text, created_by, created_at, updated_at)
    select 'ws_acme', 'old_' || each, 'x', case each % 2 when 0 then 'u_cy' else 'u_bo' end, ${older}::timestamptz, ${older}::timestamptz
    from generate_series(1, 9) each`.execute(world.db)
  await hold('u_cy', 'Case 18')
  const found: string[] = []
  for (let after: OldRow | undefined, more = true; more; ) {
    const rows = await findOld(world.db, 'action_items', 'ws_acme', world.base.clock(), { after, limit: 2 })
    found.push(...rows.map(({ id }) => id).filter((id) => id.startsWith('old_')))
    more = rows.length > 0
    after = rows.at(-1)
  }
  assert.deepEqual(found, ['old_1', 'old_3', 'old_5', 'old_7', 'old_9'])
})

test('51: a hold of a person covers uploads of meetings that name them as a participant', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'acme',
    notes: [{ created_at: older, updated_at: older, id: 'n_call', title: 'Call', created_by: 'u_bo' }],
    recordings: [
      {
        created_at: older,
        updated_at: older,
        id: 'r_call',
        note: 'n_call',
        title: 'Call',
        started_by: 'u_bo',
        participants: [
          { name: '', email: 'x@else.test' },
          { name: 'Cy', email: 'CY@acme.test' },
        ],
      },
    ],
  })
  await patch({ retention_days: { everything: 10 } })
  await hold('u_cy', 'Case 16')
  await runDaily()
  assert((await ids()).includes('r_call'))
  for (const thing of ['note/n_call', 'recording/r_call', 'user/u_bo']) {
    assert.equal((await world.delete(`/api/v1/${thing}`, key)).status, 409, thing)
  }
  await hold('u_cy', null)
  await runDaily()
  assert.equal((await ids()).includes('r_call'), false)
})

test('51: while a hold covers a recording, its history keeps every earlier text, however often it is corrected', async () => {
  const rows = Array.from({ length: 500 }, (_, index) => ({
    workspace_id: 'ws_acme',
    id: `rc_${index}`,
    recording_id: 'r_first',
    user_id: 'u_cy',
    at: new Date(Date.parse(older) + index),
    change: JSON.stringify({ title: { before: `${index}`, after: 'x' } }),
  }))
  await world.db.insertInto('recording_changes').values(rows).execute()
  const kept = async (title: string) => {
    const as = { headers: { 'x-on-behalf-of': 'u_cy' } }
    assert.equal((await world.patch('/api/v1/recording/r_first', key, { title }, as)).status, 200)
    return (await world.db.selectFrom('recording_changes').select('id').execute()).length
  }
  await hold('u_cy', 'Case 15')
  assert.equal(await kept('Second'), 501)
  await hold('u_cy', null)
  assert.equal(await kept('Third'), 500)
})

test('51: a person who shares an object under hold cannot be erased, as the erasure would rewrite it', async () => {
  const covered = [
    {
      notes: [{ id: 'n_0', created_by: 'u_cy', title: 'Talk' }],
      recordings: [{ id: 'r_0', note: 'n_0', title: 'Said to Bo Lind', shared_with: [{ user: 'u_bo', by: 'u_cy' }] }],
    },
    { action_items: [{ id: 'ai_0', text: 'Ask Bo Lind', created_by: 'u_cy', assignees: ['u_bo'] }] },
    { action_items: [{ id: 'ai_0', text: 'Bo Lind asks', created_by: 'u_bo', assignees: ['u_cy'] }] },
    ...[{ started_by: 'u_bo' }, { participants: [{ name: 'Bo Lind', email: 'BO@acme.test' }] }].map((part) => ({
      notes: [{ id: 'n_0', created_by: 'u_cy', title: 'Talk' }],
      recordings: [{ id: 'r_0', note: 'n_0', title: 'Said by Bo Lind', ...part }],
    })),
    {
      events: [
        {
          guid: 'evt_0',
          title: 'Ask Bo Lind',
          start: '2026-01-05T09:00:00Z',
          end: '2026-01-05T09:30:00Z',
          attendees: [{ email: 'bo@acme.test' }, { email: 'cy@acme.test' }],
        },
      ],
    },
  ]
  for (const things of covered) {
    await world.empty()
    await world.load({
      id: 'ws_acme',
      subdomain: 'acme',
      name: 'Acme',
      plan: 'enterprise',
      users: [
        { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true },
        { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lind' },
        { id: 'u_cy', email: 'cy@acme.test', full_name: 'Cy Roe' },
      ],
      api_keys: [{ id: 'k_ada', user: 'u_ada', name: 'ci', secret: key, super_admin: true }],
      ...things,
    })
    await hold('u_cy', 'Case 14')
    assert.equal((await world.delete('/api/v1/user/u_bo', key)).status, 409)
    await hold('u_cy', null)
    assert.equal((await world.delete('/api/v1/user/u_bo', key)).status, 202)
  }
})

test('51: a person who was in a meeting with somebody under hold cannot be erased, and a running erasure stops', async () => {
  await hold('u_ada', 'Case 1')
  assert.equal((await world.delete('/api/v1/user/u_bo', key)).status, 409, 'both attend evt_old')
  await hold('u_ada', null)
  assert.equal((await world.delete('/api/v1/user/u_bo', key)).status, 202)
  await patch({ legal_hold: 'Case 2' })
  await world.settle()
  const erasure = async () => (await world.get('/api/v1/user/u_bo/erasure', key)).body.erasure.status
  assert.equal(await erasure(), 'held')
  const { full_name } = await world.db
    .selectFrom('users')
    .select('full_name')
    .where('workspace_id', '=', 'ws_acme')
    .where('id', '=', 'u_bo')
    .executeTakeFirstOrThrow()
  assert.equal(full_name, 'Bo Li')
  await patch({ legal_hold: null })
  await world.delete('/api/v1/user/u_bo', key)
  await world.settle()
  assert.equal(await erasure(), 'done')
})

test('51: only super admins set and see a hold; its reason has 1 to 1,000 characters', async () => {
  assert.equal((await world.patch('/api/v1/user/u_cy', boKey, { legal_hold: 'x' })).status, 403)
  for (const [length, status] of [
    [0, 400],
    [1, 200],
    [1_000, 200],
    [1_001, 400],
  ] as const) {
    assert.equal((await hold('u_cy', 'x'.repeat(length))).status, status, `${length}`)
    assert.equal((await patch({ legal_hold: 'x'.repeat(length) })).status, status, `${length}`)
  }
  const of = async (as: string) =>
    (await world.get('/api/v1/users', as)).body.data.find(({ id }: { id: string }) => id === 'u_cy')
  assert.equal((await of(key)).legal_hold.length, 1_000)
  assert.equal('legal_hold' in (await of(boKey)), false)
  assert.equal('legal_hold' in (await world.get('/api/v1/workspace', boKey)).body.workspace, false)
  const as = { headers: { 'x-on-behalf-of': 'u_cy' } }
  assert.equal('legal_hold' in (await world.get('/api/v1/workspace', key, as)).body.workspace, false)
  const rows = (await world.get('/api/v1/audit_log', key)).body.data
  assert(
    rows.some(
      ({ action, details }: never) => action === 'user.change' && 'legal_hold' in (details as { after: object }).after,
    ),
  )
})

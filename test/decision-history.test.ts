/** The history of decisions: who changed what, when and how, for whom it is (decision 63). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { keepDetected } from '../server/meetings/decisions/keep-detected.ts'
import { maxEntries } from '../server/meetings/decisions/record-changes.ts'
import { acme, keys } from './support/acme.ts'
import { somebodyWaits } from './support/waiting.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})

type Entry = { at: string; user: { id: string } | null; through: string | null; change: object; other: string | null }

async function made(body: object = {}, key = keys.ada): Promise<string> {
  const answer = await world.post('/api/v1/decision', key, { note_id: 'n_1', text: 'Rent it', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.decision.id
}
async function change(id: string, body: object, key = keys.ada): Promise<void> {
  const { status, text } = await world.patch(`/api/v1/decision/${id}`, key, body)
  assert.equal(status, 200, text)
}
const remove = (id: string) => world.request('DELETE', `/api/v1/decision/${id}`, { key: keys.ada })
const ask = (id: string, query = '', key = keys.ada) => world.get(`/api/v1/decision/${id}/history${query}`, key)
const history = async (id: string, key = keys.ada): Promise<Entry[]> => (await ask(id, '', key)).body.data
const changes = async (id: string, key = keys.ada) => (await history(id, key)).map(({ change }) => change)
/** Who did it and how, what, and with which other one. */
const briefly = async (id: string, key = keys.ada) =>
  (await history(id, key)).map(({ user, through, change, other }) => [user?.id ?? null, through, change, other])
async function propose(newer: string, older: string, kind: string): Promise<void> {
  await sql`insert into decision_proposals (workspace_id, newer, older, kind)
    values ('ws_acme', ${newer}, ${older}, ${kind})`.execute(world.db)
}

test('it names who changed what, when and how, newest first, in pages', async () => {
  const id = await made({ recording_id: 'r_1' })
  world.advance({ seconds: 5 })
  await change(id, { text: 'Rent both', status: 'withdrawn' }, keys.bo)
  const [second, first] = await history(id)
  assert.deepEqual(second, {
    at: world.base.clock().toISOString(),
    user: { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist' },
    through: 'api',
    change: { text: { from: 'Rent it', to: 'Rent both' }, status: 'withdrawn' },
    other: null,
  })
  assert.partialDeepStrictEqual(first, { user: { id: 'u_ada' }, through: 'api', change: { made: true } })
  const page = await ask(id, '?page_size=1')
  assert.deepEqual(page.body.data, [second])
  assert.deepEqual((await ask(id, `?page_size=1&cursor=${page.body.page_info.cursor}`)).body.data, [first])
  for (const query of ['?page_size=51', '?page_size=0', '?cursor=x']) assert.equal((await ask(id, query)).status, 400)
  for (const body of [{}, { text: 'Rent both' }, { status: 'withdrawn' }, { supersedes: [] }]) await change(id, body)
  assert.equal((await history(id)).length, 2)
})

test('what a model finds, finds again in other words and a person confirms', async () => {
  const found = (text: string) => ({
    text,
    quote: { text: 'Good morning.', line: { speaker: 'Ada Moreau', start_time: 0, text: 'Good morning.' } },
  })
  const keep = (text: string) =>
    world.db
      .transaction()
      .execute((tx) =>
        keepDetected(
          tx,
          {
            workspaceId: 'ws_acme',
            recordingId: 'r_1',
            now: world.base.clock(),
            jobs: world.base.jobs,
            holdSeconds: world.config.holdSeconds,
          },
          [found(text)],
        ),
      )
  for (const text of ['Greet', 'Greet all', 'Greet all']) await keep(text)
  const { id } = await world.db.selectFrom('decisions').select('id').executeTakeFirstOrThrow()
  await change(id, { status: 'stands' }, keys.bo)
  await keep('Greet nobody')
  assert.deepEqual(await briefly(id), [
    ['u_bo', 'api', { confirmed: true }, null],
    [null, 'ai_notes', { text: { from: 'Greet', to: 'Greet all' } }, null],
    [null, 'ai_notes', { made: true }, null],
  ])
})

test('an agenda that is saved while somebody types has one entry for what they wrote within the window', async () => {
  const send = (text: string, key = keys.ada) =>
    world.post('/api/v1/note/n_1/agenda', key, { content_native_markdown: `::agenda{version=1}\n\n${text}\n` })
  const line = (text: string, more = '') => `::decision[${text}]{#dec_x${more}}`
  await send('::decision[R]')
  const { id } = await world.db.selectFrom('decisions').select('id').executeTakeFirstOrThrow()
  const write = async (text: string, more?: string, key?: string) => {
    world.advance({ seconds: 10 })
    assert.equal((await send(line(text, more).replace('dec_x', id), key)).status, 200)
  }
  await write('Rent')
  assert.deepEqual(await briefly(id), [['u_ada', 'agenda', { made: true }, null]])
  world.advance({ seconds: 21 })
  for (const text of ['Rent a', 'Rent a h', 'Rent a hall', 'Rent a large hall']) await write(text)
  const typed = { text: { from: 'Rent', to: 'Rent a large hall' } }
  assert.deepEqual(await changes(id), [typed, { made: true }])
  await write('Rent', undefined, keys.bo)
  assert.deepEqual((await changes(id)).slice(1), [typed, { made: true }])
  await write('Rent b', undefined, keys.bo)
  await write('Rent a large hall', undefined, keys.bo)
  assert.deepEqual(await changes(id), [typed, { made: true }], 'what is put back is no change')
  await write('Rent a large hall', ' status=withdrawn')
  await write('Rent both', ' status=withdrawn')
  assert.deepEqual((await changes(id)).slice(0, 2), [
    { text: { from: 'Rent a large hall', to: 'Rent both' } },
    { status: 'withdrawn' },
  ])
})

test('what replaces it, and that it stands again when that is withdrawn, replaced or deleted', async () => {
  const old = await made({ text: 'Old' })
  const fresh = await made({ text: 'New', supersedes: [old] })
  await change(fresh, { status: 'withdrawn' })
  await change(fresh, { status: 'stands' })
  await change(fresh, { supersedes: [] })
  await change(fresh, { supersedes: [old] })
  const [superseded, stands] = (['superseded', 'stands'] as const).map((status) => ['u_ada', 'api', { status }, fresh])
  assert.deepEqual((await briefly(old)).slice(0, -1), [superseded, stands, superseded, stands, superseded])
  assert.deepEqual(await changes(fresh), [
    { supersedes: true },
    { supersedes: false },
    { status: 'stands' },
    { status: 'withdrawn' },
    { supersedes: true },
    { made: true },
  ])
  await change(fresh, { status: 'withdrawn' })
  const latest = await made({ text: 'Latest', supersedes: [old] })
  assert.deepEqual((await briefly(fresh))[0], [null, 'api', { supersedes: false }, old])
  await change(old, { status: 'withdrawn' })
  await change(latest, { supersedes: [] })
  assert.deepEqual((await changes(old))[0], { status: 'withdrawn' }, 'withdrawn, it does not stand again')
  await change(latest, { supersedes: [old] })
  await change(old, { text: 'Older' })
  await sql`update decisions set changed_by_people = false where id = ${latest}`.execute(world.db)
  await sql`update decisions set status = 'stands' where id = ${old}`.execute(world.db)
  assert.equal((await remove(latest)).status, 200)
  assert.deepEqual((await briefly(old))[0], [null, null, { status: 'stands' }, null])
})

test('what is deleted while it would get an entry gets none, and is no error of the service', async () => {
  for (const body of [{ status: 'withdrawn' }, { supersedes: [] }]) {
    const old = await made({ text: 'Old' })
    const fresh = await made({ text: 'New', supersedes: [old] })
    const [changing] = await world.db.transaction().execute(async (tx) => {
      await sql`delete from decisions where id = ${old}`.execute(tx)
      const changing = change(fresh, body)
      await somebodyWaits(world.db)
      return [changing]
    })
    await changing
    assert.deepEqual((await changes(fresh))[0], 'status' in body ? body : { made: true })
  }
})

test('a proposal that somebody accepts, or dismisses once', async () => {
  const [one, other, id] = [await made({ text: 'One' }), await made({ text: 'Other' }), await made()]
  await propose(id, one, 'contradicts')
  await propose(id, other, 'repeats')
  await change(id, { supersedes: [one] }, keys.bo)
  for (const _ of [1, 2]) await change(id, { dismiss: [other] })
  assert.deepEqual((await briefly(id)).slice(0, -1), [
    ['u_ada', 'api', { dismissed: 'repeats' }, other],
    ['u_bo', 'api', { supersedes: true, proposed: 'contradicts' }, one],
  ])
})

test('across sight: who sees not the other one reads what became of this one, and neither by what nor by whom', async () => {
  const hidden = await made({ note_id: 'n_bo', text: 'Hidden' }, keys.bo)
  const id = await made({ text: 'New' }, keys.bo)
  await propose(id, hidden, 'repeats')
  await change(id, { dismiss: [hidden] }, keys.bo)
  await change(id, { supersedes: [hidden] }, keys.bo)
  const later = await made({ note_id: 'n_bo', text: 'Later', supersedes: [id] }, keys.bo)
  assert.deepEqual(await briefly(id, keys.adaRegular), [
    [null, null, { status: 'superseded' }, null],
    ['u_bo', 'api', { made: true }, null],
  ])
  for (const key of [keys.bo, keys.ada])
    assert.deepEqual(await briefly(id, key), [
      ['u_bo', 'api', { status: 'superseded' }, later],
      ['u_bo', 'api', { supersedes: true }, hidden],
      ['u_bo', 'api', { dismissed: 'repeats' }, hidden],
      ['u_bo', 'api', { made: true }, null],
    ])
  const pages = await ask(id, '?page_size=1', keys.adaRegular)
  const rest = await ask(id, `?page_size=1&cursor=${pages.body.page_info.cursor}`, keys.adaRegular)
  assert.deepEqual([...pages.body.data, ...rest.body.data], await history(id, keys.adaRegular))
  assert.equal(rest.body.page_info.cursor, null)
  for (const unseen of [hidden, 'dec_none', '%00'])
    assert.equal((await ask(unseen, '', keys.adaRegular)).status, 404, unseen)
  assert.equal((await ask(id, '', keys.zoe)).status, 404)
})

test(`${maxEntries} entries are kept, and under legal hold all`, async () => {
  const id = await made()
  const other = await made({ text: 'Other' })
  await sql`insert into decision_changes (workspace_id, id, decision_id, at, user_id, through, change)
    select 'ws_acme', 'dc_' || n, ${id}, ${new Date('2026-01-01')}::timestamptz + n * interval '1 s', 'u_ada', 'api', '{"made": true}'
    from generate_series(1, ${maxEntries - 2}) n`.execute(world.db)
  const count = async () => {
    const rows = await world.db.selectFrom('decision_changes').select('id').where('decision_id', '=', id).execute()
    return rows.length
  }
  await change(id, { text: 'At the limit' })
  assert.equal(await count(), maxEntries)
  await change(id, { text: 'Above it' })
  assert.equal(await count(), maxEntries)
  await sql`update workspaces set legal_hold = 'Case 1' where id = 'ws_acme'`.execute(world.db)
  await change(id, { text: 'Held' })
  assert.equal(await count(), maxEntries + 1)
  assert.equal((await history(other)).length, 1)
})

test('it is deleted with its decision, its recap, its note', async () => {
  const withdrawn = await made()
  await change(withdrawn, { status: 'withdrawn' })
  await remove(withdrawn)
  await made({ recording_id: 'r_1' })
  await made()
  const left = async () => (await world.db.selectFrom('decision_changes').select('id').execute()).length
  assert.equal(await left(), 2)
  await world.request('DELETE', '/api/v1/recording/r_1', { key: keys.ada })
  assert.equal(await left(), 1)
  await world.request('DELETE', '/api/v1/note/n_1', { key: keys.ada })
  assert.equal(await left(), 0)
})

test('29b: it quotes no transcript, so it stays when the transcript goes', async () => {
  const id = await made({ recording_id: 'r_1', quote: 'Good morning.' })
  await change(id, { text: 'Greet' })
  await sql`update recordings set transcript = null where id = 'r_1'`.execute(world.db)
  const { rows } = await sql<{ text: string }>`select change::text as text from decision_changes`.execute(world.db)
  assert.equal(rows.length, 2)
  assert.doesNotMatch(JSON.stringify(rows), /morning/)
})

test('a world file has it; an entry is added once and never changed', async () => {
  const entry = { at: '2026-01-05T10:00:00.000Z', user: 'bo@acme.test', through: 'api', change: { confirmed: true } }
  const load = (history: object[], id = 'dec_1') =>
    world.load({
      id: 'ws_acme',
      subdomain: 'acme',
      name: 'Acme',
      decisions: [{ id, note: 'n_1', text: 'Rent it', made_by: null, history }],
    })
  await load([entry, { ...entry, id: 'dc_1', user: null, other: 'dec_gone', change: { supersedes: true } }])
  await load([{ ...entry, change: { made: true } }])
  await load([{ ...entry, id: 'dc_1', change: { made: true } }])
  assert.deepEqual(await briefly('dec_1'), [['u_bo', 'api', { confirmed: true }, null]])
  const { rows } = await sql<{ change: object }>`select change from decision_changes where id = 'dc_1'`.execute(
    world.db,
  )
  assert.deepEqual(rows, [{ change: { supersedes: true } }])
  const path = 'workspaces[0].decisions[0].history[0]'
  await assert.rejects(load([{ ...entry, user: 'none@acme.test' }]), {
    message: `${path}.user: there is no user none@acme.test`,
  })
  await assert.rejects(load([{ ...entry, id: 'dc_1' }], 'dec_2'), {
    message: `${path}.id: dc_1 is in the history of dec_1`,
  })
  await assert.rejects(load([{ ...entry, through: 'mail' }]), { message: /history\[0\]\.through/ })
})

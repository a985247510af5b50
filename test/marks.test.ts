/** Marks: moments of a recording that people keep, before and after it is there (decision 67). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import type { Db } from '../server/platform/postgres/db.ts'
import { keys as acmeKeys } from './support/acme.ts'
import { acme, type CorrectionsWorld, keys, openCorrectionsWorld } from './support/corrections-world.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'
import { idOf, tusClient } from './support/tus-client.ts'
import { somebodyWaits, waitFor } from './support/waiting.ts'

let world: CorrectionsWorld
before(async () => {
  world = await openCorrectionsWorld()
})
after(() => world[Symbol.asyncDispose]())
beforeEach(() => world.reset())

type Mark = { id: string; at: number; text: string | null; by: { id: string }; created_at: string }

const path = (id = 'r_1') => `/api/v1/recording/${id}/mark`
const mark = (body: unknown, key = keys.bo, id = 'r_1') => world.post(path(id), key, body)
const drop = (markId: string, key = keys.bo, id = 'r_1') => world.request('DELETE', `${path(id)}/${markId}`, { key })
const brief = (marks: Mark[]) => marks.map(({ at, text, by }) => [at, text, by.id])
const marksOf = async (key = keys.bo): Promise<Mark[]> => (await world.read('r_1', key)).marks

async function made(body: unknown, key = keys.bo): Promise<Mark> {
  const answer = await mark(body, key)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.mark
}

test('67: whoever may edit marks, everybody who sees the recording reads it, in its order, and a list where it is asked for', async () => {
  const later = await made({ at: 8.1234, text: 'Ask the printer' })
  assert.deepEqual([later.at, later.text, later.by.id], [8.123, 'Ask the printer', 'u_bo'])
  assert.match(later.id, /^mk_/)
  await made({ at: 0 }, keys.dee)
  const all = [
    [0, null, 'u_dee'],
    [8.123, 'Ask the printer', 'u_bo'],
  ]
  assert.deepEqual(brief(await marksOf()), all)
  assert.deepEqual(brief(await marksOf(keys.eve)), all)
  const list = async (include: object) => (await world.post('/api/v1/recordings', keys.eve, { include })).body.data[0]
  assert.deepEqual(brief((await list({ marks: true })).marks), all)
  assert.equal((await list({})).marks, undefined)
})

test('67: rights as of corrections, before the mark is judged', async () => {
  const { id } = await made({ at: 1 })
  for (const [key, recording, status, message] of [
    [keys.eve, 'r_1', 403, 'You may see this recording and not edit it'],
    [keys.ivy, 'r_1', 403, 'You may see this recording and not edit it'],
    [keys.gus, 'r_1', 404, 'Recording not found'],
    [keys.zoe, 'r_1', 404, 'Recording not found'],
    [keys.bo, 'r_none', 404, 'Recording not found'],
    [keys.bo, 'r%00', 404, 'Recording not found'],
  ] as const) {
    for (const answer of [await mark({ at: 600_000 }, key, recording), await drop(id, key, recording)])
      assert.deepEqual([answer.status, answer.body.message], [status, message], `${key} ${recording}`)
  }
  assert.equal((await marksOf()).length, 1)
  for (const wrong of ['mk_none', 'mk%00']) assert.equal((await drop(wrong)).status, 404)
  assert.deepEqual((await drop(id, keys.dee)).body, { mark_id: id, deleted: true })
  assert.deepEqual(await marksOf(), [])
  assert.equal((await drop(id)).body.message, 'Mark not found')
})

test('67: bad input names its field, and limits hold: the week, the text, the end of the recording', async () => {
  const refused = async (body: unknown, location: string) => {
    const answer = await mark(body)
    assert.deepEqual([answer.status, answer.body.errors?.[0]?.location], [400, location], answer.text)
  }
  for (const at of [-0.001, '1', null, [1], 604_801]) await refused({ at }, 'body.at')
  await refused({}, 'body.at')
  for (const text of ['', ' \n', 7, 'x'.repeat(1_001), 'a\0b']) await refused({ at: 1, text }, 'body.text')
  assert.equal((await mark(undefined)).status, 400)
  await made({ at: 1, text: '𝒜'.repeat(1_000) })
  // The words end at 15.5 s, and clocks may differ by five seconds.
  await made({ at: 20.5 })
  const beyond = await mark({ at: 20.501 })
  assert.deepEqual(
    [beyond.status, beyond.body.message],
    [400, 'body.at must not be after the end of the recording, at 15.5 s'],
  )
  await world.reset((workspace) => {
    Object.assign(workspace.recordings[0]!, { ended_at: '2026-01-05T09:10:00Z' })
    return workspace
  })
  await made({ at: 605 })
  await refused({ at: 605.001 }, 'body.at')
})

test('67: five hundred marks, and no more; what is there already is not one more', async () => {
  const marks = Array.from({ length: 499 }, (_, n) => ({ id: `mk_${n}`, at: n / 100, by: 'u_ada' }))
  await world.reset((workspace) => {
    Object.assign(workspace.recordings[0]!, { marks })
    return workspace
  })
  const several = await Promise.all([5, 6, 7].map((at) => mark({ at })))
  assert.deepEqual(several.map(({ status }) => status).sort(), [201, 409, 409])
  assert.equal(several.find(({ status }) => status === 409)!.body.message, 'A recording has at most 500 marks')
  assert.equal((await marksOf()).length, 500)
  const own = (await marksOf()).find(({ by }) => by.id === 'u_bo')!
  assert.equal((await made({ at: own.at, text: 'Now with words' })).id, own.id)
  assert.equal((await drop('mk_0')).status, 200)
  await made({ at: 9 })
})

test('67: sent again it is the same mark, and its text may be changed; another person’s is another', async () => {
  const first = await made({ at: 3.2 })
  assert.deepEqual(await made({ at: 3.2 }), first)
  assert.equal((await made({ at: 3.2, text: 'One' })).id, first.id)
  assert.equal((await made({ at: 3.2001 })).text, 'One')
  assert.equal((await made({ at: 3.2, text: 'Two' })).text, 'Two')
  assert.notEqual((await made({ at: 3.2 }, keys.ada)).id, first.id)
  assert.equal((await marksOf()).length, 2)
})

test('67, 45, 61: a mark changes the recording, a repeated one does not, and its ETag stays', async () => {
  const start = (await world.get('/api/v1/changes?page_size=200', keys.bo)).body.page_info.cursor
  const changes = async () =>
    (await world.get(`/api/v1/changes?cursor=${encodeURIComponent(start)}`, keys.bo)).body.data.map(
      ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`,
    )
  const etag = await world.etag()
  assert.deepEqual(await changes(), [])
  const { id } = await made({ at: 1 })
  assert.deepEqual(await changes(), ['recording r_1'])
  assert.equal(await world.etag(), etag)
  const { updated_at } = await world.read()
  world.advance({ seconds: 1 })
  await made({ at: 1 })
  assert.equal((await world.read()).updated_at, updated_at)
  await drop(id)
  assert.notEqual((await world.read()).updated_at, updated_at)
})

test('67, 29b: zero-day keeps marks, as they are no words of the meeting', async () => {
  await made({ at: 1, text: 'Mine' })
  assert.equal((await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })).status, 200)
  await world.settle()
  assert.equal((await world.read()).transcript, null)
  await made({ at: 15_000 })
  assert.deepEqual(
    brief(await marksOf()).map(([at]) => at),
    [1, 15_000],
  )
})

test('67, 51: under a legal hold the text of a deleted or changed mark is kept', async () => {
  const { id } = await made({ at: 1, text: 'First' })
  await made({ at: 2 })
  assert.equal((await world.patch('/api/v1/workspace', keys.ada, { legal_hold: 'Case 1' })).status, 200)
  await made({ at: 1, text: 'Second' })
  await made({ at: 2, text: 'Had none' })
  await drop(id)
  const { data } = (await world.get('/api/v1/former_texts', keys.ada)).body
  const kept = await Promise.all(
    data.map(async (each: { id: string }) => {
      const { former_text } = (await world.get(`/api/v1/former_text/${each.id}`, keys.ada)).body
      return [former_text.what, former_text.by, former_text.former]
    }),
  )
  kept.sort((one, other) => (one[2].text < other[2].text ? -1 : 1))
  assert.deepEqual(kept, [
    ['mark', 'u_bo', { at: 1, text: 'First' }],
    ['mark', 'u_bo', { at: 1, text: 'Second' }],
  ])
})

test('67, 19, 50: marks go with the recording, are in their person’s data, and lose an erased name', async () => {
  await made({ at: 1, text: 'Ask Bo Lindqvist' })
  await made({ at: 2, text: 'Bo Lindqvist again' }, keys.ada)
  const { marks } = (await world.get('/api/v1/user/u_bo/export', keys.ada)).body.export
  assert.deepEqual(
    marks.map(({ recording_id, at, text }: Record<string, unknown>) => [recording_id, at, text]),
    [['r_1', 1, 'Ask Bo Lindqvist']],
  )
  const start = (await world.get('/api/v1/changes?page_size=200&kinds=recording', keys.ada)).body.page_info.cursor
  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  const told = await world.get(`/api/v1/changes?kinds=recording&cursor=${encodeURIComponent(start)}`, keys.ada)
  assert.deepEqual(
    told.body.data.map(({ id }: { id: string }) => id),
    ['r_1'],
  )
  const left = await marksOf(keys.ada)
  assert.deepEqual(
    left.map(({ at, by }) => [at, by.id]),
    [
      [1, 'u_bo'],
      [2, 'u_ada'],
    ],
  )
  assert(!JSON.stringify(left).includes('Lindqvist'), JSON.stringify(left))
  assert.equal((await world.request('DELETE', '/api/v1/recording/r_1', { key: keys.ada })).status, 200)
  assert.deepEqual(await world.db.selectFrom('marks').selectAll().execute(), [])
})

test('a world refuses a mark of nobody, and one whose id is another recording’s; a list without marks changes nothing', async () => {
  await made({ at: 1 })
  const again = (marks?: object[]) => {
    const workspace = acme()
    Object.assign(workspace.recordings[0]!, marks && { marks })
    return world.load(workspace)
  }
  await again()
  await again([])
  assert.equal((await marksOf()).length, 1)
  await assert.rejects(again([{ at: 2, by: 'u_nobody' }]), /recordings\[0\]\.marks\[0\]\.by: there is no user u_nobody/)
  await again([
    { at: 1, by: 'bo@acme.test', text: 'Stays as it was' },
    { at: 2, by: 'u_bo', id: 'mk_x' },
  ])
  assert.deepEqual(brief(await marksOf()), [
    [1, null, 'u_bo'],
    [2, null, 'u_bo'],
  ])
})

test('67: an upload is marked by its own id, by its uploader alone, from the first byte to the recap', async (t) => {
  await using here: MediaWorld = await openMediaWorld()
  const { create, send } = tusClient(() => here.world)
  const post = (id: string, at: number, key = acmeKeys.bo) => here.world.post(path(id), key, { at, text: `At ${at}` })
  const rows = async () =>
    (await sql<{ at: number }>`select at from marks order by at`.execute(here.world.db)).rows.map(({ at }) => at)
  await t.test('while it is sent, while it waits, and when it is there', async () => {
    const url = (await create({ title: 'Call' })).headers.location!
    const id = idOf(url)
    assert.equal((await post(id, 0.5)).status, 201)
    assert.equal((await post(id, 0.7, acmeKeys.adaRegular)).status, 404)
    // How long it will be nobody knows yet.
    assert.equal((await post(id, 2)).status, 201)
    assert.equal((await send(url, 0, words)).status, 204)
    assert.equal((await here.upload(id)).status, 'PENDING')
    assert.equal((await post(id, 1)).status, 201)
    const { mark: gone } = (await post(id, 1.5)).body
    assert.equal((await here.world.request('DELETE', `${path(id)}/${gone.id}`, { key: acmeKeys.bo })).status, 200)
    await here.world.settle()
    const { ai_notes } = await here.recording(id)
    const marked = ai_notes.sections.find(({ title }: { title: string }) => title === 'Marked')
    assert.equal(marked.items.length, 1, 'the notes quote what was marked, once')
    const [{ text, sentences }] = marked.items
    assert.equal(text, 'At 0.5 – At 1 – At 2 – Ada Moreau')
    assert.match(sentences[0].quote, /^Good morning/)
    assert.equal((await post(id, 3)).status, 201)
    assert.deepEqual(brief((await here.recording(id)).marks), [...[0.5, 1, 2, 3].map((at) => [at, `At ${at}`, 'u_bo'])])
  })
  await t.test('a taken back upload takes its marks with it, one that is complete does not', async () => {
    await here.world.db.deleteFrom('marks').execute()
    const kept = (await create({ title: 'Kept' })).headers.location!
    const url = (await create({ title: 'Call' })).headers.location!
    await post(idOf(url), 1)
    await post(idOf(kept), 7)
    await send(kept, 0, words)
    await here.world.settle()
    assert.equal(
      (await here.world.request('DELETE', url, { key: acmeKeys.bo, headers: { 'tus-resumable': '1.0.0' } })).status,
      204,
    )
    assert.deepEqual(await rows(), [7])
    await here.world.db.deleteFrom('upload_sessions').execute()
    assert.deepEqual(await rows(), [7])
  })
  await t.test('one that has failed is not marked any more', async () => {
    const id = await here.submit()
    await here.world.post(`/api/v1/recordings/upload/${id}/cancel`, acmeKeys.bo, {})
    const answer = await post(id, 1)
    assert.deepEqual([answer.status, answer.body.message], [404, 'Recording not found'])
  })
})

test('67: marks beside a bot are for who may edit the note, have limits, and go where the note goes', async () => {
  const recorder = {
    kind: 'vexa',
    secret: 'whsec_of-vexa',
    api_key: 'key',
    sends_bots: true,
    base_url: 'https://vexa.example.com',
  }
  const added = await world.post('/api/v1/recorder', keys.ada, recorder)
  assert.equal(added.status, 201, added.text)
  const now = world.base.clock()
  const ids = {
    workspace_id: 'ws_acme',
    id: 'bot_1',
    note_id: 'n_1',
    user_id: 'u_bo',
    recorder_id: added.body.recorder.id,
  }
  const times = { sent_at: now, starts_at: now, ends_at: now }
  await world.db
    .insertInto('sent_bots')
    .values({ ...ids, ...times, service_id: '811', call_key: 'x' })
    .execute()
  const beside = '/api/v1/note/n_1/mark'
  const post = (body?: object, key = keys.bo) => world.post(beside, key, body)
  const own = (await post({ text: 'Ask Bo Lindqvist' })).body.mark
  for (const [key, status, message] of [
    [keys.ivy, 403, 'You may see this note and not edit it'],
    [keys.eve, 404, 'Note not found'],
    [keys.gus, 404, 'Note not found'],
    [keys.zoe, 404, 'Note not found'],
  ] as const) {
    const drop = () => world.request('DELETE', `${beside}/${own.id}`, { key })
    for (const answer of [await post({ text: 'No' }, key), await world.get(`${beside}s`, key), await drop()])
      assert.deepEqual([answer.status, answer.body.message], [status, message], key)
  }
  for (const text of ['', ' \n', 7, 'x'.repeat(1_001), 'a\0b']) assert.equal((await post({ text })).status, 400)
  for (const wrong of ['mk_none', 'mk%00'])
    assert.equal((await world.request('DELETE', `${beside}/${wrong}`, { key: keys.bo })).status, 404)
  // A recap's readers do not learn of it before a recording has it.
  assert.deepEqual(await marksOf(keys.eve), [])

  // Its recording comes in the same moment, or came before.
  const arrive = (db: Db, id: string, from: number) =>
    sql`insert into recordings (workspace_id, id, note_id, title, title_folded, created_at, updated_at, started_at, ended_at)
      values ('ws_acme', ${id}, 'n_1', '', '', ${now}, ${now}, ${new Date(now.getTime() + from)}, ${new Date(now.getTime() + from + 9_000)})`.execute(
      db,
    )
  world.advance({ seconds: 65 })
  const [meanwhile] = await world.db.transaction().execute(async (tx) => {
    await arrive(tx, 'r_meanwhile', 60_000)
    const posted = post({ text: 'Meanwhile' })
    await Promise.race([posted, somebodyWaits(world.db)])
    return [posted]
  })
  const late = await post({ text: 'Late', made_at: new Date(now.getTime() + 61_000).toISOString() })
  const taken = [(await meanwhile).body.mark, late.body.mark]
  assert.deepEqual(
    taken.map(({ text, by }) => [text, by.id]),
    [
      ['Meanwhile', 'u_bo'],
      ['Late', 'u_bo'],
    ],
  )
  const places = await world.db
    .selectFrom('marks')
    .select(['id', 'recording_id', 'at'])
    .where('text', '<>', own.text)
    .execute()
  assert.deepEqual(
    new Map(places.map(({ id, ...place }) => [id, place])),
    new Map([
      [taken[0].id, { recording_id: 'r_meanwhile', at: 5 }],
      [taken[1].id, { recording_id: 'r_meanwhile', at: 1 }],
    ]),
  )
  const { updated_at } = await world.db
    .selectFrom('recordings')
    .select('updated_at')
    .where('id', '=', 'r_meanwhile')
    .executeTakeFirstOrThrow()
  assert.equal(updated_at.toISOString(), world.base.clock().toISOString(), 'programs that keep a copy read it again')
  await world.db.deleteFrom('recordings').where('id', '=', 'r_meanwhile').execute()
  world.advance({ seconds: -65 })

  assert.equal((await world.patch('/api/v1/workspace', keys.ada, { legal_hold: 'Case 1' })).status, 200)
  await post({ made_at: own.made_at, text: 'Ask Bo Lindqvist again' })
  const { data } = (await world.get('/api/v1/former_texts', keys.ada)).body
  const kept = (await world.get(`/api/v1/former_text/${data[0].id}`, keys.ada)).body.former_text
  assert.deepEqual([kept.kind, kept.what, kept.former.text], ['note', 'mark', 'Ask Bo Lindqvist'])
  assert.equal((await world.patch('/api/v1/workspace', keys.ada, { legal_hold: null })).status, 200)

  const mine = (await world.get('/api/v1/user/u_bo/export', keys.ada)).body.export.marks
  assert.deepEqual([mine[0].note_id, mine[0].recording_id, mine[0].text], ['n_1', null, 'Ask Bo Lindqvist again'])

  let written = ''
  for await (const piece of exportWorld(world.db, {
    subdomain: 'acme',
    withSecrets: true,
    secretKey: world.base.secretKey,
  }))
    written += piece
  assert.deepEqual(JSON.parse(written).workspaces[0].notes.find(({ id }: { id: string }) => id === 'n_1').marks, [
    { id: own.id, made_at: own.made_at, text: 'Ask Bo Lindqvist again', by: 'u_bo', created_at: own.created_at },
  ])

  const many = Array.from({ length: 498 }, (_, n) => ({
    made_at: new Date(now.getTime() + n).toISOString(),
    by: 'u_ada',
  }))
  const load = (marks: object[]) => {
    const workspace = acme()
    Object.assign(workspace.notes.find(({ id }: { id: string }) => id === 'n_1')!, { marks })
    return world.load(workspace)
  }
  await load(many)
  await load(many)
  world.advance({ seconds: 3 })
  const several = await Promise.all([0, 1, 2].map(() => post(undefined, keys.ada)))
  assert.deepEqual(new Set(several.map(({ status }) => status)), new Set([201]), 'one moment is one mark')
  world.advance({ seconds: 1 })
  const beyond = await post()
  assert.deepEqual([beyond.status, beyond.body.message], [409, 'A note has at most 500 marks'])
  await assert.rejects(
    load([{ made_at: '2026-01-05T09:00:00Z', by: 'u_ada' }]),
    /marks\[0\]: A note has at most 500 marks/,
  )
  await assert.rejects(load([{ id: own.id, made_at: own.made_at, by: 'u_nobody' }]), /there is no user u_nobody/)

  assert.equal((await world.delete('/api/v1/user/u_bo', keys.ada)).status, 202)
  await world.settle()
  const left = await world.get(`${beside}s`, keys.ada)
  assert(!left.text.includes('Lindqvist'), left.text)
  assert.equal(left.body.data.find(({ id }: { id: string }) => id === own.id).by.id, 'u_bo')
  assert.equal((await world.request('DELETE', '/api/v1/note/n_1', { key: keys.ada })).status, 200)
  assert.deepEqual(await world.db.selectFrom('marks').selectAll().execute(), [])
})

test('67: marks are listed while somebody changes the note', async () => {
  await world.db.transaction().execute(async (tx) => {
    await sql`select from notes where id = 'n_1' for no key update`.execute(tx)
    let status = 0
    void world.get('/api/v1/note/n_1/marks', keys.bo).then((answer) => {
      status = answer.status
    })
    await waitFor(async () => status > 0 || (await isWaiting()))
    assert.equal(status, 200)
  })
  const none = await world.get('/api/v1/note/n_none/marks', keys.bo)
  const seen = await world.get('/api/v1/note/n_1/marks', keys.eve)
  assert.deepEqual([none.status, seen.status], [404, 404])
})

async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
  return rows.length > 0
}

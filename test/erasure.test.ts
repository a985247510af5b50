/** The erasure of a person: what goes, what stays without the name, who may ask, and that it survives crashes (decision 50). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { textPlaces } from '../server/app/rooms.ts'
import { carryOutErasures, carryOutSome } from '../server/keeping/personal-data/erasure/carry-out.ts'
import { announceFailures } from '../server/making/uploads/upload-failed.ts'
import { unnamedTypes } from '../server/webhooks/events/event-types.ts'
import { keepListening } from '../server/webhooks/stream/stream-events.ts'
import { erasureWorld, keys, quirin } from './support/erasure-world.ts'
import { everyRow } from './support/every-row.ts'
import { failureBody } from './support/failure-body.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.empty()
  await world.load(erasureWorld()[0]!)
})
after(() => world[Symbol.asyncDispose]())

const path = `/api/v1/user/${quirin.id}`
const erase = (key = keys.ada, more = {}) => world.delete(path, key, more)
const progress = async () => (await world.get(`${path}/erasure`, keys.ada)).body.erasure
const get = async (thing: string) => (await world.get(`/api/v1/${thing}`, keys.ada)).body

/** Rows that name the person in any case and form, bytes among them. */
async function traces(): Promise<string[]> {
  const bytes = /quirin(\s+|%20)zabel(?!ino)|(?<!not-)quirin\.zabel(@|%40)|quirin z\./i
  const plain = (row: string) =>
    row.replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString())
  return (await everyRow(world.db)).map(plain).filter((row) => bytes.test(row) && row.includes('ws_acme'))
}

test('50: after it no table names the person, and another workspace keeps its own data', async () => {
  await world.load(erasureWorld()[1]!)
  const zeta = async () => (await everyRow(world.db)).filter((row) => row.includes('"ws_zeta"'))
  const before = await zeta()
  await tellAndAudit()
  for (const table of [
    'messages',
    'attempts',
    'stream_events',
    'audit_log',
    'search_words',
    'note_templates',
    'glossaries',
    'bound_identities',
    'passkeys',
  ]) {
    assert(
      (await everyRow(world.db)).some((row) => row.startsWith(`${table} `)),
      table,
    )
  }
  assert((await traces()).length > 20)
  assert.equal((await erase()).status, 202)
  await world.settle()
  assert.deepEqual(await traces(), [])
  assert.deepEqual(await zeta(), before)
  const { glossary, templates } = (await world.get('/api/v1/note_templates', keys.ada)).body.note_templates
  assert.deepEqual([glossary[0].term, templates[0].name], ['Deleted person', 'With Deleted person'])
  const [erased] = (await world.get('/api/v1/glossary', keys.ada)).body.glossary.terms
  assert.deepEqual(erased, { term: 'Deleted person', sounds_like: ['Deleted person'], note: 'It is Deleted person' })
  const done = await progress()
  assert.equal(done.status, 'done')
  assert.deepEqual(done.progress, { stage: 'done', things: done.progress.things, things_done: done.progress.things })
})

/** What else there may be of a person: messages, events that listeners were told, sessions, audit rows that quote. */
async function tellAndAudit(): Promise<void> {
  const identity = { issuer: 'https://sso.test', subject: quirin.email, bound_at: world.base.clock() }
  await world.db
    .insertInto('bound_identities')
    .values({ workspace_id: 'ws_acme', user_id: quirin.id, ...identity })
    .execute()
  await sql`insert into passkeys values
    ('ws_acme', 'pk_q', ${quirin.id}, 'acme.test', '\\x01', '\\x02', 0, '{}', 'Quirin Zabel', ${world.base.clock()})`.execute(
    world.db,
  )
  const listener = { workspaceId: 'ws_acme', userId: 'u_ada', keyId: 'k_ada', sessionId: null, types: unnamedTypes }
  await keepListening(world.db, world.base.clock(), [listener, { ...listener, userId: quirin.id, keyId: 'k_q' }])
  await world.loadAndAnnounce({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    events: [
      {
        guid: 'evt_2',
        title: 'New',
        start: '2026-01-09T09:00:00Z',
        end: '2026-01-09T10:00:00Z',
        attendees: [{ email: 'ada@acme.test' }, { email: quirin.email, name: quirin.full_name }],
      },
    ],
    notes: [{ id: 'n_new', event: 'evt_2', title: 'New', agenda: '::agenda{version=1}\nFor Quirin Zabel\n' }],
    recordings: [{ id: 'r_new', note: 'n_new', title: 'New', ai_notes: { markdown: 'Quirin Zabel', sections: [] } }],
    action_items: [
      { id: 'ai_new', text: 'Tell Quirin Zabel', assignees: ['u_ada', quirin.id], created_by: 'u_ada' },
      { id: 'ai_linked', text: 'Link', created_by: 'u_ada', links },
    ],
  })
  world.advance({ seconds: 30 })
  await world.settle()
  await sql`
    insert into attempts (workspace_id, message_id, number, sent_at, duration_ms, response_body, manual)
    select workspace_id, id, 100, created_at, 1, convert_from(body, 'UTF8'), false from messages`.execute(world.db)
  await world.request('PATCH', path, { key: keys.ada, body: { full_name: 'Quirin Zabel-Roth' } })
  await world.request('PATCH', path, { key: keys.ada, body: { full_name: quirin.full_name } })
  await world.get(`/api/v1/channel/${encodeURIComponent(quirin.email)}`, keys.ada, {
    headers: { 'x-on-behalf-of': quirin.email },
  })
  await world.post(
    '/api/v1/session',
    undefined,
    { api_key: keys.quirin },
    { headers: { 'sec-fetch-site': 'same-origin' } },
  )
  const named = {
    glossary: [{ term: 'Quirin Zabel' }],
    templates: [{ name: 'With Quirin Zabel', title_contains: 'Zabel' }],
  }
  await world.request('PUT', '/api/v1/note_templates', { key: keys.ada, body: named })
  const terms = [{ term: 'Quirin Zabel', sounds_like: ['quirin zabel'], note: 'It is Quirin Zabel' }]
  await world.request('PUT', '/api/v1/glossary', { key: keys.ada, body: { terms } })
  await world.patch(
    '/api/v1/recording/r_2',
    keys.ada,
    { segments: [{ index: 0, text: 'Quirin Zabel!' }] },
    { headers: { 'x-on-behalf-of': 'u_ada' } },
  )
}

const links = [
  { system: 'quirin_zabel', key: `Quirin Zabel ${'x'.repeat(187)}`, url: 'https://a.test/1', state: 'Zabel, Quirin' },
  { system: 'Wiki', key: 'Page', url: 'https://wiki.test/quirin.zabel@acme.test' },
  { system: 'Wiki', key: 'Page', url: 'https://wiki.test/Quirin%20Zabel' },
]

test('50: what belongs to nobody else is deleted; the rest stays and says "Deleted person"', async () => {
  const linked = { id: 'ai_linked', text: 'Link', created_by: 'u_ada', links }
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', action_items: [linked] })
  await erase()
  await world.settle()
  for (const thing of ['note/n_own', 'note/n_alone', 'recording/r_own', 'action_item/ai_own', 'webhook/wh_q']) {
    assert.equal((await world.get(`/api/v1/${thing}`, keys.ada)).status, 404, thing)
  }
  const person = { id: 'u_q', full_name: 'Deleted person' }
  const { note } = await get('note/n_1')
  assert.equal(note.title, '1:1 Quirin / Ada', 'a first name alone is not surely theirs')
  assert.match(note.content_native_markdown, /# About Deleted person\n- ask Deleted person\n/)
  assert.match(note.content_native_markdown, /\[Deleted person sends the deck\]\{#ai_1 .*assignees="u_q u_ada"/)
  assert.match(note.organizer_email, /^deleted-.*@erased\.invalid$/)
  assert.deepEqual(note.event_attendees, ['ada@acme.test', note.organizer_email])
  const { recording } = await get('recording/r_1')
  assert.equal(recording.title, 'Deleted person talks')
  const said = recording.transcript.speech_segments.map((each: { speaker: string; text: string }) => [
    each.speaker,
    each.text,
  ])
  assert.deepEqual(said, [
    ['Deleted person', 'I am Quirin.'],
    ['Ada Moreau', 'Thanks, Deleted person!'],
    ['Bo Li', 'Mail him at Deleted person.'],
  ])
  const [assignee] = recording.ai_notes.sections[0].items[0].assignees
  assert.deepEqual({ id: assignee.id, full_name: assignee.full_name }, person)
  const [entry] = (await get('recording/r_1/history')).data
  assert.deepEqual(entry.change, { speakers: [{ from: 'Speaker 1', to: 'Deleted person' }] })
  assert.equal(entry.user.full_name, 'Deleted person')
  const { action_item } = await get('action_item/ai_3')
  assert.deepEqual(
    action_item.assignees.map(({ full_name }: { full_name: string }) => full_name),
    ['Deleted person', 'Ada Moreau'],
  )
  assert.deepEqual((await get('note/n_2')).note.title, 'Hiring Deleted person')
  assert.match((await get('note/n_2')).note.content_native_markdown, /Deleted person is fine, the quirin is a tree\./)
  assert.equal((await get('note/n_3')).note.title, 'Quirin Zabelino, not-quirin.zabel@acme.test')
  assert.equal((await get('action_item/ai_2')).action_item.text, 'Call Deleted person')
  assert.deepEqual((await get('action_item/ai_linked')).action_item.links, [
    {
      system: 'Deleted person',
      key: `Deleted person ${'x'.repeat(184)}…`,
      url: links[0]!.url,
      state: 'Deleted person',
    },
  ])
})

test('50: an event about a failed upload of the person keeps its row and quotes nothing', async () => {
  const hook = { id: 'ws_all', owner: 'u_ada', api_key: 'k_ada', scope: 'workspace', url: 'https://hook.test/' }
  const webhooks = [{ ...hook, enabled_events: ['upload.failed'] }]
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', webhooks })
  const uploads = await world.db.selectFrom('uploads').selectAll().where('recording_id', '=', 'r_failed').execute()
  const now = world.base.clock()
  await world.db.transaction().execute((tx) => announceFailures(tx, now, 'ws_acme', uploads))
  const told = () => world.db.selectFrom('messages').select(['recording_id', 'body', 'status']).execute()
  assert.match(String((await told())[0]?.body), /u_q/)
  assert.equal((await erase()).status, 202)
  await world.settle()
  assert.deepEqual(
    await world.db.selectFrom('uploads').select('recording_id').where('status', '=', 'FAILED').execute(),
    [],
  )
  assert.deepEqual(await told(), [{ recording_id: 'r_failed', body: null, status: 'cancelled' }])
})

test('50: what the person shared stays with the others, and search finds nothing by the name', async () => {
  const search = async (query: string) =>
    (await world.post('/api/v1/search', keys.ada, { query })).body.data.map((hit: { note_id: string }) => hit.note_id)
  assert((await search('"quirin zabel"')).length > 3)
  assert.equal((await world.get('/api/v1/note/n_1', keys.bo)).status, 200)
  await erase()
  await world.settle()
  assert.equal((await world.get('/api/v1/note/n_1', keys.bo)).status, 200, 'shared by the erased person')
  assert.deepEqual(await search('"quirin zabel"'), ['n_3'], 'the address of somebody else')
  assert((await search('"deleted person"')).includes('n_1'))
  const users = (await get('users')).data.map(({ id }: { id: string }) => id)
  assert.deepEqual(users.sort(), ['u_ada', 'u_bo'])
  assert.deepEqual((await get('channel/ch_1')).channel.title, 'With Deleted person')
  assert.equal((await get('channel/ch_1')).channel.member_count, 1)
})

test('50: the name of the workspace and its consent text name the person no more, and its address stays', async () => {
  const consent_text = `Ask ${quirin.full_name} <${quirin.email}> before you record.`
  await world.patch('/api/v1/workspace', keys.ada, { name: `${quirin.full_name} and sons`, consent_text })
  const before = (await get('workspace')).workspace
  await erase()
  await world.settle()
  assert.deepEqual((await get('workspace')).workspace, {
    ...before,
    name: 'Deleted person and sons',
    consent_text: 'Ask Deleted person <Deleted person> before you record.',
  })
})

test('50: the person loses access at once, and the same address is later a new person who sees nothing', async () => {
  assert.equal((await world.get('/api/v1/note/n_1', keys.quirin)).status, 200)
  await erase()
  assert.equal((await world.get('/api/v1/me', keys.quirin)).status, 401)
  const change = await world.request('PATCH', path, { key: keys.ada, body: { active: true } })
  assert.deepEqual([change.status, change.body], [404, failureBody('User not found')])
  const as = { headers: { 'x-on-behalf-of': quirin.id } }
  assert.equal((await world.get('/api/v1/me', keys.ada, as)).status, 404)
  const anew = { email: quirin.email, full_name: quirin.full_name }
  assert.equal((await world.post('/api/v1/user', keys.ada, anew)).status, 409, 'until it has begun')
  await world.settle()
  const { status, body } = await world.post('/api/v1/user', keys.ada, anew)
  assert.equal(status, 201)
  const newcomer = { headers: { 'x-on-behalf-of': body.user.id } }
  for (const list of ['notes', 'recordings', 'action_items']) {
    assert.deepEqual((await world.post(`/api/v1/${list}`, keys.ada, {}, newcomer)).body.data, [], list)
  }
})

test('50: followers get the changes: deleted objects are gone, objects that lost the name are changed', async () => {
  const page = async (cursor?: string) =>
    (await world.get(`/api/v1/changes?page_size=200${cursor ? `&cursor=${cursor}` : ''}`, keys.ada)).body
  let copy = await page()
  while (copy.page_info.has_more) copy = await page(copy.page_info.cursor)
  await erase()
  await world.settle()
  const { data } = await page(copy.page_info.cursor)
  const told = Object.fromEntries(data.map(({ id, change }: { id: string; change: string }) => [id, change]))
  assert.partialDeepStrictEqual(told, {
    n_own: 'gone',
    r_own: 'gone',
    ai_own: 'gone',
    n_alone: 'gone',
    n_1: 'changed',
    r_1: 'changed',
    ai_1: 'changed',
    n_2: 'changed',
    ai_2: 'changed',
  })
})

test('50: 403 for any id without super admin and on behalf of others, else 404; nothing is written', async () => {
  const forbidden = [403, failureBody('This operation requires super admin privileges')]
  const as = (person: string) => ({ headers: { 'x-on-behalf-of': person } })
  for (const id of [quirin.id, 'u_none', '%00', 'x'.repeat(65)]) {
    for (const [key, more] of [
      [keys.bo, {}],
      [keys.quirin, {}],
      [keys.adaRegular, {}],
      [keys.ada, as('u_bo')],
      [keys.ada, as('u_ada')],
    ] as const) {
      const answer = await world.delete(`/api/v1/user/${id}`, key, more)
      assert.deepEqual([answer.status, answer.body], forbidden, id)
      assert.equal((await world.get(`/api/v1/user/${id}/erasure`, key, more)).status, 403)
    }
    if (id === quirin.id) continue
    assert.equal((await world.delete(`/api/v1/user/${id}`, keys.ada)).status, 404, id)
  }
  assert.equal((await world.delete(path)).status, 401)
  assert.equal((await world.get(`${path}/erasure`, keys.ada)).status, 404, 'nobody asked for it')
  assert.deepEqual(await world.db.selectFrom('erasures').selectAll().execute(), [])
})

test('50: the last active admin cannot be erased; with a second one it works, and log rows keep only the id', async () => {
  const last = await world.delete('/api/v1/user/u_ada', keys.ada)
  const message = 'This is the last active admin of the workspace; make another person admin first'
  assert.deepEqual([last.status, last.body], [409, failureBody(message)])
  await world.request('PATCH', path, { key: keys.ada, body: { admin: true } })
  await world.request('PATCH', '/api/v1/user/u_bo', { key: keys.ada, body: { admin: true } })
  assert.equal((await world.delete('/api/v1/user/u_ada', keys.ada)).status, 202)
  await world.settle()
  const rows = await world.db.selectFrom('audit_log').select(['action', 'user_id', 'address']).execute()
  assert.deepEqual([...new Set(rows.map(({ user_id, address }) => `${user_id} ${address}`))], ['u_ada '])
  const asked = ['user.change', 'user.change', 'user.erase', 'user.erase', 'user.erased']
  assert.deepEqual(rows.map(({ action }) => action).sort(), asked, 'with the erasure that was refused')
})

test('50: a second request starts no second erasure, and a finished one can be retrieved', async () => {
  const first = (await erase()).body
  world.advance({ minutes: 1 })
  const second = await erase()
  assert.deepEqual([second.status, second.body], [202, first])
  assert.equal(first.erasure.status, 'pending')
  await world.settle()
  const third = await erase()
  assert.deepEqual([third.status, third.body.erasure], [202, await progress()])
  assert.equal(third.body.erasure.status, 'done')
  const asked = await world.db.selectFrom('audit_log').select('id').where('action', '=', 'user.erase').execute()
  assert.equal(asked.length, 1)
})

test('50: erasures are listed newest first, filtered by finished or not; for super admins only', async () => {
  const list = async (query = '') => {
    const { status, body } = await world.get(`/api/v1/erasures${query}`, keys.ada)
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  const idsIn = async (query?: string) => (await list(query)).data.map((each: { user_id: string }) => each.user_id)
  assert.deepEqual(await idsIn(), [])
  await erase()
  world.advance({ minutes: 1 })
  await world.delete('/api/v1/user/u_bo', keys.ada)
  assert.deepEqual((await list()).data[1], await progress())
  assert.deepEqual(await idsIn(), ['u_bo', quirin.id])
  const first = await list('?page_size=1')
  assert.deepEqual(first.data[0].user_id, 'u_bo')
  assert.deepEqual(await idsIn(`?page_size=1&cursor=${first.page_info.cursor}`), [quirin.id])
  assert.deepEqual([await idsIn('?finished=false'), await idsIn('?finished=true')], [['u_bo', quirin.id], []])
  await world.settle()
  assert.deepEqual([await idsIn('?finished=false'), await idsIn('?finished=true')], [[], ['u_bo', quirin.id]])
  const as = { headers: { 'x-on-behalf-of': 'u_ada' } }
  assert.equal((await world.get('/api/v1/erasures', keys.adaRegular)).status, 403)
  assert.equal((await world.get('/api/v1/erasures', keys.ada, as)).status, 403)
  for (const query of ['?finished=perhaps', '?cursor=x', '?page_size=51']) {
    assert.equal((await world.get(`/api/v1/erasures${query}`, keys.ada)).status, 400, query)
  }
})

test('50: an erasure continues after a crash at the end of any step, and two workers at once run it once', async () => {
  await erase()
  const deps = { ...world.base, texts: textPlaces, stopping: new AbortController().signal }
  const step = () => carryOutSome(deps, 'ws_acme', quirin.id)
  const stored = () =>
    world.db.selectFrom('erasures').selectAll().where('user_id', '=', quirin.id).executeTakeFirstOrThrow()
  // A step reads the clock last when it writes how far it is: all of its work is done then, and nothing is committed.
  const dieAtTheEnd = async (readings: number) => {
    let left = readings
    const clock = () => {
      if (--left > 0) return world.base.clock()
      throw new Error('killed')
    }
    await assert.rejects(carryOutSome({ ...deps, clock }, 'ws_acme', quirin.id), /killed/)
  }
  let steps = 0
  for (let isMore = true; isMore; steps++) {
    const before = await stored()
    await dieAtTheEnd(before.stage === 'begin' ? 1 : 2)
    assert.deepEqual(await stored(), before)
    isMore = await step()
    assert((await stored()).things_done <= (await stored()).things)
  }
  assert(steps > textPlaces.length + 3)
  assert.deepEqual(await traces(), [])
  await world.empty()
  await world.load(erasureWorld()[0]!)
  await erase()
  const alone = async () => {
    while (await step());
  }
  await Promise.all([alone(), alone()])
  // One that found the other at work leaves the rest to it.
  await alone()
  assert.deepEqual(await traces(), [])
})

test('50: a name that another person also has is removed only where that person did not take part', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_q2', email: 'q2@acme.test', full_name: 'quirin zabel' }],
    notes: [{ id: 'n_q2', created_by: 'u_q2', title: 'Plans of Quirin Zabel, not quirin.zabel@acme.test' }],
  })
  await erase()
  await world.settle()
  assert.equal((await get('note/n_1')).note.title, '1:1 Quirin / Ada')
  assert.match((await get('note/n_1')).note.content_native_markdown, /# About Deleted person/)
  assert.equal((await get('note/n_2')).note.title, 'Hiring Quirin  Zabel')
  assert.equal((await get('note/n_q2')).note.title, 'Plans of Quirin Zabel, not Deleted person')
})

test('50: a one-word name is removed only from the person’s own meetings, and no calendar adds another name', async () => {
  await world.db.updateTable('users').set({ full_name: 'May' }).where('id', '=', quirin.id).execute()
  await world.db.updateTable('event_attendees').set({ name: 'the' }).where('name', '=', 'Quirin Z.').execute()
  for (const [id, title] of [
    ['n_1', 'May and the deck'],
    ['n_2', 'May 5, the plan'],
  ] as const) {
    await world.db.updateTable('notes').set({ title, title_folded: title.toLowerCase() }).where('id', '=', id).execute()
  }
  const decide = async (body: object): Promise<string> =>
    (await world.post('/api/v1/decision', keys.ada, body)).body.decision.id
  const decisions = [
    await decide({ note_id: 'n_1', text: 'May pays' }),
    await decide({ note_id: 'n_2', text: 'May 5' }),
    await decide({ note_id: 'n_1', recording_id: 'r_1', text: 'May records' }),
  ]
  // They spoke in a meeting to which nobody invited them.
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    notes: [{ id: 'n_4', created_by: 'u_ada', title: 'Elsewhere' }],
    recordings: [{ id: 'r_4', note: 'n_4', title: 'Elsewhere', started_by: quirin.id }],
  })
  decisions.push(await decide({ note_id: 'n_4', recording_id: 'r_4', text: 'May sings' }))
  await world.db.updateTable('decision_changes').set({ user_id: quirin.id }).execute()
  const reword = async (id: string, text: string) => world.patch(`/api/v1/decision/${id}`, keys.ada, { text })
  await reword(decisions[0]!, 'May pays, or not')
  await reword(decisions[1]!, 'May 6')
  await erase()
  await world.settle()
  assert.equal((await get('note/n_1')).note.title, 'Deleted person and the deck')
  assert.deepEqual(await Promise.all(decisions.map(async (id) => (await get(`decision/${id}`)).decision.text)), [
    'Deleted person pays, or not',
    'May 6',
    'Deleted person records',
    'Deleted person sings',
  ])
  const historyOf = async (id: string) =>
    (await get(`decision/${id}/history`)).data as { change: object; user: object }[]
  assert.deepEqual(
    (await historyOf(decisions[0]!)).map(({ change, user }) => [change, user === null]),
    [
      [{ text: { from: 'Deleted person pays', to: 'Deleted person pays, or not' } }, false],
      [{ made: true }, true],
    ],
  )
  assert.deepEqual(
    (await historyOf(decisions[1]!)).map(({ change }) => change),
    [{ text: { from: 'May 5', to: 'May 6' } }, { made: true }],
  )
  assert.equal((await get('note/n_2')).note.title, 'May 5, the plan')
})

test('50: every text column is read, or holds nothing about people', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    join pg_class on relname = table_name and relkind = 'r'
    where table_schema = 'public' and data_type in ('text', 'json', 'jsonb', 'ARRAY', 'bytea')
      and column_name !~ '(^|_)(id|ids|by|guid|hash|key|status|scope|scopes|stage|kind|language|method)$'`.execute(
    world.db,
  )
  const read = new Set(
    textPlaces.flatMap(({ table, texts, folded = {}, json, forgets = [] }) =>
      [...texts, ...Object.values(folded), ...Object.keys(json ?? {}), ...forgets].map(
        (column) => `${table}.${column}`,
      ),
    ),
  )
  const left = rows.map(({ name }) => name).filter((name) => !read.has(name))
  assert.deepEqual([...new Set(left)].sort(), [...byThings, ...byPerson, ...ofNobody].sort())
})

/** Search and sight find these, and the tests above look at them. */
const byThings = [
  ...['action_items.links', 'action_items.text', 'notes.agenda', 'notes.title', 'notes.title_folded'],
  ...['recordings.title', 'recordings.title_folded', 'recordings.transcript', 'recordings.words'],
  ...['search_documents.layout', 'search_passages.segments', 'search_passages.speakers', 'search_passages.text'],
  ...['search_words.positions', 'search_words.postings', 'search_vectors.model', 'search_vectors.vectors'],
  ...['search_words.stem', 'search_words.word', 'attempts.response_body', 'messages.body', 'stream_events.body'],
]
/** Of rows that belong to the person, which go, or lose it. */
const byPerson = [
  ...['addresses.email', 'addresses.email_folded', 'users.email', 'users.email_folded', 'users.full_name'],
  ...['event_attendees.email', 'event_attendees.email_folded'],
  ...['erasures.names', 'audit_log.address', 'sessions.address', 'sessions.user_agent', 'upload_sessions.metadata'],
  ...['calendar_feeds.etag', 'calendar_feeds.host', 'calendar_feeds.last_error', 'calendar_feeds.last_modified'],
  ...['calendar_feeds.provider', 'calendar_feeds.sync_cursor', 'calendar_feeds.tokens'],
  ...['calendar_feeds.subject', 'calendar_feeds.watch_address'],
  ...['calendar_feeds.watch_resource', 'calendar_feeds.watch_secret'],
  ...['calendar_feeds.url', 'webhooks.url', 'webhooks.secret', 'webhooks.previous_secrets', 'webhooks.enabled_events'],
  ...['oauth_grants.client_name', 'oauth_grants.code_challenge', 'oauth_grants.redirect_uri', 'oauth_grants.resource'],
  ...[
    'webhooks.chat',
    'webhooks.header_names',
    'webhooks.sealed_headers',
    'scim_people.given_name',
    'scim_people.family_name',
  ],
  ...['bound_identities.issuer', 'bound_identities.subject', 'voices.model', 'voices.vector'],
  'recorder_subscriptions.name',
  ...['push_subscriptions.sealed', 'push_subscriptions.user_agent'],
  ...['todo_accounts.account', 'todo_accounts.host', 'todo_accounts.last_problem'],
  ...['todo_accounts.sync_token', 'todo_accounts.tag', 'todo_items.etag', 'todo_items.problem'],
  ...['passkeys.host', 'passkeys.name', 'passkeys.transports'],
  ...['recap_mail_wishes.recaps', 'recap_mail_wishes.time_zone'],
  ...['idempotency_keys.body_sha256', 'upload_sources.address', 'upload_sources.media_file'],
]
/** Ids, words of ours, hashes, and what no person of the workspace wrote. */
const ofNobody = [
  ...['todo_conflicts.kept', 'todo_items.known', 'todo_items.sent'],
  ...['decision_changes.other', 'decision_changes.through', 'decision_proposals.newer', 'decision_proposals.older'],
  ...['decision_successions.newer', 'decision_successions.older'],
  'voice_claims.spans',
  ...['unnumbered_changes.also', 'frozen_workspaces.state', 'frozen_workspaces.target'],
  ...['action_item_holds.assignees', 'action_items.completion_type', 'attempts.error', 'audit_log.action'],
  ...['audit_log.body_sha256', 'audit_log.on_behalf_of', 'changes.people', 'changes.sight', 'delivery_lanes.lane'],
  ...['delivery_lanes.sent_ms', 'erasures.position', 'media_leftovers.file', 'messages.event_type'],
  // Sealed, and gone once it was taken or has failed.
  ...[
    'recorder_events.event',
    'recorders.base_url',
    'recorders.last_error',
    'recorders.push_account',
    'recorders.secret',
    'recorders.takes',
    'recorders.topic',
  ],
  ...['oauth_clients.name', 'oauth_clients.redirect_uris', 'recording_media.content_type', 'recording_media.file'],
  ...[
    'note_plans.added_channels',
    'note_plans.dropped_channels',
    'note_plans.record',
    'rules.does',
    'rules.last_problem',
    'secret_key_checks.sealed',
    'sent_bots.room',
    'sessions.way',
    'sign_in_counts.what',
    'unnumbered_changes.people',
    'unnumbered_changes.sight',
  ],
  ...[
    'transcription_requests.language_code',
    'transcription_requests.model',
    'upload_sources.media_type',
    'workspaces.email_domains',
  ],
  ...[
    'workspaces.compatibility',
    'workspaces.plan',
    'workspaces.retention',
    'workspaces.subdomain',
    'workspaces.webhooks',
  ],
  ...['listeners.enabled_events', 'outside_links.parts', 'sign_in_groups.name', 'stream_events.event_type'],
  ...['action_item_holds.trace', 'former_texts.what', 'messages.trace', 'uploads.notes_fallback'],
  'notes_translations.failure_reason',
  // Nobody is erased while the workspace is under hold.
  ...['workspaces.legal_hold', 'workspaces.retention_days'],
]

test('50: importing an older copy of the workspace does not restore the person', async () => {
  await erase()
  await world.settle()
  const { users } = erasureWorld()[0] as { users: object[] }
  const before = await world.db.selectFrom('users').selectAll().where('id', '=', quirin.id).execute()
  await world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users })
  assert.deepEqual(await world.db.selectFrom('users').selectAll().where('id', '=', quirin.id).execute(), before)
})

test('50: a failing erasure does not delay the others', async () => {
  await world.load({
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    users: [{ id: 'u_first', email: 'first@acme.test', full_name: 'First Person' }],
  })
  await world.delete('/api/v1/user/u_first', keys.ada)
  world.advance({ seconds: 1 })
  await erase()
  await world.db.updateTable('erasures').set({ stage: 'things' }).where('user_id', '=', 'u_first').execute()
  const deps = { ...world.base, texts: textPlaces, stopping: new AbortController().signal }
  await assert.rejects(carryOutErasures(deps))
  assert.equal((await progress()).status, 'done')
  assert.equal((await get('user/u_first/erasure')).erasure.status, 'running')
})

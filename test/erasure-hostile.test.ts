/** What a hostile colleague or an unlucky name makes of an erasure: nothing is left of the person, and nothing of others is damaged (decision 50). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { textPlaces } from '../server/app/rooms.ts'
import { backgroundJobs } from '../server/app/worker.ts'
import { carryOutSome } from '../server/keeping/personal-data/erasure/carry-out.ts'
import { eraseTexts, nameOfPlace } from '../server/keeping/personal-data/erasure/erase-texts.ts'
import { exportWorld } from '../server/keeping/world/export/export-world.ts'
import { writeUploadJob } from '../server/making/uploads/upload-source.ts'
import { unnamedTypes } from '../server/webhooks/events/event-types.ts'
import { keepListening } from '../server/webhooks/stream/stream-events.ts'
import { everyRow } from './support/every-row.ts'
import { openWorld, type World } from './support/world.ts'

const key = 'mb_hos_ada_0123456789'

let world: World
before(async () => {
  world = await openWorld()
})
beforeEach(() => world.empty())
after(() => world[Symbol.asyncDispose]())

type Person = { email: string; full_name: string; active?: boolean }

/** A workspace with an admin and these people, the first of whom is to be erased. */
const workspace = (people: Person[], more: object = {}) => ({
  id: 'ws_acme',
  subdomain: 'acme',
  name: 'Acme',
  plan: 'enterprise',
  users: [
    { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau', admin: true },
    ...people.map((person, index) => ({ id: `u_${index}`, ...person })),
  ],
  api_keys: [{ id: 'k_ada', user: 'u_ada', name: 'ci', secret: key, super_admin: true }],
  ...more,
})

const meeting = (guid: string, emails: string[]) => ({
  guid,
  title: 'Meeting',
  start: '2026-01-05T09:00:00Z',
  end: '2026-01-05T09:30:00Z',
  attendees: emails.map((email) => ({ email })),
})

async function erase(id = 'u_0'): Promise<void> {
  assert.equal((await world.delete(`/api/v1/user/${id}`, key)).status, 202)
  await world.settle()
  assert.equal((await world.get(`/api/v1/user/${id}/erasure`, key)).body.erasure.status, 'done')
}

const get = async (thing: string) => (await world.get(`/api/v1/${thing}`, key)).body
const leftOf = async (name: RegExp) => (await everyRow(world.db)).filter((row) => name.test(row))
const titles = (texts: string[]) => texts.map((title, index) => ({ id: `n_${index}`, created_by: 'u_ada', title }))

async function titlesAfter(count: number): Promise<string[]> {
  const found: string[] = []
  for (let index = 0; index < count; index++) found.push((await get(`note/n_${index}`)).note.title)
  return found
}

test('50: a name is removed in each of its spellings, and names that contain it stay', async () => {
  const goes = [
    'Jörg Weiß-O’Nan',
    "JÖRG WEISS-O'NAN",
    "Jo\u0308rg Weiß-O'Nan",
    "by _Jörg Weiß-O'Nan_",
    "*jörg\u00a0weiß-o'nan*",
    "call_Jörg_Weiß-O'Nan_final.mp3",
    "jörg.weiß-o'nan.pdf",
    "Weiß-O'Nan, Jörg",
    "see https://zoom.test/j%C3%B6rg%20wei%C3%9F-o'nan?x",
  ]
  const stays = [
    "Jörg Weiß-O'Nanny",
    "Björg Weiß-O'Nan",
    'Jörg',
    "jörg.weiß-o'nan@else.test",
    "to x.jörg.weiß-o'nan.jr@else.test",
  ]
  await world.load(
    workspace([{ email: 'j@acme.test', full_name: "Jörg Weiß-O'Nan" }], { notes: titles([...goes, ...stays]) }),
  )
  await erase()
  const found = await titlesAfter(goes.length + stays.length)
  assert.deepEqual(found.slice(goes.length), stays)
  assert.deepEqual(
    found.slice(0, goes.length).filter((title) => !title.includes('Deleted person')),
    [],
  )
})

test('50: an address is removed in the form of links too, with its `@` or without', async () => {
  const goes = [
    'zoë+a@acme.test',
    'mailto:zo%C3%AB+a@acme.test',
    'x/zo%C3%AB%2Ba%40acme.test/',
    'ZO%c3%ab%2ba@acme.test',
  ]
  const stays = ['zoe+a@acme.test', 'mezo%C3%AB+a@acme.test']
  await world.load(
    workspace([{ email: 'zoë+a@acme.test', full_name: 'Zoë Ray' }], { notes: titles([...goes, ...stays]) }),
  )
  await erase()
  const found = await titlesAfter(goes.length + stays.length)
  assert.deepEqual(found.slice(goes.length), stays)
  assert.deepEqual(
    found.slice(0, goes.length).filter((title) => !title.includes('Deleted person')),
    [],
  )
})

test('50: ordinary words that are also somebody’s name stay, in that person’s own meetings too', async () => {
  const transcript = {
    language_code: 'en',
    speech_segments: [
      { speaker: 'will', text: 'I will send it. Will is my name, WILL!', start_time: 0, end_time: 1 },
      { speaker: 'Ada Moreau', text: 'We will, goodwill. Thanks Will.', start_time: 1, end_time: 2 },
    ],
  }
  await world.load(
    workspace([{ email: 'w@acme.test', full_name: 'Will' }], {
      events: [meeting('evt', ['ada@acme.test', 'w@acme.test'])],
      notes: [{ id: 'n_0', event: 'evt', title: 'What we will do' }],
      recordings: [{ id: 'r_0', note: 'n_0', title: 'will', transcript }],
    }),
  )
  await erase()
  const { recording } = await get('recording/r_0')
  assert.deepEqual(
    recording.transcript.speech_segments.map(({ speaker, text }: { speaker: string; text: string }) => [speaker, text]),
    [
      ['Deleted person', 'I will send it. Deleted person is my name, Deleted person!'],
      ['Ada Moreau', 'We will, goodwill. Thanks Deleted person.'],
    ],
  )
  assert.equal((await get('note/n_0')).note.title, 'What we will do')
})

test('50: an invitation cannot turn ordinary words into a name, not even in the person’s own meetings', async () => {
  const attendees = [
    { email: 'ada@acme.test' },
    ...['I will', 'we will', 'Smith', 'Smith, Will'].map((name, at) => ({ email: `${at}@x.test`, name })),
  ]
  const texts = ['I will. We will, and we will send it', 'W. Smith was here', 'SMITH, WILL', 'Ann Smith, Will Jones']
  await world.load(
    workspace([{ email: 'w@acme.test', full_name: 'Will Smith' }], {
      events: [{ ...meeting('evt', []), attendees: [...attendees, { email: 'w@acme.test', name: 'Bobby Smith' }] }],
      notes: [
        { id: 'n_own', event: 'evt', title: `Bobby Smith, W. Smith: ${texts[0]}` },
        { id: 'n_far', created_by: 'u_ada', title: `Bobby Smith: ${texts[0]}` },
        ...titles(texts),
      ],
      recordings: ['I will', 'we will', 'I Will', 'W. Smith'].map((name, at) => ({
        id: `r_${at}`,
        note: 'n_0',
        title: 'x',
        participants: [{ name, email: 'w@acme.test' }],
      })),
    }),
  )
  await erase()
  assert.deepEqual(await titlesAfter(4), [texts[0], texts[1], 'Deleted person', texts[3]])
  assert.equal((await get('note/n_own')).note.title, `Deleted person, Deleted person: ${texts[0]}`)
  assert.equal((await get('note/n_far')).note.title, `Bobby Smith: ${texts[0]}`)
})

test('50: messages that quote an older text are deleted; those of a person with a longer name or address are delivered', async () => {
  const hook = { id: 'wh_ada', owner: 'u_ada', url: 'https://hooks.minutebook.dev/x', api_key: 'k_ada' }
  await world.load(
    workspace(
      [
        { email: 'bo@acme.test', full_name: 'Bo Li' },
        { email: 'jim.bo@acme.test', full_name: 'Bo Lindqvist' },
      ],
      { webhooks: [{ ...hook, enabled_events: ['action_item.assigned'] }] },
    ),
  )
  const row = (id: string, text: string) => ({
    workspace_id: 'ws_acme',
    id,
    webhook_id: 'wh_ada',
    event_type: 'action_item.assigned' as const,
    event_key: `of ${id}`,
    status: 'skipped' as const,
    body: Buffer.from(JSON.stringify({ text })),
    note_id: null,
    recording_id: null,
    item_id: null,
    created_at: new Date(),
    next_attempt_at: null,
  })
  const quotes = ['Ask BO  LI', 'Ask "bo\nli"', 'BO@Acme.test', 'Bo Li']
  const others = ['Ask Bo Lindqvist', 'Mail jim.bo@acme.test', 'bo@acme.test.example', 'Jumbo Li']
  const rows = [...quotes, ...others].map((text, index) => row(`msg_${index}`, text))
  await world.db.insertInto('messages').values(rows).execute()
  await world.db
    .insertInto('attempts')
    .values({
      workspace_id: 'ws_acme',
      message_id: 'msg_4',
      number: 1,
      sent_at: new Date(),
      duration_ms: 1,
      status_code: 500,
      error: null,
      response_body: 'not bo lindqvist',
      manual: false,
    })
    .execute()
  await keepListening(world.db, world.base.clock(), [
    { workspaceId: 'ws_acme', userId: 'u_ada', keyId: 'k_ada', sessionId: null, types: unnamedTypes },
  ])
  const event = { workspace_id: 'ws_acme', user_id: 'u_ada', note_id: null, recording_id: null, item_id: null }
  await world.db
    .insertInto('stream_events')
    .values(
      rows.map(({ id, body }) => ({
        ...event,
        event_key: id,
        event_type: 'ai_note.generated' as const,
        body: body.toString(),
        created_at: world.base.clock(),
      })),
    )
    .execute()
  await erase()
  const left = await world.db.selectFrom('messages').select(['status', 'body']).orderBy('id').execute()
  assert.deepEqual(
    left.map(({ status, body }) => [status, body && JSON.parse(body.toString()).text]),
    [...quotes.map(() => ['cancelled', null]), ...others.map((text) => ['skipped', text])],
  )
  const told = await world.db.selectFrom('stream_events').select('body').orderBy('event_key').execute()
  assert.deepEqual(
    told.map(({ body }) => JSON.parse(body).text),
    others,
  )
  const [attempt] = await world.db.selectFrom('attempts').select('response_body').execute()
  assert.equal(attempt!.response_body, 'not bo lindqvist')
})

test('50: an old name that an import of people has changed is removed too', async () => {
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quirina Muster' }], { notes: titles(['On Quirina Muster']) }),
  )
  const renamed = { users: [{ email: 'q@acme.test', full_name: 'Quirin Zabel' }] }
  assert.equal((await world.post('/api/v1/users/import', key, renamed)).status, 200)
  await erase()
  assert.deepEqual(await titlesAfter(1), ['On Deleted person'])
  assert.deepEqual(await leftOf(/quirin/i), [])
})

test('50: an address that the person had before is removed from invitations, and stands for no account', async () => {
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quirin Zabel' }], {
      events: [
        meeting('old', ['ada@acme.test', 'q@old.test', 'q@older.test']),
        meeting('both', ['q@acme.test', 'q@old.test']),
      ],
      notes: [{ id: 'n_old', event: 'old', title: 'Old' }],
    }),
  )
  await world.db.updateTable('events').set({ organizer_email: 'q@old.test' }).where('guid', '=', 'old').execute()
  const formerly = ['q@old.test', 'q@older.test']
  for (const other_addresses of [formerly, []])
    assert.equal((await world.patch('/api/v1/user/u_0', key, { other_addresses })).status, 200)
  const sight = () => world.db.selectFrom('sight').selectAll().execute()
  const before = await sight()
  await erase()
  assert.deepEqual(await sight(), before)
  assert.deepEqual(await leftOf(/q@old/), [])
  const invited = await world.db.selectFrom('event_attendees').selectAll().where('event_guid', '=', 'old').execute()
  assert.deepEqual(invited.map(({ name }) => name).sort(), ['', 'Deleted person'])
  const { email_folded } = invited.find(({ name }) => name !== '')!
  assert.match(email_folded, /@erased\.invalid$/)
  const old = await world.db.selectFrom('events').select('organizer_email').where('guid', '=', 'old').executeTakeFirst()
  assert.equal(old!.organizer_email, email_folded)
  assert.equal(
    (await world.db.selectFrom('addresses').selectAll().where('email_folded', '=', email_folded).execute()).length,
    0,
  )
})

test('50: a name that the identity provider sent in parts is removed too', async () => {
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quin' }], { notes: titles(['By Quirin Zabel', 'Quin']) }),
  )
  await world.db
    .insertInto('scim_people')
    .values({
      workspace_id: 'ws_acme',
      user_id: 'u_0',
      external_id: null,
      given_name: 'Quirin',
      family_name: 'Zabel',
      removed: false,
    })
    .execute()
  await erase()
  assert.deepEqual(await titlesAfter(2), ['By Deleted person', 'Quin'])
})

test('50: an object that only two erased people had is deleted with the second', async () => {
  const notes = [
    { id: 'n_0', event: 'evt', title: 'Between us' },
    { id: 'n_1', event: 'evt_client', title: 'With a client' },
  ]
  const emails = ['q@acme.test', 'z@acme.test']
  await world.load(
    workspace(
      [
        { email: 'q@acme.test', full_name: 'Quirin Zabel' },
        { email: 'z@acme.test', full_name: 'Zoe Quist', active: false },
      ],
      {
        events: [meeting('evt', emails), meeting('evt_bare', emails), meeting('evt_client', [...emails, 'x@y.test'])],
        notes,
      },
    ),
  )
  await erase('u_0')
  assert.equal((await world.get('/api/v1/note/n_0', key)).status, 200)
  await erase('u_1')
  assert.equal((await world.get('/api/v1/note/n_0', key)).status, 404)
  assert.equal((await world.get('/api/v1/note/n_1', key)).status, 200)
  assert.deepEqual(await leftOf(/evt_bare/), [])
})

test('50: a recording where the person only speaks is found, in every part of a long transcript', async () => {
  const segment = (speaker: string, text: string, at: number) => ({ speaker, text, start_time: at, end_time: at + 1 })
  const speech_segments = [
    ...Array.from({ length: 300 }, (_, at) => segment('Ada Moreau', 'word '.repeat(20), at)),
    segment('QUIRIN ZABEL', 'Hello.', 301),
    segment('Ada Moreau', 'Quirin', 302),
  ]
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quirin Zabel' }], {
      notes: titles(['Weekly']),
      recordings: [{ id: 'r_0', note: 'n_0', title: 'Weekly', transcript: { language_code: 'en', speech_segments } }],
    }),
  )
  await erase()
  assert.deepEqual(await leftOf(/quirin zabel/i), [])
})

test('50: sections of AI notes with more text than their Markdown, possible in a world file, are read too', async () => {
  const ai_notes = {
    markdown: '## Next',
    sections: [
      { title: 'On Quirin Zabel', content: 'Ask quirin zabel' },
      { title: 'Next', items: [{ text: 'For Quirin Zabel', timestamp: 1, assignees: ['u_ada'] }] },
    ],
  }
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quirin Zabel' }], {
      notes: titles(['Weekly']),
      recordings: [
        {
          id: 'r_0',
          note: 'n_0',
          title: 'Weekly',
          updated_at: '2026-01-09T12:00:00Z',
          created_at: '2026-01-09T12:00:00Z',
          ai_notes,
        },
        { id: 'r_1', note: 'n_0', title: 'Another', ai_notes: { markdown: 'Nobody', sections: [] } },
      ],
    }),
  )
  world.advance({ seconds: 60 })
  await erase()
  assert.deepEqual(await leftOf(/quirin/i), [])
  const { ai_notes: after, updated_at } = (await get('recording/r_0')).recording
  assert.deepEqual(
    after.sections.map(({ title, content }: Record<string, string>) => [title, content]),
    [
      ['On Deleted person', 'Ask Deleted person'],
      ['Next', undefined],
    ],
  )
  assert(updated_at >= '2026-01-10T12:01:00.000Z', 'copies fetch it again')
  assert.equal((await get('recording/r_1')).recording.updated_at, '2026-01-10T12:00:00.000Z')
})

test('50: a person whose address is written in another case took part too', async () => {
  const segment = (speaker: string, at: number) => ({ speaker, text: 'Hello.', start_time: at, end_time: at + 1 })
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quirin Zabel' }], {
      notes: titles(['Weekly']),
      recordings: [
        {
          id: 'r_0',
          note: 'n_0',
          title: 'Weekly',
          participants: [{ name: 'Quirin', email: 'Q@Acme.test' }],
          transcript: { language_code: 'en', speech_segments: [segment('Quirin', 0), segment('Ada', 1)] },
        },
      ],
    }),
  )
  await erase()
  assert.deepEqual(await leftOf(/quirin|q@acme/i), [])
})

test('50: an upload of the person that ends while the erasure runs leaves nothing', async () => {
  const own = 'mb_hos_q_0123456789'
  const person = { email: 'q@acme.test', full_name: 'Quirin Zabel' }
  const keys = [
    { id: 'k_ada', user: 'u_ada', name: 'ci', secret: key, super_admin: true },
    { id: 'k_q', user: 'u_0', name: 'own', secret: own },
  ]
  await world.load(workspace([person], { api_keys: keys }))
  const transcript = { speech_segments: [{ speaker: 'Me', text: 'To myself', start_time: 0, end_time: 1 }] }
  const upload = { title: 'Diary', transcript, participants: [{ name: 'Quirin Zabel', email: 'q@acme.test' }] }
  const { recording_id } = (await world.post('/api/v1/recordings/upload', own, upload)).body
  assert.equal((await world.delete('/api/v1/user/u_0', key)).status, 202)
  await carryOutSome({ ...world.base, texts: textPlaces, stopping: new AbortController().signal }, 'ws_acme', 'u_0')
  const { run } = backgroundJobs(world.base).find(({ name }) => name === writeUploadJob)!
  for (let stage = 0; stage < 3; stage++) await run({ workspace_id: 'ws_acme', recording_id })
  await world.settle()
  assert.deepEqual(await leftOf(/quirin|diary|myself/i), [])
})

test('50: a message that is created while the erasure runs keeps nothing of the person', async () => {
  const hook = { id: 'wh_ada', owner: 'u_ada', url: 'https://hooks.minutebook.dev/x', api_key: 'k_ada' }
  const deps = { ...world.base, texts: textPlaces, stopping: new AbortController().signal }
  const stage = async () => (await get('user/u_0/erasure')).erasure.progress.stage
  const titled = { ...meeting('evt_1', ['ada@acme.test', 'q@acme.test']), title: 'Ada / Quirin Zabel' }
  const channels = [1, 2, 3, 4, 5].map((number) => ({ id: `ch_${number}`, title: 'All', members: ['u_ada'] }))
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quirin Zabel' }], {
      webhooks: [{ ...hook, enabled_events: ['ai_note.shared_to_channel'] }],
      events: [titled],
      notes: [{ id: 'n_1', event: 'evt_1', title: 'Weekly' }],
      channels,
    }),
  )
  assert.equal((await world.delete('/api/v1/user/u_0', key)).status, 202)
  const before: string[] = []
  for (let isMore = true; isMore; isMore = await carryOutSome(deps, 'ws_acme', 'u_0')) {
    if (before.includes(await stage())) continue
    before.push(await stage())
    const published = await world.post('/api/v1/note/n_1/publish', key, { channel_id: `ch_${before.length}` })
    assert.equal(published.status, 200)
  }
  assert.deepEqual(before, ['begin', 'things', 'own', 'texts', 'messages'])
  assert.equal((await world.db.selectFrom('messages').select('id').execute()).length, channels.length)
  assert.deepEqual(await leftOf(/quirin/i), [])
})

test('50: waiting uploads, which may have megabytes each, are read a few at a time', async () => {
  await world.load(workspace([{ email: 'q@acme.test', full_name: 'Quirin Zabel' }]))
  const transcript = { speech_segments: [{ speaker: 'Quirin Zabel', text: 'Hello', start_time: 0, end_time: 1 }] }
  for (let upload = 0; upload < 7; upload++) {
    const body = { title: `Call ${upload}`, transcript }
    assert.equal((await world.post('/api/v1/recordings/upload', key, body)).status, 201)
  }
  const names = {
    names: ['Quirin Zabel'],
    nearNames: [],
    givenNames: [],
    emails: ['q@acme.test'],
    standIn: 'gone@erased.invalid',
  }
  const erasure = { workspaceId: 'ws_acme', userId: 'u_0', now: world.base.clock(), names }
  const place = nameOfPlace(textPlaces.find(({ table }) => table === 'upload_sources')!)
  let steps = 0
  for (let position: string[] | null = [place]; position?.[0] === place; steps++) {
    const from: string[] = position
    position = await world.db.transaction().execute((tx) => eraseTexts(tx, textPlaces, erasure, from))
    const rows = await world.db.selectFrom('upload_sources').select('transcript').execute()
    const left = rows.filter((row) => JSON.stringify(row).includes('Quirin')).length
    assert.equal(left, Math.max(0, 7 - 3 * (steps + 1)))
  }
  assert.equal(steps, 3)
})

test('50: a title that becomes longer stays within the limit of a world file', async () => {
  const title = 'Bo '.repeat(330).trim()
  await world.load(
    workspace([{ email: 'bo@acme.test', full_name: 'Bo' }], {
      events: [{ ...meeting('evt', ['ada@acme.test', 'bo@acme.test']), title }],
      notes: [{ id: 'n_0', event: 'evt', title }],
      recordings: [{ id: 'r_0', note: 'n_0', title }],
    }),
  )
  await erase()
  const { note } = await get('note/n_0')
  const { recording } = await get('recording/r_0')
  for (const { title } of [note, recording]) {
    assert.equal(title.length, 1_000)
    assert.match(title, /^Deleted person .*…$/)
  }
  const exported: string[] = []
  for await (const piece of exportWorld(world.db, {
    subdomain: 'acme',
    withSecrets: false,
    secretKey: world.base.secretKey,
  }))
    exported.push(piece)
  await world.load(...JSON.parse(exported.join('')).workspaces)
})

test('50: nothing can be given to an erased person, by id or by the replaced address', async () => {
  await world.load(
    workspace([{ email: 'q@acme.test', full_name: 'Quirin Zabel' }], {
      channels: [{ id: 'ch', title: 'All', members: ['u_ada'] }],
      notes: [{ id: 'n_0', created_by: 'u_ada', title: 'Plans' }],
      recordings: [{ id: 'r_0', note: 'n_0', title: 'Plans' }],
    }),
  )
  await erase()
  const { email } = await world.db.selectFrom('users').select('email').where('id', '=', 'u_0').executeTakeFirstOrThrow()
  for (const user of ['u_0', email]) {
    const given: [string, object][] = [
      ['note/n_0/share', { user }],
      ['recording/r_0/share', { user }],
      ['channel/ch/members', { user }],
      ['action_item', { text: 'Do', assignees: [user] }],
    ]
    for (const [path, body] of given) {
      const { status } = await world.post(`/api/v1/${path}`, key, body)
      assert([400, 404].includes(status), `${path} ${status}`)
    }
    assert.equal((await world.post('/api/v1/user/u_0/sign_in_link', key)).status, 404)
    assert.equal((await world.get('/api/v1/me', key, { headers: { 'x-on-behalf-of': user } })).status, 404)
  }
  assert.deepEqual(await leftOf(/^(shares|channel_members .*u_0|action_item_assignees)/), [])
})

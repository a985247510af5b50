/** What will happen with a meeting, told and changed for this once (decision 64): `planned` of a note. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { maxPlannedChannels } from '../server/meetings/notes/planned.ts'
import { keys } from './support/acme.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

const guid = 'evt1_20260105T090000Z'

let here: MediaWorld
before(async () => {
  here = await openMediaWorld()
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['rules', 'note_plans'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('shares').where('user_id', '=', 'u_di').execute()
  const people = [
    { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist', admin: false, active: true },
    { id: 'u_di', email: 'di@acme.test', full_name: 'Di' },
  ]
  const diKey = { id: 'k_di', user: 'u_di', name: 'di', secret: di, active: true }
  const channels = [
    { id: 'ch_eng', title: 'Engineering', members: ['u_ada', 'u_bo'] },
    { id: 'ch_ada', title: 'Only Ada', private: true, members: ['u_ada'] },
    { id: 'ch_open', title: 'Open', members: ['u_ada'] },
    { id: 'ch_bo', title: 'Only Bo', private: true, members: ['u_bo'] },
  ]
  await here.world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users: people, api_keys: [diKey], channels })
  await setEvent({
    call_url: 'https://meet.google.com/abc-mnop-xyz',
    ...at(60, 90),
    cancelled_at: null,
    all_day: false,
  })
  const templates = {
    glossary: [],
    templates: [
      { id: 'nt_1', name: 'One' },
      { id: 'nt_2', name: 'Two' },
    ],
  }
  assert.equal(
    (await here.world.request('PUT', '/api/v1/note_templates', { key: keys.ada, body: templates })).status,
    200,
  )
})
after(() => here[Symbol.asyncDispose]())

type Published = { channel: { id: string }; by: string; by_rule?: string }
const di = 'mb_di_0123456789'
const setEvent = (values: object) => here.world.db.updateTable('events').set(values).where('guid', '=', guid).execute()
const moment = (minutes: number) => new Date(here.world.base.clock().getTime() + minutes * 60_000)
const at = (from: number, to: number) => ({ starts_at: moment(from), ends_at: moment(to) })
type Told = { record: string | null; template: string | null; channels: string[] }
const whole = async (key = keys.bo) => (await here.world.get('/api/v1/note/n_1', key)).body.note.planned
/** What can be changed of it. */
const bare = (told: Told | null) => told && { record: told.record, template: told.template, channels: told.channels }
const planned = async (key = keys.bo) => bare(await whole(key))
const plan = (planned: unknown, key = keys.bo, more: object = {}) =>
  here.world.request('PATCH', '/api/v1/note/n_1', { key, body: { planned, ...more } })
const said = ({ status, body }: { status: number; body: { message?: string; note: { planned: Told | null } } }) => [
  status,
  body.message ?? bare(body.note.planned),
]
const shareWithDi = (canEdit: boolean) =>
  here.world.post('/api/v1/note/n_1/share', keys.adaRegular, { user: 'u_di', can_edit: canEdit })
async function rule(does: object, key = keys.bo, more: object = {}): Promise<string> {
  const made = await here.world.post('/api/v1/rule', key, { name: 'x', match: {}, do: does, ...more })
  assert.equal(made.status, 201, made.text)
  return made.body.rule.id
}

test('who may edit reads what rules will do, without private channels of others; nobody else, and not of past meetings', async () => {
  assert.equal(await planned(), null, 'nothing is planned')
  await rule({ record: 'bot', template_id: 'nt_1', publish: ['ch_ada', 'ch_eng'] }, keys.adaRegular)
  await rule({ publish: ['ch_bo'] })
  assert.deepEqual(await planned(), { record: 'bot', template: 'nt_1', channels: ['ch_bo', 'ch_eng'] })
  assert.deepEqual(await planned(keys.adaRegular), { record: 'bot', template: 'nt_1', channels: ['ch_ada', 'ch_eng'] })
  assert.deepEqual(await planned(keys.ada), await planned(keys.adaRegular), 'also a super admin')
  await shareWithDi(false)
  assert.equal(await planned(di), null)
  await shareWithDi(true)
  assert.deepEqual(await planned(di), { record: 'bot', template: 'nt_1', channels: ['ch_eng'] })
  const listed = await here.world.post('/api/v1/notes', keys.bo, {})
  assert(
    listed.body.data.every((note: object) => !('planned' in note)),
    'lists do not tell it',
  )
  await setEvent(at(-30, 0))
  assert.equal(await planned(), null, 'it is over at its end')
  await setEvent({ ends_at: new Date(moment(0).getTime() + 1) })
  assert.notEqual(await planned(), null)
  await setEvent({ ...at(60, 90), cancelled_at: moment(0) })
  assert.equal(await planned(), null, 'called off')
})

test('nobody sends a bot into a meeting without a call; what is gone is not planned', async () => {
  await rule({ record: 'bot', template_id: 'nt_1', publish: ['ch_open'] }, keys.adaRegular)
  await setEvent({ call_url: null })
  assert.deepEqual(await planned(), { record: null, template: 'nt_1', channels: ['ch_open'] })
  const noCall = await plan({ record: 'bot' })
  assert.equal(noCall.status, 400)
  assert.deepEqual(noCall.body.errors, [
    { location: 'body.planned.record', message: 'is for meetings with a link to a call' },
  ])
  await setEvent({ call_url: 'https://meet.google.com/abc-mnop-xyz', all_day: true })
  assert.equal((await plan({ record: 'bot' })).status, 400)
  await here.world.request('PUT', '/api/v1/note_templates', { key: keys.ada, body: { glossary: [], templates: [] } })
  await here.world.db.deleteFrom('channels').where('id', '=', 'ch_open').execute()
  assert.equal(await planned(), null)
})

test('each changes it for this once, before every rule; absent fields stay, null is as the rules say again', async () => {
  const byRules = { record: 'bot', template: 'nt_1', channels: ['ch_eng'] }
  await rule({ record: 'bot', template_id: 'nt_1', publish: ['ch_eng'] }, keys.adaRegular)
  assert.deepEqual(said(await plan({ template: 'nt_2' })), [200, { ...byRules, template: 'nt_2' }])
  assert.deepEqual(said(await plan({})), [200, { ...byRules, template: 'nt_2' }])
  assert.deepEqual(said(await plan({ record: null, template: null, channels: null })), [
    200,
    { ...byRules, template: 'nt_2' },
  ])
  const wanted = { record: 'never', template: 'nt_1', channels: ['ch_bo'] }
  assert.deepEqual(said(await plan(wanted)), [200, wanted])
  assert.deepEqual(await planned(keys.adaRegular), { ...wanted, channels: [] })
  assert.deepEqual(said(await plan({ channels: [] })), [200, { ...wanted, channels: [] }])
  assert.deepEqual(said(await plan(null)), [200, byRules])
  const { rows } = { rows: await here.world.db.selectFrom('note_plans').selectAll().execute() }
  assert.deepEqual(rows, [], 'nothing is left of it')
  const { note } = (await plan({ record: 'never' }, keys.bo, { title: 'Renamed' })).body
  assert.deepEqual([note.title, note.planned.record], ['Renamed', 'never'])
  const refused = await plan({ channels: ['ch_open'] }, keys.bo, { title: 'Not' })
  assert.deepEqual(said(refused), [403, 'You are not a member of this channel'])
  assert.equal((await here.world.get('/api/v1/note/n_1', keys.bo)).body.note.title, 'Renamed', 'all or nothing')
})

test('it tells the language of the notes, and whether anything was changed for this once that the reader sees', async () => {
  await rule({ notes_language: 'fr' })
  const byRules = { record: null, template: null, notes_language: 'fr', channels: [], changed: false }
  assert.deepEqual(await whole(), byRules)
  await plan({ channels: ['ch_ada'] }, keys.adaRegular)
  assert.deepEqual(await whole(), byRules, 'a private channel of another is no change to who does not see it')
  assert.deepEqual(await whole(keys.adaRegular), { ...byRules, channels: ['ch_ada'], changed: true })
  await plan(null, keys.adaRegular)
  assert.equal((await whole(keys.adaRegular)).changed, false)
  await here.world.db.deleteFrom('rules').execute()
  await rule({ publish: ['ch_eng'] })
  const nothing = { record: null, template: null, notes_language: null, channels: [], changed: true }
  assert.deepEqual((await plan({ channels: [] })).body.note.planned, nothing, 'it can be taken back')
})

test('nobody’s never is overruled by another, and a never of another stays when all else is taken back', async () => {
  const nobody = [409, 'Somebody who attends does not want this meeting recorded']
  await rule({ record: 'never' })
  assert.deepEqual(said(await plan({ record: 'bot' }, keys.adaRegular)), nobody)
  assert.deepEqual(said(await plan({ record: 'remind' }, keys.adaRegular)), nobody)
  assert.equal((await plan({ record: 'bot' })).body.note.planned.record, 'bot', 'one’s own rule need not be heeded')
  await plan({ record: 'never', template: 'nt_2' })
  assert.deepEqual(said(await plan({ record: 'bot' }, keys.adaRegular)), nobody)
  assert.deepEqual(bare((await plan(null, keys.adaRegular)).body.note.planned), {
    record: 'never',
    template: null,
    channels: [],
  })
  await here.world.db.deleteFrom('rules').execute()
  await shareWithDi(true)
  await plan(null)
  assert.equal((await plan({ record: 'never' }, di)).body.note.planned.record, 'never', 'who edits may refuse')
  assert.equal((await plan({ record: 'bot' })).body.note.planned.record, 'bot', 'and who attends may want it')
})

test('null takes back nothing that one does not see or may not undo', async () => {
  await rule({ publish: ['ch_bo', 'ch_eng'] })
  await plan({ record: 'remind', channels: [] })
  await plan({ channels: ['ch_ada', 'ch_open'] }, keys.adaRegular)
  await shareWithDi(true)
  await plan({ record: 'never' }, di)
  const kept = { record: 'remind', template: null, channels: ['ch_ada', 'ch_open'] }
  assert.deepEqual(
    bare((await plan(null, di)).body.note.planned),
    { ...kept, channels: ['ch_open'] },
    'her own refusal',
  )
  assert.deepEqual(await planned(keys.adaRegular), kept, 'and, as who does not attend, no more')
  assert.deepEqual(bare((await plan(null, keys.adaRegular)).body.note.planned), {
    record: 'remind',
    template: null,
    channels: ['ch_eng'],
  })
  assert.deepEqual(await planned(), { record: 'remind', template: null, channels: ['ch_eng'] }, 'ch_bo stays taken out')
  await plan({ channels: ['ch_ada'] }, keys.adaRegular)
  assert.deepEqual(bare((await plan(null)).body.note.planned), {
    record: null,
    template: null,
    channels: ['ch_bo', 'ch_eng'],
  })
  assert.deepEqual((await planned(keys.adaRegular))?.channels, ['ch_ada', 'ch_eng'])
})

test('within the rights of who changes it', async () => {
  await shareWithDi(false)
  assert.equal((await plan({ record: 'never' }, di)).status, 403)
  await shareWithDi(true)
  assert.deepEqual(said(await plan({ record: 'bot' }, di)), [403, 'Only its attendees may have this meeting recorded'])
  assert.deepEqual(said(await plan({ channels: ['ch_open'] }, di)), [
    403,
    'Only its attendees may share or publish this note',
  ])
  assert.deepEqual(said(await plan({ channels: ['ch_ada'] })), [404, 'Channel not found'])
  assert.deepEqual(said(await plan({ channels: ['ch_none'] })), [404, 'Channel not found'])
  assert.deepEqual(said(await plan({ template: 'nt_none' })), [404, 'Note template not found'])
  assert.equal((await plan({ record: 'never' }, keys.zoe)).status, 404)
  const many = (count: number) => Array.from({ length: count }, (_, n) => `ch_${n}`)
  assert.equal((await plan({ channels: many(maxPlannedChannels + 1) })).status, 400)
  assert.equal((await plan({ channels: many(maxPlannedChannels) })).status, 404)
  for (const bad of [{ record: 'always' }, { channels: ['ch_eng', 'ch_eng'] }, 'bot', []])
    assert.equal((await plan(bad)).status, 400, JSON.stringify(bad))
  const other = (id: string) =>
    here.world.request('PATCH', `/api/v1/note/${id}`, { key: keys.bo, body: { planned: { record: 'never' } } })
  assert.deepEqual(said(await other('n_bo')), [409, 'This note has no meeting to plan'])
  await setEvent(at(-30, 0))
  assert.deepEqual(said(await plan({ record: 'never' })), [409, 'This meeting is over'])
})

test('a channel that one person added is published with their rights, whoever changes the plan afterwards', async () => {
  await plan({ channels: ['ch_ada', 'ch_eng'] }, keys.adaRegular)
  await rule({ publish: ['ch_bo'] })
  assert.deepEqual((await plan({ channels: ['ch_eng'], template: 'nt_2' })).body.note.planned.channels, ['ch_eng'])
  assert.deepEqual(await planned(keys.adaRegular), { record: null, template: 'nt_2', channels: ['ch_ada', 'ch_eng'] })
  assert.equal((await plan({ record: 'never' })).status, 200)
  const recording = await here.processed({ event_guid: guid })
  const { publications } = (await here.world.get(`/api/v1/recording/${recording}/sharing`, keys.ada)).body
  const told = publications.map(({ channel, by, by_rule }: Published) => [channel.id, by, by_rule])
  assert.deepEqual(told, [
    ['ch_ada', 'u_ada', undefined],
    ['ch_eng', 'u_ada', undefined],
  ])
})

test('a channel whose adder loses the right is not planned any more, and what was refused is in the audit log', async () => {
  const { db } = here.world
  const members = db.deleteFrom('channel_members').where('user_id', '=', 'u_bo')
  const audited = async () => {
    const rows = await db.selectFrom('audit_log').selectAll().where('action', '=', 'rule.act').execute()
    return rows.map(({ user_id, details }) => [user_id, details])
  }
  await db.deleteFrom('audit_log').execute()
  await plan({ channels: ['ch_eng', 'ch_bo'] })
  assert.deepEqual((await planned())?.channels, ['ch_bo', 'ch_eng'])
  await members.where('channel_id', '=', 'ch_eng').execute()
  assert.deepEqual((await planned())?.channels, ['ch_bo'])
  const first = await here.processed({ event_guid: guid })
  const [refused] = (await audited()).filter(([, details]) => (details as { did: string }).did === 'nothing')
  assert.deepEqual(refused, [
    'u_bo',
    {
      ...{ rule_id: null, did: 'nothing', recording_id: first, channel_id: 'ch_eng' },
      refused: 'You are not a member of this channel',
    },
  ])
  // Another adds it as themself; who does not attend any more publishes nothing.
  assert.equal((await plan({ channels: ['ch_eng', 'ch_ada'] }, keys.adaRegular)).status, 200)
  const people = await db.selectFrom('event_attendees').selectAll().where('event_guid', '=', guid).execute()
  await db.deleteFrom('event_attendees').where('email_folded', '=', 'bo@acme.test').execute()
  await db.deleteFrom('audit_log').execute()
  try {
    const second = await here.processed({ event_guid: guid }, keys.adaRegular)
    const { publications } = (await here.world.get(`/api/v1/recording/${second}/sharing`, keys.ada)).body
    assert.deepEqual(
      publications.map(({ channel, by }: Published) => [channel.id, by]),
      [
        ['ch_ada', 'u_ada'],
        ['ch_eng', 'u_ada'],
      ],
    )
    const nothing = (await audited()).filter(([, details]) => (details as { did: string }).did === 'nothing')
    const why = 'Only its attendees may share or publish this recording'
    assert.deepEqual(nothing, [
      ['u_bo', { rule_id: null, did: 'nothing', refused: why, recording_id: second, channel_id: 'ch_bo' }],
    ])
  } finally {
    await db.deleteFrom('event_attendees').where('event_guid', '=', guid).execute()
    await db.insertInto('event_attendees').values(people).execute()
  }
})

test('who took the bot back has not published with their rights what another added', async () => {
  await plan({ channels: ['ch_ada'] }, keys.adaRegular)
  const { refuseRecording } = await import('../server/making/rules/note-plans.ts')
  const taken = { workspaceId: 'ws_acme', noteId: 'n_1', userId: 'u_bo' }
  await here.world.db.transaction().execute((tx) => refuseRecording(tx, moment(0), taken))
  assert.equal((await planned(keys.adaRegular))?.record, 'never')
  const recording = await here.processed({ event_guid: guid })
  const { publications } = (await here.world.get(`/api/v1/recording/${recording}/sharing`, keys.ada)).body
  assert.deepEqual(
    publications.map(({ channel, by }: Published) => [channel.id, by]),
    [['ch_ada', 'u_ada']],
  )
})

/** What rules do with a new recording (decision 64): as their person, within their rights, once, and told. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { tellProblem } from '../server/making/rules/tell-rule.ts'
import { readWriterInput } from '../server/making/writing/writer-input.ts'
import { keys } from './support/acme.ts'
import { type MailServer, openMailServer } from './support/mail-server.ts'
import { type MediaWorld, openMediaWorld } from './support/media-world.ts'

const event_guid = 'evt1_20260105T090000Z'

let here: MediaWorld
let mailbox: MailServer
before(async () => {
  mailbox = await openMailServer()
  here = await openMediaWorld(mailbox.settings)
})
beforeEach(async () => {
  const { db } = here.world
  for (const table of ['rules', 'audit_log'] as const) await db.deleteFrom(table).execute()
  const people = [{ id: 'u_di', email: 'di@acme.test', full_name: 'Di' }]
  await here.world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', users: people })
})
after(async () => {
  await here[Symbol.asyncDispose]()
  await mailbox[Symbol.asyncDispose]()
})

async function rule(does: object, key = keys.bo, more: object = {}): Promise<string> {
  const made = await here.world.post('/api/v1/rule', key, { name: 'x', match: {}, do: does, ...more })
  assert.equal(made.status, 201, made.text)
  return made.body.rule.id
}
const sharing = async (id: string) => (await here.world.get(`/api/v1/recording/${id}/sharing`, keys.ada)).body
const problem = async (key = keys.bo) => (await here.world.get('/api/v1/rules', key)).body.data[0].last_problem
const channel = { id: 'ch_eng', title: 'Engineering', private: false }

test('a new recording is published and shared as the person, says by which rule, and is in the audit log', async () => {
  const id = await rule({ publish: ['ch_eng'], share: [{ user: 'di@acme.test', can_edit: true }] })
  const recording = await here.processed({ event_guid })
  const { shares, publications } = await sharing(recording)
  assert.deepEqual(publications, [{ channel, by: 'u_bo', by_rule: id }])
  const user = { id: 'u_di', email: 'di@acme.test', full_name: 'Di' }
  assert.deepEqual(shares, [{ user, by: 'u_bo', can_edit: true, by_rule: id }])
  const audited = await here.world.db.selectFrom('audit_log').selectAll().where('action', '=', 'rule.act').execute()
  assert.deepEqual(
    new Set(audited.map(({ user_id, details }) => [user_id, details])),
    new Set([
      ['u_bo', { rule_id: id, did: 'publish', recording_id: recording, channel_id: 'ch_eng' }],
      ['u_bo', { rule_id: id, did: 'share', recording_id: recording, user_id: 'u_di' }],
    ]),
  )
  assert.equal(await problem(), null)
})

test('what a person takes back stays so, though the job runs again', async () => {
  await rule({ publish: ['ch_eng'], share: [{ user: 'u_di' }] })
  const recording = await here.processed({ event_guid })
  await here.world.delete(`/api/v1/recording/${recording}/publish/ch_eng`, keys.adaRegular)
  await here.world.delete(`/api/v1/recording/${recording}/share/u_di`, keys.adaRegular)
  const { base } = here.world
  const again = { workspace_id: 'ws_acme', recording_id: recording }
  await base.db.transaction().execute((tx) => base.jobs.send(tx, 'act-by-rules', again))
  await here.world.settle()
  const { shares, publications } = await sharing(recording)
  assert.deepEqual([shares, publications], [[], []])
  const byHand = await here.world.post(`/api/v1/recording/${recording}/publish`, keys.bo, { channel_id: 'ch_eng' })
  assert.deepEqual(byHand.body.publications, [{ channel, by: 'u_bo' }], 'by hand it is no rule’s')
})

test('without the right nothing is done, and the rule says so until it acts', async () => {
  const id = await rule({ publish: ['ch_eng'] })
  const member = { workspace_id: 'ws_acme', channel_id: 'ch_eng', user_id: 'u_bo' }
  await here.world.db.deleteFrom('channel_members').where('user_id', '=', 'u_bo').execute()
  const first = await here.processed({ event_guid })
  assert.deepEqual((await sharing(first)).publications, [])
  assert.equal(await problem(), 'You are not a member of this channel')
  await here.world.db.insertInto('channel_members').values(member).execute()
  const second = await here.processed({ event_guid })
  assert.deepEqual((await sharing(second)).publications, [{ channel, by: 'u_bo', by_rule: id }])
  assert.equal(await problem(), null)
  assert.deepEqual((await sharing(first)).publications, [], 'later rights do not reach back')
})

test('the workspace’s acts as the organizer, within their rights; an own empty list keeps it from acting', async () => {
  const id = await rule({ publish: ['ch_ada', 'ch_eng'] }, keys.ada, { scope: 'workspace' })
  const recording = await here.processed({ event_guid })
  const ids = async (which: string) =>
    (await sharing(which)).publications.map((each: { channel: { id: string }; by: string; by_rule: string }) => [
      each.channel.id,
      each.by,
      each.by_rule,
    ])
  assert.deepEqual(await ids(recording), [
    ['ch_ada', 'u_ada', id],
    ['ch_eng', 'u_ada', id],
  ])
  await rule({ publish: [] }, keys.adaRegular)
  assert.deepEqual(await ids(await here.processed({ event_guid })), [])
})

test('a rule says what it could not do although it did the rest, whichever came first', async () => {
  const members = here.world.db.deleteFrom('channel_members').where('channel_id', '=', 'ch_ada')
  await rule({ publish: ['ch_ada', 'ch_eng'], share: [{ user: 'u_di' }] }, keys.adaRegular)
  await members.where('user_id', '=', 'u_ada').execute()
  const recording = await here.processed({ event_guid })
  const member = { workspace_id: 'ws_acme', channel_id: 'ch_ada', user_id: 'u_ada' }
  await here.world.db.insertInto('channel_members').values(member).execute()
  const { publications, shares } = await sharing(recording)
  assert.deepEqual([publications.length, shares.length], [1, 1])
  assert.notEqual(await problem(keys.adaRegular), null)
})

test('a rule leaves a share that counts as it is: another rule’s, or one by hand', async () => {
  await rule({ share: [{ user: 'u_di', can_edit: true }] }, keys.adaRegular)
  await rule({ share: [{ user: 'u_di', can_edit: false }] })
  const recording = await here.processed({ event_guid })
  const rights = async (which: string) =>
    (await sharing(which)).shares.map((each: { by: string; can_edit: boolean }) => [each.by, each.can_edit])
  assert.deepEqual(await rights(recording), [['u_ada', true]], 'the organizer’s rule is first')
})

test('a workspace’s rule that shares with the person as whom it acts has no problem', async () => {
  await rule({ share: [{ user: 'u_di' }, { user: 'u_bo' }] }, keys.ada, { scope: 'workspace' })
  const organizer = (email: string | null) =>
    here.world.db.updateTable('events').set({ organizer_email: email }).where('guid', '=', event_guid).execute()
  await organizer('bo@acme.test')
  const { shares } = await sharing(await here.processed({ event_guid }))
  await organizer('ada@acme.test')
  assert.deepEqual(
    shares.map((each: { user: { id: string } }) => each.user.id),
    ['u_di'],
  )
  assert.equal(await problem(keys.ada), null)
})

test('a recording without a meeting counts as one of who made it; rules of others and of who left do nothing', async () => {
  const id = await rule({ publish: ['ch_eng'] }, keys.bo, { match: { title_contains: 'alone' } })
  await rule({ publish: ['ch_ada'] }, keys.adaRegular)
  const recording = await here.processed({ title: 'Alone' })
  assert.deepEqual((await sharing(recording)).publications, [{ channel, by: 'u_bo', by_rule: id }])
  const other = await here.processed({ title: 'Others' })
  assert.deepEqual((await sharing(other)).publications, [])
  const submitted = await here.submit({ title: 'Alone' })
  await here.world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_bo').execute()
  await here.world.settle()
  await here.world.db.updateTable('users').set({ active: true }).where('id', '=', 'u_bo').execute()
  assert.deepEqual((await sharing(submitted)).publications, [])
})

test('notes get the template of a rule, unless who uploads chose one', async () => {
  const templates = [
    { id: 'nt_series', name: 'Series', instructions: 'by series', series_ids: ['se_w'] },
    { id: 'nt_rule', name: 'Rule', instructions: 'by rule' },
    { id: 'nt_own', name: 'Own', instructions: 'by choice' },
  ]
  const body = { glossary: [], templates }
  assert.equal((await here.world.request('PUT', '/api/v1/note_templates', { key: keys.ada, body })).status, 200)
  const ids = { workspace_id: 'ws_acme', recording_id: 'r_1', event_guid, series_id: 'se_w' }
  const meeting = { ...ids, title: 'Weekly', submitted_by: 'u_bo', facts: {} }
  const deps = { db: here.world.db, notesLanguage: '' }
  const instructions = async (template_id: string | null = null) =>
    (await readWriterInput(deps, { ...meeting, template_id })).guidance?.instructions
  assert.deepEqual(await instructions(), ['by series'])
  const ruleId = await rule({ template_id: 'nt_rule' })
  assert.deepEqual(await instructions(), ['by rule'])
  assert.deepEqual(await instructions('nt_own'), ['by choice'])
  const put = (all: object[]) =>
    here.world.request('PUT', '/api/v1/note_templates', { key: keys.ada, body: { ...body, templates: all } })
  await put([templates[0]!])
  assert.deepEqual(await instructions(), ['by series'], 'the template of the rule is gone')
  const gone = 'The note template of the rule is gone'
  assert.equal(await problem(), gone)
  await tellProblem(here.world.db, 'ws_acme', { ruleId }, null)
  assert.equal(await problem(), gone, 'until there is one again, whatever else it does')
  await put(templates)
  assert.deepEqual(await instructions(), ['by rule'])
  assert.equal(await problem(), null)
})

/** A meeting of Ada, Bo and a guest, with its note. */
async function meetingOf(guid: string, start: string) {
  const [date, time] = [start.slice(0, 10), start.slice(11)]
  const attendees = ['ada@acme.test', 'bo@acme.test', 'guest@elsewhere.test'].map((email) => ({ email, name: '' }))
  const event = {
    guid,
    title: guid,
    start,
    end: `${date}T${time.slice(0, 2)}:45:00Z`,
    organizer_email: 'ada@acme.test',
  }
  const agenda = '::agenda{version=1}\n\n# Every time\n::action-item[Left over]{#ai_left assignees="u_bo"}'
  const note = { id: `n_${guid}`, event: guid, title: guid, agenda: agenda.replace('ai_left', `ai_${guid}`) }
  const item = { id: `ai_${guid}`, note: note.id, text: 'Left over', assignees: ['u_bo'] }
  const rest = { events: [{ ...event, attendees }], notes: [note], action_items: [item] }
  await here.world.load({ id: 'ws_acme', subdomain: 'acme', name: 'Acme', ...rest })
  return note.id
}
const nextOf = async (noteId: string) => {
  const { note } = (await here.world.get(`/api/v1/note/${noteId}`, keys.bo)).body
  const filters = { series_id: note.series_id }
  const { data } = (await here.world.post('/api/v1/notes', keys.bo, { filters })).body
  const others = note.series_id === null ? [] : data.filter(({ id }: { id: string }) => id !== noteId)
  return Promise.all(
    others.map(async ({ id }: { id: string }) => (await here.world.get(`/api/v1/note/${id}`, keys.bo)).body.note),
  )
}

test('the next meeting is made with the first recap, as the person, and says by which rule; deleted it does not come again', async () => {
  const note = await meetingOf('made', '2026-01-08T10:00:00Z')
  const id = await rule({ next: 'invite' }, keys.bo, { match: { title_contains: 'made' } })
  await here.processed({ event_guid: 'made' })
  const [next, ...more] = await nextOf(note)
  assert.deepEqual(more, [])
  const { by_rule, event_start, organizer_email, event_attendees } = next
  assert.deepEqual([by_rule, event_start, organizer_email], [id, '2026-01-15T10:00:00.000Z', 'bo@acme.test'])
  assert.deepEqual(event_attendees, ['bo@acme.test', 'ada@acme.test', 'guest@elsewhere.test'])
  assert.match(next.content_native_markdown, /# Every time\n::action-item\[Left over\]\{#\w+ assignees="u_bo"\}/)
  const { details, user_id } = await here.world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'rule.act')
    .executeTakeFirstOrThrow()
  assert.deepEqual(
    [user_id, details],
    ['u_bo', { rule_id: id, did: 'next', note_id: note, next_note_id: next.id, user_ids: ['u_bo', 'u_ada'] }],
  )
  const mailed = () => mailbox.mails.splice(0).flatMap(({ to }) => to)
  assert.deepEqual(mailed().sort(), ['Bo@acme.test', 'ada@acme.test'])
  const order = { workspaceId: 'ws_acme', noteId: note, recordingId: 'r_1' }
  const { base } = here.world
  const runAgain = async () => {
    await base.db.transaction().execute((tx) => base.jobs.send(tx, 'make-next-by-rule', order))
    await here.world.settle()
  }
  await runAgain()
  assert.deepEqual(mailed(), [], 'it mails what it makes, and that once')
  assert.equal(await problem(), null)
  await here.processed({ event_guid: 'made' })
  assert.equal((await nextOf(note)).length, 1)
  await here.world.delete(`/api/v1/note/${next.id}`, keys.ada)
  await here.processed({ event_guid: 'made' })
  await runAgain()
  assert.deepEqual(await nextOf(note), [])
})

test('a rule takes nothing over for those who may not read it, and says so; by hand it is the person’s choice', async () => {
  const match = { match: { title_contains: 'weekly-' } }
  await rule({ next: 'invite' }, keys.ada, { ...match, scope: 'workspace' })
  const people = ['ada@acme.test', 'bo@acme.test', 'di@acme.test'].map((email) => ({ email, name: '' }))
  const former = await meetingOf('weekly-1', '2026-01-09T08:00:00Z')
  const rest = { title: 'weekly-2', start: '2026-01-16T08:00:00Z', end: '2026-01-16T08:45:00Z', attendees: people }
  await here.world.load({
    ...{ id: 'ws_acme', subdomain: 'acme', name: 'Acme', series: [{ id: 'se_x', title: 'Weekly' }] },
    events: [{ guid: 'weekly-2', series: 'se_x', ...rest }],
    notes: [{ id: 'n_weekly-2', event: 'weekly-2', series: 'se_x', title: 'weekly-2' }],
  })
  const { db } = here.world
  for (const table of ['events', 'notes'] as const)
    await db.updateTable(table).set({ series_id: 'se_x' }).where('title', '=', 'weekly-1').execute()
  const agenda = async (id: string) =>
    (await here.world.get(`/api/v1/note/${id}`, keys.bo)).body.note.content_native_markdown
  await here.processed({ event_guid: 'weekly-1' })
  assert.doesNotMatch(await agenda('n_weekly-2'), /Left over|Every time/)
  assert.match(await agenda(former), /Left over(?!.*Archived)/)
  assert.equal(await problem(keys.ada), 'The next meeting has people who may not read this one: take over by hand')
  await here.world.post(`/api/v1/note/${former}/share`, keys.adaRegular, { user: 'u_di' })
  const recordingId = (await db.selectFrom('recordings').select('id').where('note_id', '=', former).execute())[0]!.id
  const order = { workspaceId: 'ws_acme', noteId: former, recordingId }
  const { base } = here.world
  mailbox.mails.length = 0
  await base.db.transaction().execute((tx) => base.jobs.send(tx, 'make-next-by-rule', order))
  await here.world.settle()
  assert.match(await agenda('n_weekly-2'), /# Every time\n::action-item\[Left over\]/)
  assert.equal(await problem(keys.ada), null)
  assert.deepEqual(mailbox.mails, [], 'it is mailed by whose it is')
})

test('the organizer’s rule comes first, also one that makes none; the workspace’s acts as the organizer', async () => {
  const note = await meetingOf('led', '2026-01-08T14:00:00Z')
  const match = { match: { title_contains: 'led' } }
  await rule({ next: 'make' }, keys.bo, match)
  const never = await rule({ next: 'never' }, keys.adaRegular, match)
  await here.processed({ event_guid: 'led' })
  assert.deepEqual(await nextOf(note), [])
  const other = await meetingOf('led_too', '2026-01-08T16:00:00Z')
  await here.world.db.deleteFrom('rules').where('id', '=', never).execute()
  await here.world.db.deleteFrom('rules').where('user_id', '=', 'u_bo').execute()
  const id = await rule({ next: 'make' }, keys.ada, { ...match, scope: 'workspace' })
  await here.processed({ event_guid: 'led_too' })
  const [next] = await nextOf(other)
  assert.deepEqual([next.by_rule, next.organizer_email], [id, 'ada@acme.test'])
})

test('while the notes are being written it waits for them, because they bring items', async () => {
  const note = await meetingOf('slow', '2026-01-08T18:00:00Z')
  const recording = await here.processed({ event_guid: 'slow' })
  await rule({ next: 'make' }, keys.bo, { match: { title_contains: 'slow' } })
  const { db, base } = here.world
  const ids = { workspace_id: 'ws_acme', recording_id: recording }
  await db.updateTable('recordings').set({ ai_notes: null }).where('id', '=', recording).execute()
  await db
    .insertInto('notes_requests')
    .values({ ...ids, user_id: null, requested_at: base.clock(), is_first: true })
    .execute()
  const order = { workspaceId: 'ws_acme', noteId: note, recordingId: recording }
  await base.db.transaction().execute((tx) => base.jobs.send(tx, 'make-next-by-rule', order))
  await here.world.settle()
  assert.deepEqual(await nextOf(note), [])
  await db.deleteFrom('notes_requests').where('recording_id', '=', recording).execute()
  here.world.advance({ seconds: 60 })
  await here.world.settle()
  assert.equal((await nextOf(note)).length, 1)
})

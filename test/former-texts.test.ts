/** What is overwritten or removed under a legal hold is kept whole, for administrators (decision 51). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { maxKeptBytes } from '../server/people/privacy/former-texts.ts'
import { acme, keys } from './support/acme.ts'
import { meeting, sendCalendar } from './support/calendar-world.ts'
import { calendar } from './support/calendars.ts'
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

const hold = async (path: string, legal_hold: string | null = 'Case 4711') =>
  assert.equal((await world.patch(`/api/v1/${path}`, keys.ada, { legal_hold })).status, 200)
const list = async (query = '') => (await world.get(`/api/v1/former_texts${query}`, keys.ada)).body.data
const former = async () => {
  const all = []
  for (const { id } of await list('?page_size=50'))
    all.push((await world.get(`/api/v1/former_text/${id}`, keys.ada)).body.former_text)
  return all.map(({ kind, thing_id, what, by, former }) => [kind, thing_id, what, by, former])
}
const transcriptOf = async (id: string) => (await world.get(`/api/v1/recording/${id}`, keys.ada)).body.recording

test('51: who is under hold empties an agenda and overwrites a recap, and all of it is kept', async () => {
  const { note } = (await world.get('/api/v1/note/n_1', keys.ada)).body
  const before = await transcriptOf('r_1')
  await hold('user/u_bo')
  const change = (path: string, body: object) => world.patch(`/api/v1/${path}`, keys.bo, body)
  assert.equal((await change('note/n_1', { title: 'Harmless' })).status, 200)
  assert.equal((await world.post('/api/v1/note/n_1/agenda', keys.bo, { content_native_markdown: '' })).status, 200)
  const segments = before.transcript.speech_segments.map((_: object, index: number) => ({ index, text: 'Nothing.' }))
  const notes = { markdown: '# Nothing\n\nNothing was said.' }
  assert.equal((await change('recording/r_1', { title: 'Nothing', segments, ai_notes: notes })).status, 200)
  const kept = await former()
  const of = (kind: string, what: string) => kept.filter((row) => row[0] === kind && row[2] === what)
  assert.deepEqual(of('note', 'title'), [['note', 'n_1', 'title', 'u_bo', note.title]])
  assert.deepEqual(of('note', 'agenda'), [['note', 'n_1', 'agenda', 'u_bo', note.content_native_markdown]])
  const items = of('action_item', 'item')
  assert(items.length > 0)
  for (const [, id, , , item] of items) assert(note.content_native_markdown.includes(item.text), id)
  assert.deepEqual(of('recording', 'title'), [['recording', 'r_1', 'title', 'u_bo', before.title]])
  const said = of('recording', 'segments')[0]![4]
  assert.deepEqual(
    said.map(({ index, speaker, text }: never) => ({ index, speaker, text })),
    before.transcript.speech_segments.map(({ speaker, text }: never, index: number) => ({ index, speaker, text })),
  )
  assert.equal(of('recording', 'ai_notes')[0]![4].markdown, before.ai_notes.markdown)
})

test('51: without a hold, and of what no hold covers, nothing is kept; an append loses nothing', async () => {
  const empty = (id: string, key: string) =>
    world.post(`/api/v1/note/${id}/agenda`, key, { content_native_markdown: '', title: 'x' })
  assert.equal((await empty('n_1', keys.bo)).status, 200)
  assert.deepEqual(await list(), [])
  const { note } = (await world.post('/api/v1/note', keys.adaRegular, { title: 'Of Ada' })).body
  await hold('user/u_bo')
  assert.equal((await empty(note.id, keys.adaRegular)).status, 200)
  assert.deepEqual(await list(), [], 'not Bo’s')
  const append = { content_native_markdown: 'More' }
  assert.equal((await world.post('/api/v1/note/n_1/agenda/append', keys.bo, append)).status, 200)
  assert.deepEqual(await list(), [])
  await hold('workspace')
  assert.equal((await world.patch(`/api/v1/note/${note.id}`, keys.adaRegular, { title: 'y' })).status, 200)
  assert.deepEqual(
    (await former()).map(([, id, what, , text]) => [id, what, text]),
    [[note.id, 'title', 'x']],
  )
})

test('51: an item with other words, dates or people, also one without a note; a completed one lost nothing', async () => {
  const { action_item: loose } = (await world.post('/api/v1/action_item', keys.bo, { text: 'Alone' })).body
  await hold('user/u_bo')
  const change = async (body: object) =>
    assert.equal((await world.patch(`/api/v1/action_item/${loose.id}`, keys.bo, body)).status, 200)
  await change({ text: 'Other' })
  await change({ due_date: '2026-02-01' })
  await change({ assignees: ['u_bo'] })
  await change({ status: 'Completed' })
  const kept = (await former()).map(([, , what, by, item]) => [what, by, item.text, item.due_date, item.assignees])
  assert.deepEqual(kept.sort(), [
    ['item', 'u_bo', 'Alone', null, []],
    ['item', 'u_bo', 'Other', null, []],
    ['item', 'u_bo', 'Other', '2026-02-01', []],
  ])
})

test('51: a meeting that a calendar renames, also when a person gave its note another title', async () => {
  await sendCalendar(world, calendar(meeting({ UID: 'm' }, 'ada', 'bo')))
  await hold('user/u_bo')
  const send = (SUMMARY: string) => sendCalendar(world, calendar(meeting({ UID: 'm', SUMMARY }, 'ada', 'bo')))
  await send('Renamed')
  const [{ note_id }] = await list()
  assert.equal((await world.patch(`/api/v1/note/${note_id}`, keys.bo, { title: 'By hand' })).status, 200)
  await send('Again')
  await send('Again')
  assert.deepEqual((await former()).map(([, , what, by, text]) => [what, by, text]).sort(), [
    ['title', 'u_ada', 'Renamed'],
    ['title', 'u_ada', 'Secret'],
    ['title', 'u_bo', 'Renamed'],
  ])
})

test('51: only super admins read former texts, and the log has each; the export of the person has theirs', async () => {
  await hold('user/u_bo')
  await world.patch('/api/v1/note/n_1', keys.bo, { title: 'Harmless' })
  const [{ id }] = await list('?note_id=n_1')
  assert.deepEqual(await list('?user_id=u_ada'), [])
  assert.equal((await list('?user_id=u_bo')).length, 1)
  for (const path of ['former_texts', `former_text/${id}`])
    assert.equal((await world.get(`/api/v1/${path}`, keys.bo)).status, 403)
  assert.equal((await world.get('/api/v1/former_text/none', keys.ada)).status, 404)
  assert.equal((await world.get(`/api/v1/former_text/${id}`, keys.ada)).status, 200)
  const log = (action: string) =>
    world.db.selectFrom('audit_log').selectAll().where('action', '=', action).executeTakeFirstOrThrow()
  const [kept, read] = [await log('former_text.keep'), await log('former_text.read')]
  assert.deepEqual([kept.user_id, read.user_id, read.details], ['u_bo', 'u_ada', { former_text_id: id }])
  assert.deepEqual(kept.details, { kept: 1, first: [{ kind: 'note', id: 'n_1', what: 'title' }] })
  const { body } = await world.get('/api/v1/user/u_bo/export', keys.ada)
  assert.deepEqual(
    body.export.former_texts.map(({ thing_id, what, former }: never) => [thing_id, what, former]),
    [['n_1', 'title', 'Weekly 5 Jan']],
  )
})

test('51: what cannot be kept is a 409, and nothing changes', async () => {
  await hold('user/u_bo')
  const markup = (text: string) => `::agenda{version=1}\n\n${text}`
  const write = (text: string) =>
    world.post('/api/v1/note/n_1/agenda', keys.bo, { content_native_markdown: markup(text) })
  const each = Buffer.byteLength(JSON.stringify(markup('A')))
  /** How much the first one is said to have, for so many bytes to be left for others. */
  const leave = (bytes: number) =>
    world.db
      .updateTable('former_texts')
      .set({ bytes: maxKeptBytes - bytes })
      .where('bytes', '<>', each)
      .where('what', '=', 'agenda')
      .execute()
  for (const text of ['A', 'B']) assert.equal((await write(text)).status, 200)
  await world.db.deleteFrom('former_texts').where('what', '=', 'item').execute()
  await leave(2 * each + 1)
  assert.equal((await write('C')).status, 200, 'below')
  await leave(3 * each)
  assert.equal((await write('D')).status, 200, 'at')
  await leave(4 * each - 1)
  const refused = await write('E')
  assert.deepEqual(
    [refused.status, refused.body.message],
    [409, 'Too many former versions of this meeting are kept; an administrator can say what to do'],
  )
  assert.equal((await world.get('/api/v1/note/n_1', keys.ada)).body.note.content_native_markdown, markup('D'))
  // A decision goes with its whole history, by a small request.
  await leave(100_000)
  const { decision } = (await world.post('/api/v1/decision', keys.bo, { note_id: 'n_1', text: 'Rent it' })).body
  const withdrawn = await world.patch(`/api/v1/decision/${decision.id}`, keys.bo, { status: 'withdrawn' })
  assert.equal(withdrawn.status, 200)
  await leave(0)
  const removed = await world.request('DELETE', `/api/v1/decision/${decision.id}`, { key: keys.bo })
  assert.deepEqual([removed.status, removed.body.message], [409, refused.body.message])
  await world.db.deleteFrom('former_texts').where('what', '=', 'agenda').execute()
  assert.equal((await world.request('DELETE', `/api/v1/decision/${decision.id}`, { key: keys.bo })).status, 200)
})

test('51: when the hold is lifted they stay until their meeting, or the transcript, is deleted', async () => {
  await hold('user/u_bo')
  await world.patch('/api/v1/recording/r_1', keys.bo, { title: 'x', segments: [{ index: 0, text: 'Nothing.' }] })
  await world.patch('/api/v1/note/n_1', keys.bo, { title: 'Harmless' })
  await hold('user/u_bo', null)
  const whats = async () => (await list()).map(({ what, kind }: never) => `${kind} ${what}`).sort()
  assert.deepEqual(await whats(), ['note title', 'recording segments', 'recording title'])
  assert.equal((await world.patch('/api/v1/workspace', keys.ada, { retention: 'zero_day' })).status, 200)
  assert.deepEqual(await whats(), ['note title', 'recording title'])
  assert.equal((await world.delete('/api/v1/recording/r_1', keys.ada)).status, 200)
  assert.deepEqual(await whats(), ['note title'])
  assert.equal((await world.delete('/api/v1/note/n_1', keys.ada)).status, 200)
  assert.deepEqual(await whats(), [])
})

/** Notes that people make and rename (decisions 22 on agenda writes, 29f, 29g on calendars). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { keys, markup, openWritingWorld, type WritingWorld } from './support/writing-world.ts'

let world: WritingWorld
before(async () => {
  world = await openWritingWorld()
})
beforeEach(() => world.reset())
after(() => world[Symbol.asyncDispose]())

const create = (body: unknown, key = keys.bo, headers = {}) => world.post('/api/v1/note', key, body, { headers })
const rename = (body: unknown, { key = keys.bo, headers = {} } = {}) =>
  world.request('PATCH', '/api/v1/note/n_1', { key, body, headers })

async function titled(id: string) {
  const columns = ['title', 'title_folded', 'titled_by_person', 'updated_at'] as const
  return world.db
    .selectFrom('notes')
    .select(columns)
    .where('workspace_id', '=', 'ws_acme')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

test('a note without an event belongs to its maker, with the text they wrote', async () => {
  const text = markup('# Plans', '::action-item[Begin]{assignees="DEE@acme.test" status=Done}')
  const answer = await create({ title: 'Plans', content_native_markdown: text })
  assert.equal(answer.status, 201, answer.text)
  const { note } = answer.body
  assert.match(note.id, /^n_/)
  assert.deepEqual([note.title, note.event_guid, note.series_id, note.recording_ids], ['Plans', null, null, []])
  assert.equal(note.created_at, world.base.clock().toISOString())
  const id = /\{#(ai_\w+)/.exec(note.content_native_markdown)?.[1]
  const line = `::action-item[Begin]{#${id} assignees="u_dee" status=Done}`
  assert.equal(note.content_native_markdown, markup('# Plans', line))
  const read = await world.get(`/api/v1/note/${note.id}`, keys.bo)
  assert.deepEqual([read.body, read.headers.etag], [answer.body, answer.headers.etag])
  for (const key of [keys.ada, keys.gus]) {
    const { body } = await world.post('/api/v1/notes', key, { filters: { title: 'plans' } })
    assert.equal(body.data.length, key === keys.ada ? 1 : 0, 'only its maker sees it, and super admins')
  }
  assert.equal((await world.get(`/api/v1/note/${note.id}`, keys.dee)).status, 404)
  assert.equal((await world.item(id!, keys.dee)).status, 'Done')
})

test('a note of an event belongs to its series, and to all attendees', async () => {
  const { status, body } = await create({ title: 'Free', event_guid: 'evt_free' })
  assert.equal(status, 201)
  assert.deepEqual(
    [body.note.series_id, body.note.event_guid, body.note.event_attendees],
    ['se_w', 'evt_free', ['Bo@acme.test', 'guest@acme.test']],
  )
  assert.equal(
    (await world.get(`/api/v1/note/${body.note.id}`, keys.fay)).status,
    200,
    'the series is shared with them',
  )
})

test('400 for an event that the caller does not attend, as for an unknown one; 409 if it has a note', async () => {
  const before = await world.rows()
  const refused: [string, string, number, string][] = [
    [keys.bo, 'evt_none', 400, 'body.event_guid must be an event that you attend'],
    [keys.bo, '', 400, 'body.event_guid must have at least 1 characters'],
    [keys.bo, 'evt_others', 400, 'body.event_guid must be an event that you attend'],
    [keys.ivy, 'evt_free', 400, 'body.event_guid must be an event that you attend'],
    [keys.fay, 'evt_free', 400, 'body.event_guid must be an event that you attend'],
    [keys.gus, 'evt_1', 400, 'body.event_guid must be an event that you attend'],
    [keys.zoe, 'evt_free', 400, 'body.event_guid must be an event that you attend'],
    [keys.bo, 'evt_1', 409, 'This event has a note already'],
  ]
  for (const [key, event_guid, status, message] of refused) {
    const answer = await create({ title: 'x', event_guid }, key)
    assert.deepEqual([answer.status, answer.body.message], [status, message], `${key} ${event_guid}`)
  }
  assert.deepEqual(await world.rows(), before)
  const asBo = await create({ title: 'x', event_guid: 'evt_free' }, keys.ivy, { 'x-on-behalf-of': 'u_bo' })
  assert.equal(asBo.status, 201)
})

test('a note with an invalid field is not created', async () => {
  const before = await world.rows()
  const location = 'body.content_native_markdown'
  for (const [body, message] of [
    [{}, 'body.title is required'],
    [{ title: '' }, 'body.title must have at least 1 characters'],
    [{ title: '𝒜'.repeat(256) }, 'body.title must have at most 255 characters'],
    [{ title: 'x', content_native_markdown: markup('- a', '* b') }, `${location} line 4: this looks like`],
    [
      { title: 'x', content_native_markdown: markup('::action-item[a]{assignees="u_none"}') },
      `${location} line 3: there is no active account`,
    ],
  ] as [object, string][]) {
    const answer = await create(body)
    assert.equal(answer.status, 400)
    assert(answer.body.message.startsWith(message), answer.text)
  }
  assert.deepEqual(await world.rows(), before)
  const longest = '𝒜'.repeat(255)
  assert.equal(
    (await create({ title: longest, content_native_markdown: null, event_guid: null })).body.note.title,
    longest,
  )
})

test('a title is changed, found, and stored as set by a person', async () => {
  assert.equal((await titled('n_1')).titled_by_person, false)
  const answer = await rename({ title: 'STRASSE 100%' }, { headers: { 'if-match': await world.etag() } })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.body.note.title, 'STRASSE 100%')
  assert.equal(answer.headers.etag, await world.etag())
  const found = await world.post('/api/v1/notes', keys.bo, { filters: { title: 'straße 100%' } })
  assert.deepEqual(
    found.body.data.map(({ id }: { id: string }) => id),
    ['n_1'],
  )
  assert.deepEqual(await titled('n_1'), {
    title: 'STRASSE 100%',
    title_folded: 'strasse 100%',
    titled_by_person: true,
    updated_at: world.base.clock(),
  })
})

test('creating a note sets its title as a person’s, and so does renaming it with its agenda', async () => {
  await world.write({ title: 'Other' })
  assert.equal((await titled('n_1')).titled_by_person, true)
  const { body } = await create({ title: 'Free', event_guid: 'evt_free' })
  assert.equal((await titled(body.note.id)).titled_by_person, true)
})

test('an unchanged or absent title changes nothing', async () => {
  const before = await world.rows()
  world.advance({ hours: 1 })
  for (const body of [
    {},
    undefined,
    { title: null },
    { title: 'Weekly' },
    { title: 'Weekly', edit: { fragment: true } },
  ]) {
    const answer = await rename(body)
    assert.deepEqual([answer.status, answer.body.note.title], [200, 'Weekly'])
  }
  assert.deepEqual(await world.rows(), before)
})

test('a title has 1 to 255 characters', async () => {
  for (const title of ['x', ' ', '𝒜'.repeat(255)]) assert.equal((await rename({ title })).status, 200)
  for (const title of ['', '𝒜'.repeat(256), 7]) {
    const answer = await rename({ title })
    assert.deepEqual([answer.status, answer.body.errors[0].location], [400, 'body.title'])
  }
})

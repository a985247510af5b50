/**
 * Creating and editing items through the API: what is stored, and which input is rejected (decisions 1 on bodies, 23,
 * 24 on item sight).
 */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { acme, keys } from '../../../test/support/acme.ts'
import { somebodyWaits } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { maxAssignees, maxText } from './schemas.ts'

const world: World = await openWorld()
after(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
})

const create = (body: unknown, key = keys.ada) => world.post('/api/v1/action_item', key, body)
const edit = (id: string, body: unknown, key = keys.ada) =>
  world.request('PATCH', `/api/v1/action_item/${id}`, { key, body })
const read = async (id: string) => (await world.get(`/api/v1/action_item/${id}`, keys.ada)).body.action_item
const note = async (id = 'n_1') => (await world.get(`/api/v1/note/${id}`, keys.ada)).body.note

const [ada, bo] = [
  { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada Moreau' },
  { id: 'u_bo', email: 'Bo@acme.test', full_name: 'Bo Lindqvist' },
]

test('an item has all its fields; assignees are named by id or by e-mail in any case, without duplicates', async () => {
  const wanted = {
    text: 'Send **it**\n☎',
    note_id: 'n_1',
    due_date: '2024-02-29',
    completion_type: 'all',
    assignees: ['bO@ACME.test', 'u_ada', 'u_bo', 'ada@acme.test'],
  }
  const { status, body } = await create(wanted)
  assert.equal(status, 201)
  const { id } = body.action_item
  assert.match(id, /^ai_/)
  assert.deepEqual(body.action_item, {
    ...wanted,
    id,
    assignees: [bo, ada],
    status: 'Incomplete',
    ai_detected: false,
    completed_by: [],
    wont_do: false,
    recording_offset: null,
    links: [],
    ai_suggestion_accepted_by_user: null,
    created_at: '2026-01-10T12:00:00.000+00:00',
    updated_at: '2026-01-10T12:00:00.000+00:00',
  })
  assert.deepEqual(await read(id), body.action_item)
})

test('an item needs only a text; null is the same as absent', async () => {
  const { body } = await create({ text: 'x' }, keys.bo)
  const { body: same } = await create(
    { text: 'x', note_id: null, assignees: null, due_date: null, completion_type: null, unknown: 1 },
    keys.bo,
  )
  assert.deepEqual({ ...same.action_item, id: '' }, { ...body.action_item, id: '' })
  assert.partialDeepStrictEqual(body.action_item, {
    note_id: null,
    assignees: [],
    due_date: null,
    completion_type: 'any',
  })
  assert.equal((await edit(body.action_item.id, { text: 'y' }, keys.bo)).status, 200, 'its creator may edit it')
})

test('a new item is at the end of its note and changes the note; an edit changes only the item', async () => {
  const { id } = (await create({ text: 'Last', note_id: 'n_1' })).body.action_item
  const { updated_at, content_native_markdown } = await note()
  assert.equal(updated_at, '2026-01-10T12:00:00.000Z')
  assert(content_native_markdown.trimEnd().endsWith(`::action-item[Last]{#${id}}`), content_native_markdown)
  world.advance({ minutes: 1 })
  await edit(id, { text: 'Changed' })
  const later = await note()
  assert.equal(later.updated_at, updated_at)
  assert(later.content_native_markdown.includes('Changed'))
})

test('an imported note with a time in the future keeps that time', async () => {
  await sql`update notes set updated_at = '2027-01-01T00:00:00Z' where id = 'n_1'`.execute(world.db)
  assert.equal((await create({ text: 'x', note_id: 'n_1' })).status, 201)
  assert.equal((await note()).updated_at, '2027-01-01T00:00:00.000Z')
})

test('an update changes only the given fields, null clears only the due date, and the status never changes', async () => {
  await world.post('/api/v1/action_item/ai_2/complete', keys.ada, { completed: true })
  const before = await read('ai_2')
  world.advance({ minutes: 1 })
  const nothing = { text: null, assignees: null, completion_type: null, status: 'Archived', note_id: 'n_1' }
  for (const body of [{}, nothing, { text: 'Call back', assignees: ['u_bo', 'ADA@acme.test'] }]) {
    assert.deepEqual((await edit('ai_2', body, keys.bo)).body.action_item, before)
  }
  const changed = { assignees: [], completion_type: 'all', due_date: '2026-02-28', text: 'Call' }
  const moment = world.base.clock().toISOString().replace('Z', '+00:00')
  const { body } = await edit('ai_2', changed, keys.bo)
  assert.deepEqual(body.action_item, { ...before, ...changed, updated_at: moment })
  assert.deepEqual(body.action_item.status, 'Done')
  assert.equal((await edit('ai_2', { due_date: null }, keys.bo)).body.action_item.due_date, null)
})

test('an assignee without an active account is rejected, one error with its path for each, and nothing changes', async () => {
  const errorAt = (index: number) => {
    return { location: `body.assignees[${index}]`, message: 'must be the id or e-mail of an active account' }
  }
  const assignees = ['u_bo', 'nobody@acme.test', 'u_ada', 'u_cy', 'zoe@zeta.test', 'u_zoe', 'CY@acme.test']
  const before = await read('ai_1')
  for (const answer of [
    await edit('ai_1', { assignees, text: 'y' }),
    await create({ text: 'y', assignees, note_id: 'n_1' }),
  ]) {
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.errors, [1, 3, 4, 5, 6].map(errorAt))
  }
  assert.deepEqual(await read('ai_1'), before)
})

test('an assignee who was deactivated later may stay, but cannot be added again', async () => {
  await sql`insert into action_item_assignees values ('ws_acme', 'ai_1', 'u_cy', 1)`.execute(world.db)
  const kept = await edit('ai_1', { assignees: ['u_cy', 'u_bo'] })
  assert.deepEqual(
    kept.body.action_item.assignees.map(({ id }: { id: string }) => id),
    ['u_cy', 'u_bo'],
  )
  await edit('ai_1', { assignees: ['u_bo'] })
  assert.equal((await edit('ai_1', { assignees: ['u_bo', 'u_cy'] })).status, 400)
})

test('25: a deactivated assignee need not complete an `all` item; the next completion counts', async () => {
  await world.load({ subdomain: 'acme', name: 'Acme', users: [{ id: 'u_di', email: 'di@acme.test', full_name: 'Di' }] })
  const assignees = ['u_ada', 'u_bo', 'u_di']
  const { id } = (await create({ text: 'x', assignees, completion_type: 'all' })).body.action_item
  const complete = async (key: string) => {
    const { body } = await world.post(`/api/v1/action_item/${id}/complete`, key, { completed: true })
    return [body.action_item.status, body.action_item.completed_by]
  }
  const setActive = (user: string, active: boolean) =>
    world.request('PATCH', `/api/v1/user/${user}`, { key: keys.ada, body: { active } })
  await setActive('u_di', false)
  assert.deepEqual(await complete(keys.bo), ['Incomplete', ['u_bo']])
  assert.deepEqual(await complete(keys.adaRegular), ['Done', ['u_bo', 'u_ada']])
  await world.post(`/api/v1/action_item/${id}/complete`, keys.ada, { completed: false })
  await setActive('u_di', true)
  assert.deepEqual(await complete(keys.bo), ['Incomplete', ['u_bo']])
  assert.deepEqual(await complete(keys.ada), ['Incomplete', ['u_bo', 'u_ada']])
  await setActive('u_di', false)
  assert.equal((await read(id)).status, 'Incomplete', 'nothing changes by itself')
  assert.deepEqual(await complete(keys.ada), ['Done', ['u_bo', 'u_ada']])
})

/** Rejected input and the path of its error; the test adds `text` if the case has none. */
const refused: [string, object, string][] = [
  ['no text', { text: undefined }, 'body.text'],
  ['null for a text', { text: null }, 'body.text'],
  ['an empty text', { text: '' }, 'body.text'],
  ['a blank text', { text: ' \n\t\u3000' }, 'body.text'],
  ['a number', { text: 5 }, 'body.text'],
  ['a text that is too long', { text: 'x'.repeat(maxText + 1) }, 'body.text'],
  ['a NUL', { text: 'a\0b' }, 'body.text'],
  ['half a surrogate pair', { text: 'a\ud800b' }, 'body.text'],
  ['too many assignees', { assignees: Array(maxAssignees + 1).fill('u_ada') }, 'body.assignees'],
  ['an assignee who is no text', { assignees: ['u_ada', { id: 'u_bo' }] }, 'body.assignees[1]'],
  ['half a surrogate pair for a name', { assignees: ['\udc00'] }, 'body.assignees[0]'],
  ['a day that is not there', { due_date: '2026-02-29' }, 'body.due_date'],
  ['a time for a day', { due_date: '2026-01-31T00:00:00Z' }, 'body.due_date'],
  ['the year 0', { due_date: '0000-01-01' }, 'body.due_date'],
  ['no day', { due_date: '' }, 'body.due_date'],
  ['another type', { completion_type: 'some' }, 'body.completion_type'],
]

test('invalid input is rejected with its path and changes nothing', async () => {
  const before = await world.db.selectFrom('action_items').selectAll().orderBy('id').execute()
  for (const [what, fields, location] of refused) {
    const answer = await create({ text: 'x', note_id: 'n_1', ...fields })
    assert.deepEqual([answer.status, answer.body.errors?.[0].location], [400, location], `${what}: ${answer.text}`)
    assert.equal(answer.body.errors.length, 1, answer.text)
    if (fields && 'text' in fields && fields.text == null) continue
    assert.equal((await edit('ai_1', fields)).body.errors?.[0].location, location, what)
  }
  assert.deepEqual(await world.db.selectFrom('action_items').selectAll().orderBy('id').execute(), before)
})

test('input at the limits is accepted', async () => {
  const longest = '𝒜'.repeat(maxText)
  const names = Array(maxAssignees).fill('u_ada')
  for (const fields of [
    { text: longest },
    { text: longest.slice(2) },
    { text: '.' },
    { assignees: names },
    { assignees: names.slice(1) },
    { due_date: '0001-01-01' },
    { due_date: '9999-12-31' },
  ]) {
    assert.equal((await create({ text: 'x', ...fields })).status, 201)
    assert.equal((await edit('ai_1', fields)).status, 200)
  }
})

test('a body is required to create and to complete', async () => {
  for (const path of ['action_item', 'action_item/ai_1/complete']) {
    for (const body of [undefined, 'null']) {
      const answer = await world.post(`/api/v1/${path}`, keys.ada, body)
      assert.deepEqual([answer.status, answer.body.errors], [400, [{ location: 'body', message: 'is required' }]])
    }
  }
  for (const completed of [undefined, null, 'true', 1]) {
    const answer = await world.post('/api/v1/action_item/ai_1/complete', keys.ada, { completed })
    assert.deepEqual([answer.status, answer.body.errors[0].location], [400, 'body.completed'])
  }
})

test('rights are checked before content: a note that the caller cannot see is 404, also with an unknown assignee', async () => {
  for (const note_id of ['n_bo', 'n_none', 'n_zoe']) {
    const answer = await create({ text: 'x', note_id, assignees: ['nobody'] }, keys.adaRegular)
    assert.deepEqual([answer.status, answer.body.message], [404, 'Note not found'], note_id)
  }
})

test('two edits at the same time are both kept', async () => {
  for (let round = 0; round < 10; round++) {
    const text = `round ${round}`
    const day = `2026-01-${10 + round}`
    await Promise.all([edit('ai_1', { text }), edit('ai_1', { due_date: day }, keys.bo)])
    const { text: newText, due_date } = await read('ai_1')
    assert.deepEqual([newText, due_date], [text, day])
  }
})

test('items created at the same time in one note are all in the agenda', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => create({ text: `${n}`, note_id: 'n_1' })))
  const { content_native_markdown } = await note()
  for (const { status, body } of answers) {
    assert.equal(status, 201)
    assert(content_native_markdown.includes(`{#${body.action_item.id}}`))
  }
})

test('while a note is deleted, its items are changed or deleted, and every request gets an answer', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => edit('ai_1', { text: `${n}` })),
    world.delete('/api/v1/note/n_1', keys.ada),
    ...Array.from({ length: 8 }, (_, n) => create({ text: `${n}`, note_id: 'n_1' })),
  ])
  for (const { status, text } of answers) assert([200, 201, 404].includes(status), text)
  assert.equal(
    await world.db.selectFrom('action_items').select('id').where('note_id', '=', 'n_1').executeTakeFirst(),
    undefined,
  )
})

test('no item is created in a note that is being deleted', async () => {
  const { creating } = await world.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('notes').where('id', '=', 'n_1').execute()
    const creating = create({ text: 'x', note_id: 'n_1' })
    await Promise.race([creating, somebodyWaits(world.db)])
    return { creating }
  })
  assert.equal((await creating).status, 404)
})

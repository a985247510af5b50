/** Ada's integration writes for Bo: it sees and may what he does, no more, and the log tells that it was Ada's key. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { acme, keys } from '../support/acme.ts'
import { openWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const asBo = { headers: { 'x-on-behalf-of': 'bo@acme.test' } }
const titles = async (key: string, more = {}) =>
  (await world.post('/api/v1/notes', key, {}, more)).body.data.map(({ title }: { title: string }) => title)

test('the request sees what Bo sees, and not what Ada sees', async () => {
  assert.equal((await world.get('/api/v1/me', keys.ada, asBo)).body.user.id, 'u_bo')
  assert.deepEqual(await titles(keys.ada, asBo), await titles(keys.bo))
  assert.notDeepEqual(await titles(keys.ada, asBo), await titles(keys.ada))
})

let noteId: string

test('what it writes belongs to Bo: he finds it and may change it, and Ada’s own key sees none of it', async () => {
  const made = await world.post('/api/v1/note', keys.ada, { title: 'For Bo' }, asBo)
  assert.equal(made.status, 201, made.text)
  noteId = made.body.note.id
  const item = { text: 'Call the printer', note_id: noteId, assignees: ['u_bo'] }
  assert.equal((await world.post('/api/v1/action_item', keys.ada, item, asBo)).status, 201)
  assert((await titles(keys.bo)).includes('For Bo'))
  const agenda = { content_native_markdown: '- Blue cover' }
  assert.equal((await world.post(`/api/v1/note/${noteId}/agenda/append`, keys.bo, agenda)).status, 200)
  assert.equal((await world.get(`/api/v1/note/${noteId}`, keys.adaRegular)).status, 404)
})

test('the request has none of Ada’s rights, and nobody else may act for a person', async () => {
  assert.equal((await world.delete(`/api/v1/note/${noteId}`, keys.ada, asBo)).status, 403)
  assert.equal((await world.get('/api/v1/audit_log', keys.ada, asBo)).status, 403)
  assert.equal((await world.get('/api/v1/me', keys.adaRegular, asBo)).status, 403)
})

test('after Bo is deactivated nobody can act for him', async () => {
  await world.patch('/api/v1/user/u_bo', keys.ada, { active: false })
  assert.equal((await world.get('/api/v1/me', keys.ada, asBo)).status, 404)
})

test('the audit log says what was done in his name, and by whom', async () => {
  const { data } = (await world.get('/api/v1/audit_log', keys.ada)).body
  const actions = data.filter(({ on_behalf_of }: { on_behalf_of: string | null }) => on_behalf_of === 'u_bo')
  assert(actions.length > 0)
  for (const { user_id, action } of actions) assert.deepEqual([user_id, action], ['u_ada', 'impersonate'])
})

/** Pages of notes with large agendas leave as a stream, a few notes at a time, and say what they would say anyway. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { maxAgendaBytes, maxBlocks } from '../server/meetings/action-items/schemas.ts'
import { maxText as maxDecisionText } from '../server/meetings/decisions/schemas.ts'
import { openWorld, type World } from './support/world.ts'

const key = 'mb_large'
const agendaOf = (id: string, blocks: number) =>
  [
    '::agenda{version=1}',
    `::action-item[Send "${id}" 🚀]{#ai_${id} assignees="u_ada"}`,
    ...Array.from({ length: blocks - 1 }, (_, n) => `- ${n}`),
  ].join('\n')

/** Newest first: each with so many blocks. */
const sizes = [maxBlocks - 10, 10, 1, maxBlocks, 1]
const notes = sizes.map((blocks, index) => ({
  id: `n_${index}`,
  created_by: 'u_ada',
  title: 'Weekly',
  agenda: agendaOf(`n_${index}`, blocks),
  created_at: `2026-01-05T09:00:0${9 - index}Z`,
}))

let world: World
before(async () => {
  // Anew: in a world that other files had used a write was once answered 503, some 15 s later; why is not known.
  world = await openWorld({}, { anew: true })
  await world.load({
    id: 'ws_large',
    subdomain: 'large',
    name: 'Large',
    plan: 'enterprise',
    users: [{ id: 'u_ada', email: 'ada@large.test', full_name: 'Ada', admin: true }],
    api_keys: [{ id: 'k', user: 'u_ada', name: 'own', secret: key }],
    notes: [...notes, { id: 'n_9', created_by: 'u_ada', title: 'Empty', created_at: '2026-01-01T00:00:00Z' }],
  })
})
after(() => world[Symbol.asyncDispose]())

const include = { content_markdown: true, content_native_markdown: true, event_attendees: true }
const list = (page_size: number, more: object = { include }) =>
  world.post('/api/v1/notes', key, { pagination: { page_size }, ...more })

test('a page has the same notes as single requests, whether it is a text or a stream', async () => {
  const all = await Promise.all(
    [...notes, { id: 'n_9' }].map(async ({ id }) => {
      const { planned: _, ...note } = (await world.get(`/api/v1/note/${id}`, key)).body.note
      return note
    }),
  )
  // As much as one agenda may have is one text; one block more is a stream.
  for (const [page_size, isText] of [
    [1, true],
    [2, true],
    [3, false],
    [6, false],
  ] as const) {
    const { status, headers, body } = await list(page_size)
    assert.deepEqual([status, headers['content-type']], [200, 'application/json; charset=utf-8'])
    assert.equal('content-length' in headers, isText, String(page_size))
    assert.deepEqual(body.data, all.slice(0, page_size))
    assert.deepEqual([body.page_info.page_size, body.page_info.cursor === null], [page_size, page_size === 6])
  }
  assert('content-length' in (await list(6, {})).headers)
})

test('the text of action items counts towards the size', async () => {
  const contents = async (text: string) => {
    await world.db.updateTable('action_items').set({ text }).where('id', 'in', ['ai_n_1', 'ai_n_2']).execute()
    return list(2, { include: { content_markdown: true }, filters: { created_at_end: '2026-01-05T09:00:08Z' } })
  }
  const half = maxAgendaBytes / 2
  const [text, stream] = [await contents('x'.repeat(half - 10)), await contents('x'.repeat(half + 1))]
  assert.deepEqual(['content-length' in text.headers, 'content-length' in stream.headers], [true, false])
})

test('a page of long action items is a stream, and has the full text of each', async () => {
  const ask = () => world.post('/api/v1/action_items', key, { order_by: 'created_at_asc' })
  const texts = async (text: string) => {
    await world.db.updateTable('action_items').set({ text: '"Short"' }).execute()
    await world.db.updateTable('action_items').set({ text }).where('id', 'in', ['ai_n_1', 'ai_n_2']).execute()
    return ask()
  }
  const half = maxAgendaBytes / 2
  const [text, stream] = [await texts('x'.repeat(half - 100)), await texts('\n'.repeat(half))]
  assert.deepEqual(['content-length' in text.headers, 'content-length' in stream.headers], [true, false])
  const ids = stream.body.data.map(({ id }: { id: string }) => id)
  const all = await Promise.all(
    ids.map(async (id: string) => (await world.get(`/api/v1/action_item/${id}`, key)).body.action_item),
  )
  assert.deepEqual(stream.body, { page_info: text.body.page_info, data: all })
})

test('63: the text of decisions counts towards the size', async () => {
  const text = ['::agenda{version=1}', ...Array(280).fill(`::decision[${'x'.repeat(maxDecisionText)}]`)].join('\n')
  const write = (id: string, content_native_markdown: string) =>
    world.post(`/api/v1/note/${id}/agenda`, key, { content_native_markdown })
  const [id, other] = (await list(2, {})).body.data.map(({ id }: { id: string }) => id)
  const isStream = async () => !('content-length' in (await list(2, { include: { content_markdown: true } })).headers)
  for (const each of [id, other]) assert.equal((await write(each, '')).status, 200)
  const streamed = []
  for (const each of [id, other]) {
    assert.equal((await write(each, text)).status, 200)
    streamed.push(await isStream())
  }
  assert.deepEqual(streamed, [false, true])
})

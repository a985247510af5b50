/** The agenda of a meeting begins with what the one before left open. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

const marker = '::agenda{version=1}\n\n'
const former = [
  '# 100% of 𝒜da_s \\ plans',
  '# Goals',
  'Said before',
  '- A bullet',
  '  ::action-item[Below it]{#ai_below assignees="u_bo" due=2026-01-09}',
  '# Actions',
  '::action-item[All do it]{#ai_all assignees="u_ada u_bo" completion=all}',
  '  ::action-item[Part of it]{#ai_part}',
  '::action-item[Is done]{#ai_done assignees="u_bo" status=Done}',
  '::action-item[Left]{#ai_left assignees="u_cy"}',
]

beforeEach(async () => {
  await world.empty()
  await world.load(...acme())
  for (const rows of [former]) await write('n_ada', rows)
  await write('n_1', ['# Actions', '::action-item[Own]{#ai_own}'])
})

const write = async (note: string, rows: string[]) => {
  // Cy has left since.
  await world.db.updateTable('users').set({ active: true }).where('id', '=', 'u_cy').execute()
  const body = {
    content_native_markdown:
      marker +
      rows
        .join('\n')
        .replaceAll(/#ai_\w+ ?/g, '')
        .replaceAll('{}', ''),
  }
  const answer = await world.post(`/api/v1/note/${note}/agenda`, keys.adaRegular, body)
  assert.equal(answer.status, 200, answer.text)
  await world.db.updateTable('users').set({ active: false }).where('id', '=', 'u_cy').execute()
}
const take = (note: string, from: string, key = keys.adaRegular, headers = {}) =>
  world.post(`/api/v1/note/${note}/agenda/take-over`, key, { from_note_id: from }, { headers })
const rowsOf = async (note: string) => {
  const { body } = await world.get(`/api/v1/note/${note}`, keys.adaRegular)
  return body.note.content_native_markdown
    .slice(marker.length)
    .replaceAll(/\{#\w+\}|#ai_\w+ ?/g, '')
    .split('\n')
}

test('headings and open items come with people and dates, and are archived where they were', async () => {
  const answer = await take('n_1', 'n_ada')
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await rowsOf('n_1'), [
    '# Actions',
    '::action-item[Own]',
    '# Goals',
    '::action-item[Below it]{assignees="u_bo" due=2026-01-09}',
    '::action-item[All do it]{assignees="u_ada u_bo" completion=all}',
    '  ::action-item[Part of it]',
    '::action-item[Left]',
  ])
  const left = (await rowsOf('n_ada')).filter((row: string) => row.includes('action-item'))
  assert.deepEqual(
    left.map((row: string) => [/\[(.*)\]/.exec(row)![1], /status=(\w+)/.exec(row)?.[1]]),
    [
      ['Below it', 'Archived'],
      ['All do it', 'Archived'],
      ['Part of it', 'Archived'],
      ['Is done', 'Done'],
      ['Left', 'Archived'],
    ],
  )
  const again = await take('n_1', 'n_ada')
  assert.deepEqual([again.status, again.text], [200, answer.text], 'nothing is left')
})

test('68: an item that is taken over keeps its links, so that a tracker finds it', async () => {
  const links = [{ system: 'github', key: '#12', url: 'https://github.com/acme/app/issues/12' }]
  const found = async () => {
    const { body } = await world.post('/api/v1/action_items', keys.adaRegular, { filters: { link_url: links[0]!.url } })
    return body.data.map((item: { note_id: string; text: string; status: string; links: object[] }) => {
      return [item.note_id, item.text, item.status, item.links]
    })
  }
  const { id } = await world.db
    .selectFrom('action_items')
    .select('id')
    .where('text', '=', 'Part of it')
    .executeTakeFirstOrThrow()
  await world.patch(`/api/v1/action_item/${id}`, keys.adaRegular, { links })
  assert.deepEqual(await found(), [['n_ada', 'Part of it', 'Incomplete', links]])
  await take('n_1', 'n_ada')
  assert.deepEqual((await found()).sort(), [
    ['n_1', 'Part of it', 'Incomplete', links],
    ['n_ada', 'Part of it', 'Archived', links],
  ])
})

test('both notes change, or neither', async () => {
  const states = async () => [await rowsOf('n_1'), await rowsOf('n_ada')]
  const before = await states()
  assert.equal((await take('n_1', 'n_ada', keys.bo)).status, 404)
  assert.equal((await take('n_1', 'n_none')).status, 404)
  assert.equal((await take('n_1', 'n_1')).status, 422)
  assert.equal((await take('n_none', 'n_none')).status, 404)
  assert.equal((await take('n_1', 'n_ada', keys.adaRegular, { 'if-match': '"old"' })).status, 412)
  assert.deepEqual(await states(), before)
})

test('two notes that take from each other at once do not wait for each other', async () => {
  const answers = await Promise.all([take('n_1', 'n_ada'), take('n_ada', 'n_1')])
  assert(
    answers.every(({ status }) => status === 200),
    answers.map(({ text }) => text).join(),
  )
})

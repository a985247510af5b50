/** Agendas written through the API (spec 4.5; decisions 21 on native markup, 22). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { utcOffset } from '../server/platform/time.ts'
import { agenda, keys, markup, openWritingWorld, type WritingWorld } from './support/writing-world.ts'

let world: WritingWorld
before(async () => {
  world = await openWritingWorld()
})
beforeEach(() => world.reset())
after(() => world[Symbol.asyncDispose]())

const native = (content_native_markdown: string) => ({ content_native_markdown })

/** The ids in an agenda, in their order. */
const idsIn = (text: string) => [...text.matchAll(/\{#([\w-]+)/g)].map((found) => found[1]!)

test('the answer to a write, and the next read, have the written agenda and its ETag', async () => {
  const text = markup('# New', '::action-item[Send the slides]{#ai_1 assignees="u_bo"}')
  const answer = await world.write({ ...native(text), title: 'Renamed' })
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { agenda: { note_id: 'n_1', title: 'Renamed', content_native_markdown: text } })
  const read = await world.get('/api/v1/note/n_1', keys.ada)
  assert.deepEqual([read.body.note.title, read.body.note.content_native_markdown], ['Renamed', text])
  assert.equal(read.headers.etag, answer.headers.etag)
  assert.match(answer.headers.etag!, /^"[\w-]+"$/)
  assert.equal(read.body.note.updated_at, world.base.clock().toISOString())
  const other = await world.get('/api/v1/note/n_1', keys.zoe)
  assert.match(other.body.note.content_native_markdown, /Zeta/, 'the neighbour’s note of that id stays')
})

test('a write of only the title or only the agenda leaves the other unchanged', async () => {
  assert.equal((await world.write({ title: 'Renamed' })).body.agenda.content_native_markdown, agenda)
  assert.equal((await world.write({ title: null, ...native('') })).body.agenda.title, 'Renamed')
  assert.equal((await world.note()).content_native_markdown, '')
  assert.equal(await world.item('ai_1'), undefined, 'an empty agenda has no items')
})

test('append adds blocks below, prepend above; the text may have the marker, or be empty', async () => {
  const point = '::talking-point[Last]'
  const below = await world.put(point, { action: '/append' })
  assert(below.startsWith(`${agenda}\n`))
  assert.match(below, /\n::talking-point\[Last\]\{#tp_\w+\}$/)
  const above = await world.put(markup('First', '  - of all'), { action: '/prepend' })
  assert.equal(above, below.replace('# Goals', 'First\n  - of all\n# Goals'))
  for (const action of ['/append', '/prepend']) assert.equal(await world.put('\n ', { action }), above)
  assert.equal(
    await world.put('# Only', { note: 'n_own', action: '/append' }),
    markup('::action-item[Own]{#ai_own}', '# Only'),
  )
})

test('find-replace works on the characters of the markup, across lines and inside items', async () => {
  const replace = async (find: string, text: string) => {
    const answer = await world.write({ find, ...native(text) }, { action: '/find-replace' })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.agenda.content_native_markdown
  }
  assert.equal(await replace('due=2026-01-09', 'due=2026-01-10'), agenda.replace('01-09', '01-10'))
  assert.equal((await world.item('ai_1')).due_date, '2026-01-10')
  assert.match(
    await replace('# Goals\n- A bullet\n  ', ''),
    /^::agenda\{version=1\}\n\n::talking-point\[Pricing\]\{#tp_1\}\n/,
  )
  assert.equal(
    await replace('::agenda{version=1}', '::agenda{version=1}\n\n# Again'),
    (await world.note()).content_native_markdown,
  )
  const rest = await replace('::action-item[Send the deck]', '::action-item[Another]\n::action-item[Send the deck]')
  assert.deepEqual(idsIn(rest).slice(-2), ['ai_1', 'ai_2'])
  assert.equal(await replace(rest, ''), '')
})

test('21: writing back what was read changes nothing, for everyone who may edit', async () => {
  const before = await world.rows()
  world.advance({ hours: 1 })
  for (const key of [keys.ada, keys.bo, keys.dee, keys.fay]) {
    const read = await world.get('/api/v1/note/n_1', key)
    const { title, content_native_markdown } = read.body.note
    const answer = await world.write(
      { title, content_native_markdown },
      { key, headers: { 'if-match': read.headers.etag! } },
    )
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.headers.etag, read.headers.etag)
    await world.put(
      content_native_markdown.replaceAll('\n', ' \r\n').replace('u_ada u_bo', 'ADA@acme.test,bo@acme.test'),
      { key },
    )
  }
  assert.deepEqual(await world.rows(), before)
})

test('item lines create, change, reassign and remove items; the other items keep updated_at', async () => {
  const [deck, back] = [await world.item('ai_1'), await world.item('ai_2')]
  world.advance({ minutes: 1 })
  const now = utcOffset(world.base.clock())
  const text = await world.put(
    markup(
      '::action-item[Call back]{#ai_2 assignees="u_cy"}',
      '- A bullet',
      '  ::action-item[Send the slides]{#ai_1 assignees="bo@acme.test u_dee" completion=all}',
      '  ::action-item[New]{assignees="u_eve" due=2026-02-01}',
    ),
  )
  const [, , created] = idsIn(text)
  assert.deepEqual(await world.item('ai_2'), back)
  const changed = await world.item('ai_1')
  assert.deepEqual(
    { ...changed, assignees: changed.assignees.map(({ id }: { id: string }) => id) },
    {
      ...deck,
      text: 'Send the slides',
      due_date: null,
      completion_type: 'all',
      assignees: ['u_bo', 'u_dee'],
      updated_at: now,
    },
  )
  const made = await world.item(created!)
  assert.deepEqual([made.text, made.note_id, made.due_date, made.status], ['New', 'n_1', '2026-02-01', 'Incomplete'])
  assert.equal(made.created_at, now)
  await world.put(markup('- Nothing to do'))
  for (const id of ['ai_1', 'ai_2', created!]) assert.equal(await world.item(id), undefined)
})

test('25: a written status completes, archives and reopens an item for everybody at once', async () => {
  const write = (status: string) =>
    world.put(markup(`::action-item[Send]{#ai_1 assignees="u_ada u_bo" status=${status} completion=all}`))
  const standing = async () => {
    const { status, completed_by, wont_do } = await world.item('ai_1')
    return [status, completed_by, wont_do]
  }
  await write('Incomplete')
  await world.post('/api/v1/action_item/ai_1/complete', keys.ada, { completed: true })
  assert.deepEqual(await standing(), ['Incomplete', ['u_ada'], false])
  await write('Incomplete')
  assert.deepEqual(await standing(), ['Incomplete', ['u_ada'], false], 'what is as it was keeps its marks')
  assert.match(await write('Archived'), /status=Archived completion=all/)
  assert.deepEqual(await standing(), ['Archived', ['u_ada'], true])
  assert.match(await write('Done'), /status=Done completion=all/)
  assert.deepEqual(await standing(), ['Done', ['u_ada', 'u_bo'], true])
  await write('Incomplete')
  assert.deepEqual(await standing(), ['Incomplete', [], false])
  await write('Done')
  assert.deepEqual(await standing(), ['Done', ['u_bo'], false])
  const text = await world.put(markup('::action-item[New]{status=Done}', '::action-item[New]{status=Archived}'))
  const items = await Promise.all(idsIn(text).map((id) => world.item(id)))
  assert.deepEqual(
    items.map(({ status, completed_by, wont_do }) => [status, completed_by, wont_do]),
    [
      ['Done', ['u_bo'], false],
      ['Archived', [], true],
    ],
  )
})

test('63: decision lines create, change, withdraw and remove decisions; the other decisions keep updated_at', async () => {
  const text = await world.put(
    markup('::decision[We rent]', '::decision[We paint]{status=withdrawn}', '::decision[Then]'),
  )
  const [rent, paint, then] = idsIn(text)
  // Ids of one millisecond are in no order.
  const placeOf = ({ id }: { id: string }) => [rent, paint, then].indexOf(id)
  const stored = async () => (await world.decisions()).toSorted((one, other) => placeOf(one) - placeOf(other))
  for (const id of [rent, paint, then]) assert.match(id!, /^dec_\w{29}$/)
  const first = world.base.clock()
  const made = { detected: false, made_by: 'u_bo', created_at: first, updated_at: first }
  assert.deepEqual(await stored(), [
    { id: rent, text: 'We rent', status: 'stands', ...made },
    { id: paint, text: 'We paint', status: 'withdrawn', ...made },
    { id: then, text: 'Then', status: 'stands', ...made },
  ])
  world.advance({ minutes: 1 })
  const later = { updated_at: world.base.clock() }
  const lines = [
    `  ::decision[We rent the hall]{#${rent}}`,
    `::decision[We paint]{#${paint}}`,
    `::decision[Then]{#${then}}`,
  ]
  assert.equal(
    await world.put(markup('- x', ...lines), { key: keys.dee }),
    markup('- x', ...lines),
    'moved ones are found by their ids',
  )
  assert.deepEqual(await stored(), [
    { id: rent, text: 'We rent the hall', status: 'stands', ...made, ...later },
    { id: paint, text: 'We paint', status: 'stands', ...made, ...later },
    { id: then, text: 'Then', status: 'stands', ...made },
  ])
  const { content_markdown } = await world.note()
  assert.match(content_markdown, /\* x\n {2}\* Decision: We rent the hall\n\* Decision: We paint\n\* Decision: Then/)
  const before = await world.rows()
  assert.equal(await world.put((await world.note()).content_native_markdown), markup('- x', ...lines))
  assert.deepEqual(await world.rows(), before)
  const left = await world.put(markup(`::decision[Then]{#${then}}`, `::decision[Mine]{#${rent}x}`))
  assert.deepEqual(
    new Map((await world.decisions()).map(({ id, text }) => [id, text])),
    new Map([
      [then, 'Then'],
      [idsIn(left)[1], 'Mine'],
    ]),
  )
  await world.put('')
  assert.deepEqual(await world.decisions(), [])
})

test('63: a decision of another note is not changed by its id', async () => {
  const [own] = idsIn(await world.put(markup('::decision[Own]'), { note: 'n_own' }))
  const [copy] = idsIn(await world.put(markup(`::decision[Mine]{#${own} status=withdrawn}`)))
  assert.notEqual(copy, own)
  assert.deepEqual(
    (await world.decisions('n_own')).map(({ id, text, status }) => [id, text, status]),
    [[own, 'Own', 'stands']],
  )
})

test('22: an id that this note does not have is replaced by a new one; other notes do not change', async () => {
  const own = await world.item('ai_own', keys.bo)
  const text = await world.put(
    markup('::action-item[Mine]{#ai_own}', '::talking-point[x]{#list}', '::action-item[y]{#tp_1}'),
  )
  for (const id of idsIn(text)) assert.match(id, /^(ai|tp)_\w{29}$/)
  assert.deepEqual(await world.item('ai_own', keys.bo), own)
  assert.equal((await world.note('n_own')).content_native_markdown, markup('::action-item[Own]{#ai_own}'))
})

test('a deactivated person stays assigned, but cannot be assigned again', async () => {
  const line = '::action-item[Call back]{#ai_2 assignees="cy@acme.test u_bo"}'
  await world.put(markup(line))
  const { status, body } = await world.write(native(markup('# x', line, '::action-item[New]{assignees="u_cy"}')))
  assert.deepEqual([status, body.errors[0].message], [400, 'line 5: there is no active account `u_cy`'])
})

test('a person whom a write assigns is notified when the window closes', async () => {
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    webhooks: [{ id: 'wh_dee', owner: 'u_dee', url: 'https://dee.test/' }],
  })
  await world.put(agenda.replace('u_ada u_bo', 'u_ada u_dee'))
  world.advance({ seconds: 30 })
  await world.settle()
  const messages = await world.db.selectFrom('messages').select(['event_type', 'item_id', 'webhook_id']).execute()
  assert.deepEqual(messages, [{ event_type: 'action_item.assigned', item_id: 'ai_1', webhook_id: 'wh_dee' }])
})

test('updated_at is never earlier than the previous value', async () => {
  const times = { created_at: '2027-01-01T00:00:00.000Z', updated_at: '2027-01-02T00:00:00.000Z' }
  await world.load({
    subdomain: 'acme',
    name: 'Acme',
    notes: [
      { ...times, id: 'n_late', title: 'Late', created_by: 'u_bo', agenda: markup('::action-item[a]{#ai_late}') },
    ],
  })
  await world.put(markup('::action-item[b]{#ai_late}'), { note: 'n_late' })
  assert.equal((await world.note('n_late')).updated_at, times.updated_at)
})

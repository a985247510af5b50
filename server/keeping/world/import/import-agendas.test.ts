/** Agendas and the action items in them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/world-database.ts'

const users = [
  { id: 'u_ada', email: 'ada@acme.test', full_name: 'Ada' },
  { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo' },
]

const load = (database: TestDatabase, members: Record<string, unknown>) =>
  database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme', users, ...members }] })

/** The agenda of a note as lines, without the marker. */
async function agendaOf(database: TestDatabase, note: string): Promise<string[]> {
  const { notes } = await database.read()
  const { agenda } = notes.find(({ id }: { id: string }) => id === note)
  return agenda === '' ? [] : agenda.split('\n').slice(2)
}

async function itemOf(database: TestDatabase, id: string) {
  const { action_items } = await database.read()
  return action_items.find((item: { id: string }) => item.id === id)
}

const markup = (...lines: string[]) => ['::agenda{version=1}', ...lines].join('\n')

test('an item that only the agenda describes is created from it', async () => {
  await using database = await openTestDatabase()
  const times = { created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T09:00:00.000Z' }
  const agenda = markup(
    '::action-item[Send]{#ai_1 assignees="BO@acme.test u_ada u_bo" due=2026-01-09 status=Archived completion=all}',
  )
  await load(database, { notes: [{ id: 'n', title: 'x', created_by: 'u_ada', agenda, ...times }] })
  assert.deepEqual(await itemOf(database, 'ai_1'), {
    id: 'ai_1',
    note: 'n',
    text: 'Send',
    assignees: ['u_bo', 'u_ada'],
    completed_by: [],
    completion_type: 'all',
    status: 'Archived',
    wont_do: true,
    due_date: '2026-01-09',
    ai_generated: false,
    changed_by_people: false,
    created_by: 'u_ada',
    recording_offset: null,
    links: [],
    ...times,
  })
})

test('63: a decision that only the agenda describes is created from it, and exported with it', async () => {
  await using database = await openTestDatabase()
  const lines = ['::decision[We rent]{#dec_1 status=withdrawn}', '- x', '  ::decision[Then]']
  await load(database, { notes: [{ id: 'n', title: 'x', created_by: 'u_ada', agenda: markup(...lines) }] })
  const read = await agendaOf(database, 'n')
  assert.deepEqual(read.slice(0, 2), lines.slice(0, 2))
  assert.match(read[2]!, /^ {2}::decision\[Then\]\{#dec_\w+\}$/)
  await load(database, { notes: [{ id: 'n', title: 'x', agenda: markup(...lines) }] })
  assert.deepEqual(await agendaOf(database, 'n'), read, 'one without an id is found by its words')
  await load(database, { notes: [{ id: 'n', title: 'x', agenda: markup('- x') }] })
  assert.deepEqual(await agendaOf(database, 'n'), ['- x', read[2]!.trim(), read[0]], 'at its end')
  await assert.rejects(load(database, { notes: [{ id: 'm', title: 'y', agenda: markup(lines[0]!) }] }), {
    message: 'workspaces[0].notes[0].agenda: line 2: the decision dec_1 belongs to the note n',
  })
})

test('63: a decision that is only in the list is at the end of its note; a listed one is where its line is', async () => {
  await using database = await openTestDatabase()
  await load(database, {
    notes: [{ id: 'n', title: 'x', agenda: markup('::decision[Old text]{#dec_2}', '- x') }],
    decisions: [
      { id: 'dec_1', note: 'n', text: 'We rent' },
      { id: 'dec_2', note: 'n', text: 'New text', status: 'withdrawn' },
    ],
  })
  const lines = ['::decision[New text]{#dec_2 status=withdrawn}', '- x', '::decision[We rent]{#dec_1}']
  assert.deepEqual(await agendaOf(database, 'n'), lines)
})

test('63: a listed decision without an id has one line in its note, and stays out of the line of another', async () => {
  await using database = await openTestDatabase()
  const world = {
    notes: [{ id: 'n', title: 'x', agenda: markup('::decision[We rent]{#dec_1}', '::decision[We buy]') }],
    decisions: [
      { note: 'n', text: 'We buy' },
      { note: 'n', text: 'We rent' },
    ],
  }
  await load(database, world)
  const first = await database.read()
  const texts = (await agendaOf(database, 'n')).map((line) => line.replace(/\{.*/, ''))
  assert.deepEqual(texts, ['::decision[We rent]', '::decision[We buy]', '::decision[We rent]'])
  assert.deepEqual(first.decisions.map(({ text }: { text: string }) => text).sort(), ['We buy', 'We rent', 'We rent'])
  const { created, updated } = await load(database, world)
  assert.deepEqual([created, updated], [0, 0])
  assert.deepEqual(await database.read(), first)
})

test('a listed item has priority over its markup, a stored item over the markup of the file', async () => {
  await using database = await openTestDatabase()
  const agenda = markup('::action-item[Old text]{#ai_1 due=2026-01-09}')
  await load(database, {
    notes: [{ id: 'n', title: 'x', agenda }],
    action_items: [{ id: 'ai_1', text: 'New text', assignees: ['u_bo'] }],
  })
  assert.deepEqual(await agendaOf(database, 'n'), ['::action-item[New text]{#ai_1 assignees="u_bo"}'])
  assert.equal((await itemOf(database, 'ai_1')).note, 'n')
  await load(database, { notes: [{ id: 'n', title: 'x', agenda }] })
  assert.deepEqual(await agendaOf(database, 'n'), ['::action-item[New text]{#ai_1 assignees="u_bo"}'])
})

test('a listed item is shown next to a talking point with the same id, and an export can be imported unchanged', async () => {
  await using database = await openTestDatabase()
  const world = {
    notes: [{ id: 'n', title: 'x', agenda: markup('::talking-point[Send]{#x1}') }],
    action_items: [{ id: 'x1', note: 'n', text: 'Send' }],
  }
  await load(database, world)
  const lines = await agendaOf(database, 'n')
  assert.match(lines.join('|'), /^::talking-point\[Send\]\{#tp_\w+\}\|::action-item\[Send\]\{#x1\}$/)
  await load(database, world)
  await load(database, { notes: [{ id: 'n', title: 'x', agenda: markup(...lines) }] })
  assert.deepEqual(await agendaOf(database, 'n'), lines)
})

test('an item that is only in the list is at the end of its note, from the file or the database', async () => {
  await using database = await openTestDatabase()
  await load(database, {
    action_items: [
      { id: 'ai_2', note: 'n', text: 'Two' },
      { id: 'ai_1', note: 'n', text: 'One' },
    ],
    notes: [
      { id: 'n', title: 'x', agenda: markup('# Goals') },
      { id: 'm', title: 'y' },
    ],
  })
  assert.deepEqual(await agendaOf(database, 'n'), ['# Goals', '::action-item[Two]{#ai_2}', '::action-item[One]{#ai_1}'])
  await load(database, { action_items: [{ id: 'ai_3', note: 'n', text: 'Three' }] })
  assert.equal((await agendaOf(database, 'n')).at(-1), '::action-item[Three]{#ai_3}')
  await load(database, { notes: [{ id: 'n', title: 'x', agenda: '' }] })
  assert.equal((await agendaOf(database, 'n')).length, 3, 'what an agenda does not name any more stays, at its end')
})

test('an item can move from note to note, and out of all agendas', async () => {
  await using database = await openTestDatabase()
  const agenda = markup('- above', '  ::action-item[Send]{#ai_1}', '    - below')
  await load(database, {
    notes: [
      { id: 'n', title: 'x', agenda },
      { id: 'm', title: 'y' },
    ],
  })
  await load(database, { action_items: [{ id: 'ai_1', note: 'm', text: 'Send' }] })
  assert.deepEqual(await agendaOf(database, 'n'), ['- above', '  - below'])
  assert.deepEqual(await agendaOf(database, 'm'), ['::action-item[Send]{#ai_1}'])
  await load(database, { notes: [{ id: 'm', title: 'y' }], action_items: [{ id: 'ai_1', note: 'n', text: 'Send' }] })
  assert.deepEqual(await agendaOf(database, 'm'), [])
  await load(database, { action_items: [{ id: 'ai_1', note: null, text: 'Send' }] })
  assert.deepEqual(await agendaOf(database, 'n'), ['- above', '  - below'])
  await load(database, { notes: [{ id: 'm', title: 'y', agenda: markup('::action-item[x]{#ai_1}') }] })
  assert.deepEqual(await agendaOf(database, 'm'), ['::action-item[Send]{#ai_1}'])
  await assert.rejects(
    load(database, { notes: [{ id: 'n', title: 'x', agenda: markup('- a', '::action-item[x]{#ai_1}') }] }),
    { message: 'workspaces[0].notes[0].agenda: line 3: the action item ai_1 belongs to the note m' },
  )
})

test('blocks without ids keep their stored ids if the text changes', async () => {
  await using database = await openTestDatabase()
  await load(database, { notes: [{ id: 'n', title: 'x', agenda: markup('::action-item[A]', '::talking-point[B]') }] })
  const before = await agendaOf(database, 'n')
  const agenda = markup('# New', '::talking-point[B]', '::talking-point[C]', '::action-item[A]')
  await load(database, { notes: [{ id: 'n', title: 'x', agenda }] })
  const after = await agendaOf(database, 'n')
  assert.deepEqual([after[3], after[1]], before)
  assert.match(after[2]!, /^::talking-point\[C\]\{#tp_\w+\}$/)
})

test('a line and a listed item, both without id and with the same text, are one item', async () => {
  await using database = await openTestDatabase()
  const members = {
    notes: [{ id: 'n', title: 'x', agenda: markup('::action-item[A]', '- b', '::action-item[A]') }],
    action_items: [{ note: 'n', text: 'A', assignees: ['u_bo'] }],
  }
  await load(database, members)
  const agenda = await agendaOf(database, 'n')
  assert.match(agenda[0]!, /assignees="u_bo"/)
  assert.equal(agenda.length, 3)
  await load(database, members)
  assert.deepEqual(await agendaOf(database, 'n'), agenda)
})

test('many notes in several batches find their items', async () => {
  await using database = await openTestDatabase()
  const notes = Array.from({ length: 2_300 }, (_, n) => ({
    id: `n_${n}`,
    title: `Note ${n}`,
    created_at: new Date(1.7e12 + n).toISOString(),
    agenda: markup(`::action-item[made ${n}]{#ai_made${n}}`, `::action-item[listed]{#ai_${n}}`),
  }))
  const action_items = notes.map((_, n) => ({ id: `ai_${n}`, text: `listed ${n}` })).reverse()
  const tally = await load(database, { notes, action_items })
  assert.equal(tally.created, 1 + 2 + 2_300 * 3)
  assert.deepEqual(await agendaOf(database, 'n_2222'), [
    '::action-item[made 2222]{#ai_made2222}',
    '::action-item[listed 2222]{#ai_2222}',
  ])
  assert.deepEqual(await load(database, { notes, action_items }), {
    created: 0,
    updated: 0,
    unchanged: 1 + 2 + 2_300 * 2,
  })
})

test('an item without an id never matches an item with the same text that the agenda names by id', async () => {
  await using database = await openTestDatabase()
  const world = {
    notes: [{ id: 'n', title: 'x', agenda: markup('::action-item[Send]{#a_first status=Done}') }],
    action_items: [{ note: 'n', text: 'Send', due_date: '2026-01-09' }],
  }
  await load(database, world)
  const first = await database.read()
  database.advance(1)
  const { created, updated } = await load(database, world)
  assert.deepEqual([created, updated], [0, 0])
  assert.deepEqual(await database.read(), first)
  assert.equal((await itemOf(database, 'a_first')).due_date, null)
})

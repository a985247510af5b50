/** Importing again: the same file changes nothing, a changed file changes only the fields that it names. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fullWorld } from '../../../../test/support/full-world.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/world-database.ts'

type Objects = Record<string, unknown>[]

/** Imports a second file into the workspace of the full world. */
const change = (database: TestDatabase, members: Record<string, unknown>) =>
  database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme', ...members }] })

/** The version of each row. Every write increases it, also without a change. */
async function rowVersions(database: TestDatabase): Promise<string[]> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%'`.execute(database.db)
  const versions = tables.rows.map(async ({ name }) => {
    const { rows } = await sql<{ v: string }>`select xmin::text || ctid::text as v from ${sql.table(name)}`.execute(
      database.db,
    )
    return rows.map(({ v }) => `${name} ${v}`)
  })
  return (await Promise.all(versions)).flat().sort()
}

test('the same file again changes no row', async () => {
  await using database = await openTestDatabase()
  const first = await database.load(fullWorld())
  const before = await rowVersions(database)
  assert(before.length > 30)
  database.advance(3)
  const second = await database.load(fullWorld())
  assert.deepEqual(second, { created: 0, updated: 0, unchanged: first.created })
  assert.deepEqual(await rowVersions(database), before)
})

test('equal previous secrets of a webhook, imported again, change no row', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  const webhook = world.workspaces[0]!.webhook_list[0]!
  webhook.previous_secrets = [webhook.previous_secrets![0]!, webhook.previous_secrets![0]!]
  await database.load(world)
  assert.equal((await database.load(world)).updated, 0)
})

test('a file without ids, times, secrets and makers, imported again, changes no row', async () => {
  await using database = await openTestDatabase()
  const bare = {
    workspaces: [
      {
        subdomain: 'acme',
        name: 'Acme',
        users: [
          { email: 'ada@acme.test', full_name: 'Ada' },
          { email: 'bo@acme.test', full_name: 'Bo' },
        ],
        api_keys: [{ user: 'ada@acme.test', secret: 'mb_ada' }],
        channels: [{ title: 'Twin' }, { title: 'Twin', private: true }],
        series: [{ title: 'Weekly' }],
        events: [
          {
            guid: 'e',
            title: 'Weekly',
            start: '2026-01-05T09:00:00Z',
            end: '2026-01-05T09:30:00Z',
            attendees: [{ email: 'bo@acme.test' }],
          },
        ],
        notes: [
          {
            event: 'e',
            title: 'Weekly',
            shared_with: [{ user: 'ada@acme.test' }],
            agenda: markup('::action-item[Send]'),
          },
          { id: 'n', title: 'Twin', created_by: 'bo@acme.test', shared_with: [{ user: 'ada@acme.test' }] },
          { title: 'Twin', agenda: markup('second') },
          { title: 'Twin', agenda: markup('third') },
          {
            title: 'Twin',
            created_at: '2026-01-01T00:00:00+02:00',
            agenda: markup('::talking-point[a]\n::talking-point[a]'),
          },
        ],
        recordings: [
          { note: 'n', title: 'Twin', started_at: '2026-01-05T09:00:00Z' },
          { note: 'n', title: 'Twin' },
          { note: 'n', title: 'Twin', created_at: '2026-01-05T09:00:00Z' },
        ],
        uploads: [
          { submitted_by: 'ada@acme.test', title: 'Old', status: 'FAILED', failure_reason: 'No' },
          { submitted_by: 'ADA@acme.test', title: 'Old', status: 'PENDING' },
        ],
        action_items: [{ note: 'n', text: 'Same' }, { note: 'n', text: 'Same', status: 'Done' }, { text: 'Same' }],
        webhooks: [
          { owner: 'ada@acme.test', url: 'https://hooks.test', description: 'first' },
          { owner: 'ada@acme.test', url: 'https://hooks.test', description: 'second' },
        ],
        calendar_feeds: [
          { owner: 'ada@acme.test', url: 'https://calendar.test/two.ics', events: ['e'] },
          { owner: 'ADA@acme.test', url: 'https://calendar.test/one.ics' },
          { owner: 'ada@acme.test', host: 'elsewhere.test' },
          { owner: 'ada@acme.test', host: 'elsewhere.test', events: ['e'] },
        ],
      },
    ],
  }
  const { created } = await database.load(bare)
  assert.equal(created, 1 + 2 + 1 + 2 + 1 + 1 + 5 + 3 + 2 + 3 + 1 + 2 + 4)
  const before = await rowVersions(database)
  const printed = await database.print('acme', true)
  for (let times = 0; times < 3; times++) {
    database.advance(1)
    assert.equal((await database.load(bare)).unchanged, created - 1, 'all but the item that only an agenda describes')
    assert.deepEqual(await rowVersions(database), before)
  }
  assert.equal(await database.print('acme', true), printed)
})

test('fields that an object does not name stay, null sets the default', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  database.advance(1)
  const tally = await change(database, {
    users: [{ id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist' }],
    channels: [{ id: 'ch_eng', title: 'Engineers' }],
    events: [
      {
        ...fullWorld().workspaces[0]!.events[0]!,
        call_url: null,
        attendees: undefined,
        cancelled_at: null,
        imported_by: undefined,
        made_here: undefined,
      },
    ],
    calendar_feeds: [{ id: 'cal_1', owner: 'u_bo', events: null }],
    notes: [{ id: 'n_1', title: 'Renamed', published_to: null }],
    recordings: [{ id: 'r_1', note: 'n_1', title: 'Weekly 5 Jan', ai_notes: null, started_at: null }],
    uploads: [{ recording_id: 'r_9', submitted_by: 'u_ada', title: 'Old call', status: 'SUCCESS' }],
    action_items: [{ id: 'ai_1', text: 'Send the deck', status: 'Done', recording_offset: null }],
    webhook_list: [{ id: 'wh_1', owner: 'u_ada', url: 'https://hooks.test/out', api_key: null }],
  })
  const expected = fullWorld().workspaces[0]!
  expected.users[1]!.full_name = 'Bo Lindqvist'
  expected.channels[0]!.title = 'Engineers'
  Object.assign(expected.events[0]!, { call_url: null, cancelled_at: null })
  expected.calendar_feeds[0]!.events = []
  Object.assign(expected.notes[0]!, { title: 'Renamed', published_to: [] })
  expected.notes[0]!.agenda = expected.notes[0]!.agenda.replace('completion=all', 'status=Done completion=all')
  Object.assign(expected.recordings[0]!, { ai_notes: null, started_at: null })
  expected.uploads[0]!.status = 'SUCCESS'
  Object.assign(expected.action_items[0]!, { status: 'Done', recording_offset: null })
  Object.assign(expected.webhook_list[0]!, { url: 'https://hooks.test/out', api_key: null })
  assert.deepEqual(await database.read('acme', true), expected)
  assert.deepEqual(tally, { created: 0, updated: 9, unchanged: 1 })
})

test('lists of values are replaced, lists of objects merged', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const event = fullWorld().workspaces[0]!.events[0]!
  await change(database, {
    email_domains: ['ACME.example', 'acme.example'],
    users: [{ id: 'u_new', email: 'new@acme.test', full_name: 'New' }],
    channels: [{ id: 'ch_eng', title: 'Engineering', members: ['new@acme.test', 'u_bo', 'u_bo'] }],
    series: [{ id: 'se_w', title: 'Weekly', shared_with: [{ user: 'u_new' }] }],
    events: [{ ...event, attendees: [{ email: 'ada@acme.test', name: 'Ada M.' }, { email: 'bo@acme.test' }] }],
    notes: [{ id: 'n_1', title: 'Weekly 5 Jan', shared_with: [{ user: 'u_cy', by: 'u_bo' }, { user: 'u_new' }] }],
    action_items: [{ id: 'ai_1', text: 'Send the deck', assignees: ['u_bo', 'u_new'], completed_by: [] }],
  })
  const workspace = await database.read()
  assert.deepEqual(workspace.email_domains, ['acme.example'])
  assert.deepEqual(
    workspace.users.map(({ id }: { id: string }) => id),
    ['u_ada', 'u_bo', 'u_cy', 'u_new'],
  )
  assert.deepEqual(workspace.channels[0].members, ['u_bo', 'u_new'])
  assert.deepEqual(workspace.series[0].shared_with, [{ user: 'u_new', by: 'u_ada', can_edit: false }])
  assert.deepEqual(workspace.events[0].attendees, [
    { email: 'ada@acme.test', name: 'Ada M.' },
    { email: 'bo@acme.test', name: '' },
  ])
  assert.deepEqual(workspace.notes[0].shared_with, [
    { user: 'u_cy', by: 'u_bo', can_edit: false },
    { user: 'u_new', by: 'u_ada', can_edit: false },
  ])
  assert.deepEqual(workspace.action_items[0].assignees, ['u_bo', 'u_new'])
  assert.deepEqual(workspace.action_items[0].completed_by, [])
})

test('when the event of a note moves to another series, so does the note', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const [event] = fullWorld().workspaces[0]!.events
  await change(database, { series: [{ id: 'se_2', title: 'Other' }], events: [{ ...event, series: 'se_2' }] })
  assert.equal((await database.read()).notes[0].series, 'se_2')
  await change(database, { events: [{ ...event, series: null }] })
  assert.equal((await database.read()).notes[0].series, null)
})

test('the default maker of a share is the organizer, else the first attendee with an account, else the creator', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  const workspace = world.workspaces[0]!
  for (const thing of [...workspace.series, ...workspace.notes, ...workspace.recordings] as {
    shared_with: Objects
  }[]) {
    thing.shared_with = [{ user: 'u_cy' }]
  }
  workspace.notes[0]!.published_to = [{ channel: 'ch_eng' } as never]
  await database.load(world)
  const makers = async () => {
    const { series, notes, recordings } = await database.read()
    const [{ by: published }] = notes[0].published_to
    return [...[...series, ...notes, ...recordings].map((thing) => thing.shared_with[0].by), published]
  }
  assert.deepEqual(await makers(), ['u_ada', 'u_ada', 'u_bo', 'u_ada', 'u_ada'])
  workspace.events[0]!.organizer_email = 'guest@elsewhere.test'
  await database.load(world)
  assert.deepEqual(await makers(), ['u_bo', 'u_bo', 'u_bo', 'u_bo', 'u_bo'])
})

test('17: the default maker is not the receiver, except if there was no other attendee', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  const workspace = world.workspaces[0]!
  const withAda = [{ user: 'u_ada' }] as never
  workspace.series[0]!.shared_with = withAda
  workspace.notes[0]!.shared_with = withAda
  workspace.notes[1]!.shared_with = [{ user: 'u_bo' }] as never
  workspace.recordings[0]!.shared_with = withAda
  const [event] = workspace.events
  // The earliest event of the series, with no other attendee.
  const early = { ...event!, guid: 'early', start: '2026-01-01T09:00:00.000Z', attendees: [{ email: 'ada@acme.test' }] }
  workspace.events.push(early as never)
  const makers = async () => {
    await database.load(world)
    const { series, notes, recordings } = await database.read()
    return [...series, ...notes, ...recordings].map(({ shared_with: [share] }) => [share.user, share.by])
  }
  assert.deepEqual(await makers(), [
    ['u_ada', 'u_bo'],
    ['u_ada', 'u_bo'],
    ['u_bo', 'u_bo'],
    ['u_ada', 'u_bo'],
  ])
  event!.attendees = [{ email: 'ada@acme.test', name: '' }]
  assert.deepEqual((await makers())[0], ['u_ada', 'u_ada'])
})

test('a value that belongs to another stored object is rejected', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const refused: [Record<string, unknown>, string][] = [
    [{ id: 'ws_2' }, 'subdomain: acme is the address of the workspace ws_acme'],
    [
      { users: [{ id: 'u_x', email: 'BO@acme.test', full_name: 'Bo' }] },
      'users[0].email: BO@acme.test is the address of the user u_bo',
    ],
    [{ api_keys: [{ id: 'k_x', user: 'u_bo', secret: 'mb_ada' }] }, 'api_keys[0].secret: belongs to another key'],
    [
      { notes: [{ id: 'n_x', title: 'x', event: 'evt1_20260105T090000Z@calendar.test' }] },
      'notes[0].event: evt1_20260105T090000Z@calendar.test has the note n_1 already',
    ],
  ]
  for (const [members, message] of refused) {
    await assert.rejects(change(database, members), { name: 'WorldError', message: `workspaces[0].${message}` })
  }
  await assert.rejects(
    database.load({
      workspaces: [
        {
          subdomain: 'two',
          name: 'Two',
          users: [{ id: 'u', email: 'x@y', full_name: 'x' }],
          api_keys: [{ user: 'u', secret: 'mb_ada' }],
        },
      ],
    }),
    { message: 'workspaces[0].api_keys[0].secret: belongs to another key' },
  )
  assert.deepEqual(await database.read('acme', true), fullWorld().workspaces[0])
})

test('an id keeps an object when its address or title changes, and a person their meetings', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  world.workspaces[0]!.notes[0]!.published_to = []
  await database.load(world)
  await database.load({
    workspaces: [
      {
        id: 'ws_acme',
        subdomain: 'acme2',
        name: 'Acme',
        users: [{ id: 'u_bo', email: 'b@acme.test', full_name: 'Bo' }],
      },
    ],
  })
  const { id, users } = await database.read('acme2')
  assert.equal(id, 'ws_acme')
  assert.deepEqual([users[1].email, users[1].other_addresses], ['b@acme.test', ['bo@acme.test']])
  const { rows } = await sql<{ user_id: string }>`select user_id from person_sight where id = 'n_1' order by 1`.execute(
    database.db,
  )
  assert.deepEqual(
    rows.map((row) => row.user_id),
    ['u_ada', 'u_bo', 'u_cy'],
  )
})

function markup(text: string): string {
  return `::agenda{version=1}\n${text}`
}

test('people may swap addresses, also across batches, and sight is updated', async () => {
  await using database = await openTestDatabase()
  const people = (from: number) =>
    Array.from({ length: 1_001 }, (_, n) => {
      return { id: `u_${n}`, email: `person${(n + from) % 1_001}@acme.test`, full_name: 'Somebody' }
    })
  const event = { guid: 'e', title: 'Weekly', start: '2026-01-05T09:00:00Z', end: '2026-01-05T09:30:00Z' }
  const attendees = [{ email: 'person1@acme.test' }]
  const notes = [{ id: 'n', event: 'e', title: 'Weekly' }]
  await change(database, { users: people(0), events: [{ ...event, attendees }], notes })
  const { updated } = await change(database, { users: people(1) })
  assert.equal(updated, 1_001)
  const { users } = await database.read()
  assert.deepEqual(
    users.map(({ id, email }: { id: string; email: string }) => `${id} ${email}`).sort(),
    people(1)
      .map(({ id, email }) => `${id} ${email}`)
      .sort(),
  )
  const seers = await database.db.selectFrom('person_sight').select('user_id').execute()
  assert.deepEqual(seers, [{ user_id: 'u_0' }])
  const again = await change(database, { users: people(1) })
  assert.deepEqual([again.created, again.updated], [0, 0])
  await assert.rejects(
    change(database, { users: [people(0)[3]!] }),
    /person3@acme\.test is the address of the user u_2/,
  )
})

test('67: a recording has at most 500 marks with those that it has already', async () => {
  const marks = (count: number, from: number) =>
    Array.from({ length: count }, (_, index) => ({ at: from + index, by: 'u_ada' }))
  for (const more of [199, 200, 201]) {
    await using database = await openTestDatabase()
    const world = fullWorld()
    Object.assign(world.workspaces[0]!.recordings[0]!, { marks: marks(300, 0) })
    await database.load(world)
    // Two that are there already are not counted again.
    Object.assign(world.workspaces[0]!.recordings[0]!, { marks: marks(more + 2, 298) })
    const loaded = database.load(world)
    if (more <= 200) await loaded
    else {
      const message = 'workspaces[0].recordings[0].marks[202]: A recording has at most 500 marks'
      await assert.rejects(loaded, { name: 'WorldError', message })
    }
    const rows = await database.db.selectFrom('marks').select('id').execute()
    assert.equal(rows.length, more <= 200 ? 300 + more : 300)
  }
})

test('an item is one that people changed as soon as a file gives it a later change', async () => {
  await using database = await openTestDatabase()
  const item = { id: 'ai', text: 'Print it', ai_generated: true, created_at: '2026-01-05T10:00:00Z' }
  const load = (updated_at: string) =>
    database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme', action_items: [{ ...item, updated_at }] }] })
  const isChanged = async () =>
    (await database.db.selectFrom('action_items').select('changed_by_people').executeTakeFirstOrThrow())
      .changed_by_people
  await load(item.created_at)
  assert.equal(await isChanged(), false)
  await load('2026-01-06T10:00:00Z')
  assert.equal(await isChanged(), true)
})

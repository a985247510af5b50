import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fullWorld } from '../../../../test/support/full-world.ts'
import { openTestDatabase } from '../../../../test/support/world-database.ts'
import { hashSecret } from '../../../people/caller/keys.ts'

// The example of the operator's interface, unchanged except for the agenda, which the example leaves open.
const example = `{ "version": 1, "workspaces": [ {
  "id": "ws_acme", "subdomain": "acme", "name": "Acme", "plan": "enterprise", "email_domains": ["acme.test"],
  "retention": "standard", "webhooks": "enabled", "workspace_webhooks": true,
  "users":    [ { "id": "u_ada", "email": "ada@acme.test", "full_name": "Ada Moreau", "admin": true, "active": true },
                { "id": "u_bo", "email": "bo@acme.test", "full_name": "Bo Li" } ],
  "api_keys": [ { "id": "k_ada", "user": "u_ada", "name": "ci", "secret": "mb_ada_0123456789", "super_admin": true, "active": true } ],
  "channels": [ { "id": "ch_eng", "title": "Engineering", "private": false, "members": ["u_ada"] } ],
  "series":   [ { "id": "se_w", "title": "Weekly", "shared_with": [ { "user": "u_bo", "by": "u_ada", "can_edit": false } ] } ],
  "events":   [ { "guid": "evt1_20260105T090000Z", "series": "se_w", "title": "Weekly 5 Jan", "start": "2026-01-05T09:00:00Z", "end": "2026-01-05T09:30:00Z",
                  "all_day": false, "call_url": "https://meet.test/x", "organizer_email": "ada@acme.test",
                  "attendees": [ { "email": "ada@acme.test", "name": "Ada Moreau" }, { "email": "guest@elsewhere.test", "name": "" } ] } ],
  "notes":    [ { "id": "n_1", "event": "evt1_20260105T090000Z", "series": "se_w", "created_by": "u_ada", "title": "Weekly 5 Jan",
                  "created_at": "2026-01-05T08:00:00.000Z", "updated_at": "2026-01-05T09:31:00.000Z",
                  "agenda": "::agenda{version=1}\\n\\n# Goals\\n::action-item[Send the deck]{#ai_1}",
                  "shared_with": [ { "user": "u_bo", "by": "u_ada", "can_edit": true } ], "published_to": [ { "channel": "ch_eng", "by": "u_ada" } ] } ],
  "recordings": [ { "id": "r_1", "note": "n_1", "title": "Weekly 5 Jan", "created_at": "2026-01-05T09:31:00.000Z", "updated_at": "2026-01-05T09:40:00.000Z",
                  "started_at": "2026-01-05T09:00:10.000Z", "ended_at": "2026-01-05T09:29:50.000Z", "started_by": "u_ada",
                  "transcript": { "language_code": "en-US", "speech_segments": [ { "speaker": "Ada Moreau", "text": "Good morning.", "start_time": 0, "end_time": 1.4 } ] },
                  "ai_notes": { "markdown": "## Summary …", "sections": [] },
                  "shared_with": [ { "user": "u_bo", "by": "u_ada" } ], "published_to": [] } ],
  "uploads":  [ { "recording_id": "r_9", "submitted_by": "u_ada", "title": "Old call", "status": "FAILED", "failure_reason": "The media could not be read",
                  "event": null, "channel": null, "created_at": "2026-01-06T10:00:00.000Z", "updated_at": "2026-01-06T10:02:00.000Z" } ],
  "action_items": [ { "id": "ai_1", "note": "n_1", "text": "Send the deck", "assignees": ["u_ada"], "completed_by": [], "completion_type": "any",
                  "status": "Incomplete", "wont_do": false, "due_date": "2026-01-09", "ai_generated": false, "created_by": "u_ada", "recording_offset": null,
                  "created_at": "2026-01-05T09:10:00.000Z", "updated_at": "2026-01-05T09:10:00.000Z" } ]
} ] }`

test('the example of the operator’s interface is imported as it is', async () => {
  await using database = await openTestDatabase()
  assert.deepEqual(await database.load(example), { created: 11, updated: 0, unchanged: 0 })
  assert.deepEqual(await database.load(example), { created: 0, updated: 0, unchanged: 11 })
  const key = await database.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow()
  assert.deepEqual(key.secret_hash, hashSecret('mb_ada_0123456789'))
  const { notes } = await database.read()
  assert.equal(
    notes[0].agenda,
    '::agenda{version=1}\n\n# Goals\n::action-item[Send the deck]{#ai_1 assignees="u_ada" due=2026-01-09}',
  )
})

test('a world in its canonical form is exported unchanged', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  await database.load(world)
  assert.deepEqual(await database.read('acme', true), world.workspaces[0])
})

test('an import updates sight', async () => {
  await using database = await openTestDatabase()
  await database.load(fullWorld())
  const readers = async (id: string) => {
    const { rows } = await sql<{ user_id: string }>`
      select distinct user_id from person_sight where id = ${id} order by 1`.execute(database.db)
    return rows.map((row) => row.user_id)
  }
  assert.deepEqual(await readers('n_1'), ['u_ada', 'u_bo', 'u_cy'])
  assert.deepEqual(await readers('n_2'), ['u_bo'])
  assert.deepEqual(await readers('r_1'), ['u_ada', 'u_bo', 'u_cy'])
})

test('a missing or null field has its default', async () => {
  await using database = await openTestDatabase()
  await database.load({
    workspaces: [
      {
        subdomain: 'acme',
        name: 'Acme',
        users: [{ email: 'ada@acme.test', full_name: 'Ada' }],
        api_keys: [{ user: 'ada@acme.test', secret: 'x', name: null }],
        channels: [{ title: 'Engineering' }],
        series: [{ title: 'Weekly' }],
        events: [{ guid: 'e', title: 'Weekly', start: '2026-01-05T09:00:00Z', end: '2026-01-05T10:00:00+01:00' }],
        notes: [{ id: 'n', title: 'Weekly' }],
        recordings: [{ note: 'n', title: 'Weekly', transcript: {}, ai_notes: { sections: [{ items: [{}] }] } }],
        uploads: [{ submitted_by: 'ADA@acme.test', title: 'Old', status: 'PENDING' }],
        action_items: [{ text: 'Do it' }],
        webhooks: [{ owner: 'ada@acme.test', url: 'https://hooks.test' }],
        calendar_feeds: [{ owner: 'ada@acme.test', host: 'calendar.test' }],
        audit_log: [
          {
            id: 'au_1',
            at: '2026-01-10T12:00:00Z',
            action: 'login',
            key_id: 'k_x',
            user_id: 'u_x',
            method: 'GET',
            path: '',
            address: '',
            request_id: '',
          },
        ],
      },
    ],
  })
  const workspace = await database.read('acme', true)
  const now = '2026-01-10T12:00:00.000Z'
  const ids = new Set<string>()
  const known = JSON.parse(
    JSON.stringify(workspace, (name, value) => {
      if (['id', 'user', 'owner', 'submitted_by', 'recording_id'].includes(name) && value !== 'n') {
        ids.add(value)
        return value.replace(/_.*/, '')
      }
      return name === 'secret' ? `${value.slice(0, 6)}${Buffer.from(value.slice(6), 'base64').length}` : value
    }),
  )
  assert.deepEqual(known, {
    id: 'ws',
    subdomain: 'acme',
    name: 'Acme',
    plan: 'team',
    email_domains: [],
    retention: 'standard',
    webhooks: 'enabled',
    workspace_webhooks: true,
    compatibility: 'none',
    retention_days: { transcripts: null, media: null, everything: null },
    webhook_mail: false,
    delivery_retention_days: null,
    voices: false,
    outside_links: false,
    second_factor: false,
    consent_text: null,
    notes_language: null,
    note_templates: { instructions: null, glossary: [], templates: [] },
    glossary: { terms: [] },
    rules: [],
    retention_set_by: null,
    legal_hold: null,
    users: [
      {
        id: 'u',
        email: 'ada@acme.test',
        language: null,
        notes_language: null,
        other_addresses: [],
        voice: null,
        full_name: 'Ada',
        admin: false,
        active: true,
        created_at: now,
        erased_at: null,
        legal_hold: null,
      },
    ],
    api_keys: [
      {
        id: 'k',
        user: 'u',
        name: '',
        secret_hash: hashSecret('x').toString('hex'),
        super_admin: false,
        active: true,
        created_at: now,
        last_used_at: null,
        scopes: null,
        expires_at: null,
        switched_off_by: null,
      },
    ],
    channels: [{ id: 'ch', title: 'Engineering', private: false, members: [], created_at: now }],
    series: [{ id: 'se', title: 'Weekly', shared_with: [] }],
    events: [
      {
        guid: 'e',
        series: null,
        title: 'Weekly',
        start: '2026-01-05T09:00:00.000Z',
        end: '2026-01-05T09:00:00.000Z',
        all_day: false,
        call_url: null,
        organizer_email: null,
        attendees: [],
        imported_by: null,
        made_here: false,
        cancelled_at: null,
      },
    ],
    calendar_feeds: [
      {
        ...{ id: 'cal', owner: 'u', host: 'calendar.test', url: null, events: [], created_at: now },
        ...{ provider: null, account: null },
      },
    ],
    notes: [
      {
        id: 'n',
        event: null,
        series: null,
        created_by: null,
        title: 'Weekly',
        titled_by_person: false,
        created_at: now,
        updated_at: now,
        agenda: '',
        shared_with: [],
        published_to: [],
      },
    ],
    recordings: [
      {
        id: 'r',
        note: 'n',
        title: 'Weekly',
        created_at: now,
        updated_at: now,
        started_at: null,
        ended_at: null,
        started_by: null,
        transcript: { language_code: '', speech_segments: [] },
        ai_notes: { markdown: '', sections: [{ title: '', items: [{ text: '', timestamp: null }] }] },
        shared_with: [],
        published_to: [],
      },
    ],
    uploads: [
      {
        recording_id: 'r',
        submitted_by: 'u',
        title: 'Old',
        status: 'PENDING',
        failure_reason: null,
        event: null,
        channel: null,
        template: null,
        import_key: null,
        created_at: now,
        updated_at: now,
      },
    ],
    action_items: [
      {
        id: 'ai',
        note: null,
        text: 'Do it',
        assignees: [],
        completed_by: [],
        completion_type: 'any',
        status: 'Incomplete',
        wont_do: false,
        due_date: null,
        ai_generated: false,
        changed_by_people: false,
        created_by: null,
        recording_offset: null,
        links: [],
        created_at: now,
        updated_at: now,
      },
    ],
    decisions: [],
    webhook_list: [
      {
        id: 'wh',
        owner: 'u',
        api_key: null,
        scope: 'user',
        url: 'https://hooks.test',
        description: '',
        status: 'active',
        enabled_events: [],
        secret: 'whsec_32',
        previous_secrets: [],
        headers: {},
        created_at: now,
        updated_at: now,
      },
    ],
    audit_log: [
      {
        id: 'au',
        at: now,
        action: 'login',
        key_id: 'k_x',
        user_id: 'u_x',
        on_behalf_of: null,
        method: 'GET',
        path: '',
        status: null,
        address: '',
        request_id: '',
        body_sha256: null,
        details: {},
      },
    ],
  })
  assert(ids.size >= 8)
})

test('the members of a workspace may come in any order', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  const reversed = { workspaces: [Object.fromEntries(Object.entries(world.workspaces[0]!).reverse())], version: 1 }
  await database.load(reversed)
  assert.deepEqual(await database.read('acme', true), world.workspaces[0])
})

test('two workspaces may have the same ids and addresses', async () => {
  await using database = await openTestDatabase()
  const [acme, globex] = [fullWorld().workspaces[0]!, fullWorld().workspaces[0]!]
  Object.assign(globex, { id: 'ws_globex', subdomain: 'globex', name: 'Globex', api_keys: [] })
  globex.notes[0]!.title = 'Not the same'
  await database.load({ version: 1, workspaces: [acme, globex] })
  assert.deepEqual(await database.read('acme', true), acme)
  assert.deepEqual(await database.read('globex', true), globex)
})

test('a file whose last object is invalid leaves nothing', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  world.workspaces[0]!.webhook_list[0]!.owner = 'u_nobody'
  await assert.rejects(database.load(world), {
    message: 'workspaces[0].webhook_list[0].owner: there is no user u_nobody',
  })
  const tables = ['workspaces', 'users', 'notes', 'sight', 'action_items'] as const
  for (const table of tables) assert.equal((await database.db.selectFrom(table).selectAll().execute()).length, 0, table)
  await assert.rejects(database.print(), { message: 'There is no workspace acme.' })
  await database.load(fullWorld())
})

test('an error while reading the file is thrown, and nothing is left', async () => {
  await using database = await openTestDatabase()
  async function* broken() {
    yield Buffer.from('{"workspaces":[{"subdomain":"acme","name":"Acme","users":[')
    throw new Error('the disk is gone')
  }
  await assert.rejects(database.load(broken()), /the disk is gone/)
  await database.load(fullWorld())
})

test('imports at the same time are serialized', async () => {
  await using database = await openTestDatabase()
  const tallies = await Promise.all([1, 2, 3, 4].map(() => database.load(fullWorld())))
  const objects = tallies[0]!.created + tallies[0]!.unchanged
  assert.deepEqual(tallies.map((tally) => tally.created).sort(), [0, 0, 0, objects])
  assert.deepEqual(await database.read('acme', true), fullWorld().workspaces[0])
})

test('zero-day retention stores no transcript, and switching it on deletes the stored ones', async () => {
  await using database = await openTestDatabase()
  const world = fullWorld()
  world.workspaces[0]!.legal_hold = null
  await database.load(world)
  await database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme', retention: 'zero_day' }] })
  assert.equal((await database.read()).recordings[0].transcript, null)
  world.workspaces[0]!.retention = 'zero_day'
  await database.load(world)
  const { recordings } = await database.read()
  assert.equal(recordings[0].transcript, null)
  assert.equal(recordings[0].ai_notes.markdown, '## Summary')
  assert.equal(recordings[0].created_at, '2026-01-05T09:31:00.000Z')
})

test('51: zero-day retention is not switched on while anything is held, also by the file, and then deletes nothing', async () => {
  await using database = await openTestDatabase()
  const bo = { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Li' }
  const load = (fields: object) => database.load({ workspaces: [{ subdomain: 'acme', name: 'Acme', ...fields }] })
  const refuses = (fields: object) =>
    assert.rejects(load({ retention: 'zero_day', ...fields }), {
      name: 'WorldError',
      message:
        'workspaces[0].retention: what zero_day would delete is under legal hold; an administrator has to lift the hold first',
    })
  await database.load(fullWorld())
  await refuses({})
  await refuses({ legal_hold: null })
  await load({ legal_hold: null, users: [{ ...bo, legal_hold: 'Case 1' }] })
  await refuses({})
  await refuses({ users: [{ ...bo, legal_hold: null }] })
  await load({ users: [{ ...bo, legal_hold: null }] })
  await refuses({ legal_hold: 'Case 2' })
  await refuses({ users: [{ ...bo, legal_hold: 'Case 2' }] })
  const isKept = async () => (await database.read()).recordings[0].transcript !== null
  assert(await isKept())

  // A hold may have stopped the switch between two portions.
  await database.db.updateTable('workspaces').set({ retention: 'zero_day', legal_hold: 'Case 3' }).execute()
  await load({})
  await load({ legal_hold: null, users: [{ ...bo, legal_hold: 'Case 3' }] })
  assert(await isKept())
  await load({ users: [{ ...bo, legal_hold: null }] })
  assert(await isKept(), 'the hold may be newer than the file')
  await load({})
  assert(!(await isKept()))
})

test('a recording without creation time gets its start time, so that an archive keeps its order', async () => {
  await using database = await openTestDatabase()
  const recordings = [
    { id: 'r_old', title: 'Old', started_at: '2024-03-01T09:00:00.000Z' },
    { id: 'r_given', title: 'Given', started_at: '2024-03-01T09:00:00.000Z', created_at: '2024-03-02T09:00:00.000Z' },
    { id: 'r_none', title: 'None' },
    { id: 'r_later', title: 'Later', started_at: '9000-01-01T00:00:00.000Z' },
  ].map((recording) => ({ ...recording, note: 'n_1' }))
  const world = { workspaces: [{ subdomain: 'acme', name: 'Acme', notes: [{ id: 'n_1', title: 'x' }], recordings }] }
  await database.load(world)
  const read = (await database.read()).recordings as { id: string; created_at: string }[]
  const { created_at: now } = read.find(({ id }) => id === 'r_none')!
  assert.deepEqual(Object.fromEntries(read.map(({ id, created_at }) => [id, created_at])), {
    r_old: '2024-03-01T09:00:00.000Z',
    r_given: '2024-03-02T09:00:00.000Z',
    r_none: now,
    r_later: now,
  })
  assert.equal((await database.load(world)).unchanged, 6)
})

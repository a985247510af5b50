/** Every error is one sentence that names the path, and the import leaves nothing behind. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type FullWorkspace, fullWorld } from '../../../../test/support/full-world.ts'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/world-database.ts'

let database: TestDatabase
before(async () => {
  database = await openTestDatabase()
})
after(() => database[Symbol.asyncDispose]())

type Spoil = (workspace: FullWorkspace) => unknown

/** Changes a full world and expects its import to fail. */
async function refuses(spoil: Spoil, message: string) {
  const world = fullWorld()
  spoil(world.workspaces[0]!)
  await assert.rejects(database.load(world), { name: 'WorldError', message })
  assert.equal((await database.db.selectFrom('workspaces').select('id').execute()).length, 0)
}

const refused: [string, Spoil, string][] = [
  // Duplicates.
  ['an id twice', (w) => w.notes.push({ ...w.notes[1]! }), 'notes[2].id: n_2 is there twice'],
  [
    'a guid twice',
    (w) => w.events.push({ ...w.events[0]! }),
    'events[1].guid: evt1_20260105T090000Z@calendar.test is there twice',
  ],
  ['an upload twice', (w) => w.uploads.push({ ...w.uploads[0]! }), 'uploads[1].recording_id: r_9 is there twice'],
  [
    'a failed upload of a recording that exists',
    (w) => Object.assign(w.uploads[0]!, { recording_id: w.recordings[0]!.id }),
    'uploads[0].status: recording r_1 exists, so its upload has succeeded',
  ],
  [
    'an e-mail twice but for case',
    (w) => w.users.push({ ...w.users[1]!, id: 'u_x', email: 'BO@ACME.test' }),
    'users[3].email: bo@acme.test is there twice',
  ],
  [
    'an event with two notes',
    (w) => w.notes.push({ ...w.notes[0]!, id: 'n_3', agenda: '' }),
    'notes[2].event: evt1_20260105T090000Z@calendar.test is there twice',
  ],
  [
    'a secret twice',
    (w) => w.api_keys.push({ ...w.api_keys[0]!, id: 'k_3' }),
    'api_keys[2].secret_hash: is there twice',
  ],
  [
    'someone shared with twice',
    (w) => w.notes[0]!.shared_with.push({ user: 'CY@acme.test', by: 'u_bo', can_edit: false }),
    'notes[0].shared_with[1].user: u_cy is there twice',
  ],
  [
    'a channel published to twice',
    (w) => w.notes[0]!.published_to.push({ channel: 'ch_eng', by: 'u_bo' }),
    'notes[0].published_to[1].channel: ch_eng is there twice',
  ],
  [
    'someone invited twice',
    (w) => w.events[0]!.attendees.push({ email: 'BO@acme.test', name: '' }),
    'events[0].attendees[3].email: bo@acme.test is there twice',
  ],

  // References.
  [
    'an update before the creation',
    (w) => (w.notes[0]!.updated_at = '2026-01-05T07:59:59Z'),
    'notes[0].updated_at: is before created_at',
  ],
  [
    'a key that nobody switched off',
    (w) => (w.api_keys[1]!.switched_off_by = 'x@acme.test'),
    'api_keys[1].switched_off_by: there is no user x@acme.test',
  ],
  ['a key of nobody', (w) => (w.api_keys[0]!.user = 'x@acme.test'), 'api_keys[0].user: there is no user x@acme.test'],
  [
    'a member that is nobody',
    (w) => (w.channels[0]!.members[1] = 'u_x'),
    'channels[0].members[1]: there is no user u_x',
  ],
  [
    'a feed with neither address nor host',
    (w) => Object.assign(w.calendar_feeds[1]!, { host: null }),
    'calendar_feeds[1].url: is required, or host',
  ],
  [
    'an address that is not at the host',
    (w) => (w.calendar_feeds[0]!.host = 'calendar.test:8443'),
    'calendar_feeds[0].host: is not the host of url',
  ],
  [
    'an account without its provider',
    (w) => Object.assign(w.calendar_feeds[2]!, { provider: null }),
    'calendar_feeds[2].provider: is required: both or neither',
  ],
  [
    'a provider without its account',
    (w) => Object.assign(w.calendar_feeds[2]!, { account: null }),
    'calendar_feeds[2].account: is required: both or neither',
  ],
  [
    'an account with an address',
    (w) => Object.assign(w.calendar_feeds[2]!, { url: 'https://calendar.test/1.ics', host: null }),
    'calendar_feeds[2].url: is for feeds without an account',
  ],
  [
    'two feeds of a person with one address',
    (w) => Object.assign(w.calendar_feeds[1]!, { url: w.calendar_feeds[0]!.url, host: null }),
    'calendar_feeds[1].url: is the address of the feed cal_1',
  ],
  ['a feed of nobody', (w) => (w.calendar_feeds[0]!.owner = 'u_x'), 'calendar_feeds[0].owner: there is no user u_x'],
  [
    'a feed with an unknown event',
    (w) => w.calendar_feeds[0]!.events.push('evt_x'),
    'calendar_feeds[0].events[1]: there is no event evt_x',
  ],
  [
    'a workspace webhook for no event',
    (w) => (w.webhook_list[0]!.enabled_events = []),
    'webhook_list[0].enabled_events: must name at least one event for a workspace webhook',
  ],
  [
    'a user webhook for what only workspace webhooks hear',
    (w) => Object.assign(w.webhook_list[0]!, { scope: 'user', enabled_events: ['webhook.failed'] }),
    'webhook_list[0].enabled_events: must not name webhook.failed for a user webhook',
  ],
  ['an entry of the log twice', (w) => (w.audit_log[1]!.id = 'au_1'), 'audit_log[1].id: au_1 is there twice'],
  ['an unknown series of an event', (w) => (w.events[0]!.series = 'se_x'), 'events[0].series: there is no series se_x'],
  [
    'an event that nobody brought',
    (w) => (w.events[0]!.imported_by = 'u_x'),
    'events[0].imported_by: there is no user u_x',
  ],
  ['an unknown event of a note', (w) => (w.notes[1]!.event = 'evt_x'), 'notes[1].event: there is no event evt_x'],
  ['an unknown series of a note', (w) => (w.notes[1]!.series = 'se_x'), 'notes[1].series: there is no series se_x'],
  [
    'a series other than the event’s',
    (w) => {
      w.series.push({ id: 'se_2', title: 'Other', shared_with: [] })
      w.notes[0]!.series = 'se_2'
    },
    'notes[0].series: se_2 is not the series of the event: se_w',
  ],
  [
    'a series where the event has none',
    (w) => (w.events[0]!.series = null),
    'notes[0].series: se_w is not the series of the event: it has none',
  ],
  ['an unknown creator', (w) => (w.notes[0]!.created_by = 'u_x'), 'notes[0].created_by: there is no user u_x'],
  [
    'sharing with nobody',
    (w) => (w.notes[0]!.shared_with[0]!.user = 'u_x'),
    'notes[0].shared_with[0].user: there is no user u_x',
  ],
  [
    'sharing by nobody',
    (w) => (w.recordings[0]!.shared_with[0]!.by = 'u_x'),
    'recordings[0].shared_with[0].by: there is no user u_x',
  ],
  [
    'an unknown channel',
    (w) => (w.recordings[0]!.published_to[0]!.channel = 'ch_x'),
    'recordings[0].published_to[0].channel: there is no channel ch_x',
  ],
  [
    'an unknown note of a recording',
    (w) => (w.recordings[0]!.note = 'n_x'),
    'recordings[0].note: there is no note n_x',
  ],
  [
    'a recording started by nobody',
    (w) => (w.recordings[0]!.started_by = 'u_x'),
    'recordings[0].started_by: there is no user u_x',
  ],
  [
    'AI notes that assign to nobody',
    (w) => (w.recordings[0]!.ai_notes.sections[1]!.items![0]!.assignees = ['u_x']),
    'recordings[0].ai_notes.sections[1].items[0].assignees[0]: there is no user u_x',
  ],
  ['an upload by nobody', (w) => (w.uploads[0]!.submitted_by = 'u_x'), 'uploads[0].submitted_by: there is no user u_x'],
  [
    'an unknown event of an upload',
    (w) => (w.uploads[0]!.event = 'evt_x'),
    'uploads[0].event: there is no event evt_x',
  ],
  [
    'an unknown channel of an upload',
    (w) => (w.uploads[0]!.channel = 'ch_x'),
    'uploads[0].channel: there is no channel ch_x',
  ],
  [
    'an unknown note of an item',
    (w) => (w.action_items[1]!.note = 'n_x'),
    'action_items[1].note: there is no note n_x',
  ],
  [
    'an item assigned to nobody',
    (w) => (w.action_items[0]!.assignees[1] = 'u_x'),
    'action_items[0].assignees[1]: there is no user u_x',
  ],
  [
    'an item completed by nobody',
    (w) => (w.action_items[0]!.completed_by[0] = 'u_x'),
    'action_items[0].completed_by[0]: there is no user u_x',
  ],
  ['a webhook of nobody', (w) => (w.webhook_list[0]!.owner = 'u_x'), 'webhook_list[0].owner: there is no user u_x'],

  // Agendas.
  [
    'prose for an agenda',
    (w) => (w.notes[0]!.agenda = '* Action Item: Send'),
    'notes[0].agenda: line 1: an agenda starts with the line `::agenda{version=1}`; the read-only content_markdown rendering cannot be written back',
  ],
  [
    'an error within an agenda',
    (w) => (w.notes[1]!.agenda = '::agenda{version=1}\n# ok\n::nothing[x]'),
    'notes[1].agenda: line 3: `::nothing` is not known; there are `::action-item`, `::decision` and `::talking-point`',
  ],
  [
    'an agenda that assigns to nobody',
    (w) =>
      (w.notes[1]!.agenda =
        '::agenda{version=1}\n\nA paragraph\\\nof two lines\n\n- bullet\n::action-item[x]{assignees="u_ada u_x"}'),
    'notes[1].agenda: line 7: there is no user u_x',
  ],
  [
    'an item in two agendas',
    (w) => (w.notes[1]!.agenda = '::agenda{version=1}\n::action-item[x]{#ai_1}'),
    'notes[1].agenda: line 2: the action item ai_1 belongs to the note n_1',
  ],
  [
    'an item of the markup in two agendas',
    (w) => {
      for (const note of w.notes) note.agenda = '::agenda{version=1}\n::action-item[x]{#ai_9}'
    },
    'notes[1].agenda: line 2: the action item ai_9 belongs to the note n_1',
  ],
  [
    'a reserved word for an item',
    (w) => (w.notes[1]!.agenda = '::agenda{version=1}\n::action-item[x]{#list}'),
    'notes[1].agenda: line 2: the word list cannot be an id',
  ],
]

for (const [what, spoil, message] of refused) {
  test(`an import is rejected: ${what}`, () => refuses(spoil, `workspaces[0].${message}`))
}

test('a share without a maker is rejected if there is no possible maker', async () => {
  await refuses((w) => {
    w.events[0]!.attendees = [{ email: 'guest@elsewhere.test', name: '' }]
    for (const { shared_with, published_to } of [...w.notes, ...w.recordings]) {
      for (const door of [...shared_with, ...published_to]) Object.assign(door, { by: null })
    }
  }, 'workspaces[0].notes[0].shared_with[0].by: say by whom: there is no attendee with an account who could have done it')
})

test('workspaces that conflict with each other are rejected', async () => {
  const two = () => {
    const [one, other] = [fullWorld().workspaces[0]!, fullWorld().workspaces[0]!]
    return { workspaces: [one, { ...other, id: 'ws_2', subdomain: 'two', api_keys: [] as typeof one.api_keys }] }
  }
  const refuse = async (spoil: (world: ReturnType<typeof two>) => void, message: string) => {
    const world = two()
    spoil(world)
    await assert.rejects(database.load(world), { name: 'WorldError', message })
  }
  await refuse(
    (world) => world.workspaces[1]!.api_keys.push(fullWorld().workspaces[0]!.api_keys[0]!),
    'workspaces[1].api_keys[0].secret_hash: is there twice',
  )
  await refuse((world) => (world.workspaces[1]!.subdomain = 'acme'), 'workspaces[1].subdomain: acme is there twice')
  await refuse((world) => (world.workspaces[1]!.id = 'ws_acme'), 'workspaces[1].id: ws_acme is there twice')
})

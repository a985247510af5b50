/** Errors of single objects; import-errors.test.ts has the errors that depend on the whole file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FullWorkspace, fullWorld } from '../../../../test/support/full-world.ts'
import { checkDoc } from './check-doc.ts'
import type { Kind } from './schema.ts'

/** Checks each object of a changed full world. */
function check(spoil: (workspace: FullWorkspace) => unknown): void {
  const workspace = fullWorld().workspaces[0]!
  spoil(workspace)
  const header: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(workspace)) {
    if (!(name in required)) header[name] = value
    const kind = (name === 'webhook_list' ? 'webhooks' : name) as Kind
    if (name in required) {
      for (const [index, object] of (value as unknown[]).entries()) {
        checkDoc(kind, object, `workspaces[0].${name}[${index}]`)
      }
    }
  }
  checkDoc('workspaces', header, 'workspaces[0]')
}

function refuses(spoil: (workspace: FullWorkspace) => unknown, message: string | RegExp): void {
  assert.throws(() => check(spoil), { name: 'WorldError', message })
}

const required = {
  users: ['email', 'full_name'],
  api_keys: ['user'],
  channels: ['title'],
  series: ['title'],
  events: ['guid', 'title', 'start', 'end'],
  notes: ['title'],
  recordings: ['note', 'title'],
  uploads: ['submitted_by', 'title', 'status'],
  action_items: ['text'],
  decisions: ['note', 'text'],
  webhook_list: ['owner', 'url'],
  calendar_feeds: ['owner'],
  audit_log: ['id', 'at', 'action', 'user_id', 'method', 'path', 'address', 'request_id'],
}
const lists = Object.keys(required) as (keyof typeof required)[]

test('a full world is valid', () => check(() => {}))

test('a required field that is missing or null is an error with its path', () => {
  for (const field of ['subdomain', 'name']) {
    refuses((w) => Reflect.deleteProperty(w, field), `workspaces[0].${field}: is required`)
  }
  for (const list of lists) {
    for (const field of required[list]) {
      const path = `workspaces[0].${list}[0].${field}`
      refuses((w) => Reflect.deleteProperty(w[list][0]!, field), `${path}: is required`)
      assert.throws(
        () => check((w) => Object.assign(w[list][0]!, { [field]: null })),
        (error: Error) => error.message.startsWith(`${path}: must be `),
        path,
      )
    }
  }
  const key = 'workspaces[0].api_keys[0].secret: is required, or secret_hash'
  refuses((w) => Reflect.deleteProperty(w.api_keys[0]!, 'secret_hash'), key)
  refuses((w) => Object.assign(w.api_keys[0]!, { secret_hash: null }), key)
})

test('every other field may be missing or null', () => {
  for (const list of lists) {
    const fields = check.bind(null, (w: FullWorkspace) => {
      for (const field of Object.keys(w[list][0]!)) {
        const kept = [...required[list], 'secret_hash'].includes(field)
        if (!kept) Object.assign(w[list][0]!, { [field]: null })
      }
    })
    assert.doesNotThrow(fields, list)
  }
})

test('an unknown key at any level is an error with its path', () => {
  const parents: [string, (workspace: FullWorkspace) => object][] = [
    ['', (w) => w],
    ...lists.map((list): [string, (w: FullWorkspace) => object] => [`.${list}[0]`, (w) => w[list][0]!]),
    ['.series[0].shared_with[0]', (w) => w.series[0]!.shared_with[0]!],
    ['.events[0].attendees[0]', (w) => w.events[0]!.attendees[0]!],
    ['.notes[0].published_to[0]', (w) => w.notes[0]!.published_to[0]!],
    ['.recordings[0].transcript', (w) => w.recordings[0]!.transcript],
    ['.recordings[0].transcript.speech_segments[0]', (w) => w.recordings[0]!.transcript.speech_segments[0]!],
    ['.recordings[0].ai_notes', (w) => w.recordings[0]!.ai_notes],
    ['.recordings[0].ai_notes.sections[1].items[0]', (w) => w.recordings[0]!.ai_notes.sections[1]!.items![0]!],
  ]
  for (const [path, find] of parents) {
    refuses((w) => Object.assign(find(w), { color: 'red' }), `workspaces[0]${path}.color: is not accepted here`)
  }
})

const ids = 'must be 1 to 64 letters, digits, _ or -, and not the word list or tus'
const labels = 'must be a DNS label: at most 63 lowercase letters, digits and hyphens, no hyphen at its ends'
const moments = 'must be a time with an offset that exists, as 2026-01-31T09:00:00Z or 2026-01-31T10:00:00+01:00'
const storable = 'holds a character that cannot be stored: NUL or half a surrogate pair'
const short = 'must not be empty or longer than 1024 bytes'

/** Path, an invalid value, and the error message. */
const refused: [string, unknown, string][] = [
  ['plan', 'gold', 'must be one of team, business, enterprise'],
  ['webhooks', 'on', 'must be one of enabled, not_enabled, switched_off'],
  ['retention', true, 'must be a string'],
  ['compatibility', 'original', 'must be one of none, hosted'],
  ['name', '', 'must have at least 1 characters'],
  ...['Acme', 'acme-', '-acme', 'a_b', 'a.b', 'ä', '', 'a'.repeat(64)].map((it): [string, unknown, string] => [
    'subdomain',
    it,
    labels,
  ]),
  ...['a/b', 'list', 'tus', '', 'a b', 'ä', 'x'.repeat(65)].map((it): [string, unknown, string] => [
    'notes[1].id',
    it,
    ids,
  ]),
  ['uploads[0].recording_id', 'list', ids],
  ['users[0].admin', 'yes', 'must be a boolean'],
  ['users[0].email', 'ada', 'must be an e-mail address'],
  ['users[0].email', 'a da@acme.test', 'must be an e-mail address'],
  ['api_keys[1].scopes', [], 'must have at least 1 entries'],
  ['api_keys[1].scopes[0]', 'all', 'must be one of read, write, webhooks, admin, scim'],
  ['api_keys[0].secret_hash', 'abc', 'must be a SHA-256 as 64 hex digits'],
  ['api_keys[0].secret', 'mb_ada', 'is not accepted beside secret'],
  ['api_keys[0].secret', 'with space', 'must be 1 to 256 ASCII characters without spaces'],
  ['events[0].guid', '', short],
  ['events[0].guid', 'ä'.repeat(600), short],
  ['events[0].attendees[0].email', '', short],
  ['events[0].start', '2026-01-05', moments],
  ['notes[0].title', 'x'.repeat(1_001), 'must have at most 1000 characters'],
  ['notes[0].title', 'a\0b', storable],
  ['notes[0].created_at', '2026-01-05T08:00:00', moments],
  ['recordings[0].transcript.speech_segments[0].text', '\ud800', storable],
  ['recordings[0].transcript.speech_segments[0].start_time', Number.POSITIVE_INFINITY, 'must be a number'],
  ['recordings[0].ai_notes.sections[1].items[0].timestamp', 1.5, 'must be an integer'],
  ['uploads[0].status', 'DONE', 'must be one of PENDING, SUCCESS, FAILED'],
  ['action_items[0].due_date', '2026-02-30', 'must be a day that exists, as 2026-01-31'],
  ['action_items[0].recording_offset', -1, 'must be at least 0'],
  ...['users[0].created_at', 'api_keys[0].created_at', 'api_keys[0].last_used_at', 'channels[0].created_at'].map(
    (path): [string, unknown, string] => [path, '2026-01-05', moments],
  ),
  ['events[0].cancelled_at', '2026-02-30T09:00:00Z', moments],
  ['notes[0].titled_by_person', 'u_ada', 'must be a boolean'],
  ['calendar_feeds[0].id', 'a/b', ids],
  ['calendar_feeds[0].url', 'http://calendar.test/a.ics', 'must be an address that starts with https://'],
  ['calendar_feeds[0].url', 'webcal://calendar.test/a.ics', 'must be an address that starts with https://'],
  ['calendar_feeds[0].host', '', 'must have at least 1 characters'],
  ['calendar_feeds[0].events[0]', '', short],
  ['calendar_feeds[0].created_at', 'yesterday', moments],
  ['webhook_list[0].previous_secrets[0].secret', 'whsec_?', 'must be whsec_ and the key as base64'],
  ['webhook_list[0].previous_secrets[0].until', 'soon', moments],
  ['audit_log[0].id', 'list', ids],
  ['audit_log[0].at', '2026-01-05', moments],
  ['audit_log[0].action', '', 'must have at least 1 characters'],
  ['audit_log[0].status', 1_000, 'must be at most 599'],
  ['audit_log[0].body_sha256', 'abc', 'must be a SHA-256 as 64 hex digits'],
  ['audit_log[0].details', [], 'must be an object'],
  ['audit_log[0].details.said', 'a\0b', storable],
  ['webhook_list[0].url', 'http://hooks.test', 'must be an address that starts with https://'],
  ['webhook_list[0].url', 'https://', 'must be an address that starts with https://'],
  ['webhook_list[0].secret', 'whsec_?', 'must be whsec_ and the key as base64'],
  ['webhook_list[0].secret', 'whsec_', 'must be whsec_ and the key as base64'],
  ['webhook_list[0].secret', 'MDEyMw==', 'must be whsec_ and the key as base64'],
  [
    'webhook_list[0].enabled_events[0]',
    'note.deleted',
    'must be one of action_item.assigned, action_item.completed, ai_note.generated, ai_note.shared_to_channel, recording.ready, recording.changed, recording.deleted, upload.failed, note.changed, note.shared, decision.made, decision.superseded, webhook.failing, webhook.failed, webhook.recovered',
  ],
]

test('an invalid value is an error with its path', () => {
  for (const [path, value, words] of refused) {
    const steps = path.split(/[.[\]]+/).filter(Boolean)
    const last = steps.pop()!
    const spoil = (workspace: FullWorkspace) => {
      const parent = steps.reduce((object, step) => object[step] as typeof object, workspace as Record<string, unknown>)
      parent[last] = value
    }
    const named = value === 'mb_ada' ? `${path}_hash` : path
    refuses(spoil, `workspaces[0].${named}: ${words}`)
  }
})

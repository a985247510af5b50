import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminWords as en } from '../../words/en/admin.ts'
import { describeEntry } from './describe-entry.ts'

const names: Record<string, string> = { u_ole: 'Ole Berg', u_ines: 'Ines Duarte' }
const tell = (action: string, details: unknown = {}, more: object = {}) =>
  describeEntry({ action, details, status: 200, on_behalf_of: null, ...more }, en.audit.descriptions, {
    person: (id) => names[id] ?? id,
  })

test('an entry is described with the names of its people and objects', () => {
  const ole = (before: object, after: object) => tell('user.change', { user_id: 'u_ole', before, after })
  assert.equal(ole({ active: true }, { active: false }), 'Deactivated Ole Berg')
  assert.equal(ole({ active: false }, { active: true }), 'Activated Ole Berg')
  assert.equal(ole({ admin: false }, { admin: true }), 'Made Ole Berg an administrator')
  assert.equal(ole({ full_name: 'O. Berg' }, { full_name: 'Ole Berg' }), 'Renamed O. Berg to Ole Berg')
  const moved = { email: 'ole@acme.test', other_addresses: ['o@acme.test'] }
  assert.equal(
    ole({ email: 'o@acme.test', other_addresses: [] }, moved),
    'Changed the address of Ole Berg to ole@acme.test',
  )
  assert.equal(
    ole({ other_addresses: ['o@acme.test'] }, { other_addresses: [] }),
    'Changed the other addresses of Ole Berg',
  )
  assert.equal(ole({ legal_hold: null }, { legal_hold: 'Case' }), 'Set a legal hold on Ole Berg')
  assert.equal(ole({ legal_hold: 'Case' }, { legal_hold: 'Case 2' }), 'Changed the legal hold on Ole Berg')
  assert.equal(ole({ legal_hold: 'Case' }, { legal_hold: null }), 'Lifted the legal hold on Ole Berg')
  assert.equal(ole({ external_id: '1' }, { external_id: '2' }), 'Changed Ole Berg')
  const two = ole({ active: true, admin: true }, { active: false, admin: false })
  assert.equal(two, 'Took the administrator role from Ole Berg · Deactivated Ole Berg')
  assert.equal(tell('user.create', { user: { id: 'u_ines', full_name: 'Ines Duarte' } }), 'Invited Ines Duarte')
  assert.equal(tell('impersonate', {}, { on_behalf_of: 'u_ines' }), 'Acted as Ines Duarte')
  assert.equal(tell('user.erase', { user_id: 'u_ole' }, { status: 202 }), 'Asked for the erasure of Ole Berg')
  const held = tell('user.erase', { user_id: 'u_ole', refused: 'x' }, { status: 409 })
  assert.equal(held, 'Asked for the erasure of Ole Berg, which was refused')
  assert.equal(tell('user.erased', { user_id: 'u_gone' }), 'The erasure of u_gone ended')
  assert.equal(tell('session.begin', { by: 'link', made_by: 'u_ines' }), 'Signed in with a link that Ines Duarte made')
  assert.equal(tell('session.begin', { by: 'link', made_by: null }), 'Signed in with a link of the command line')
  assert.equal(tell('session.begin', { by: 'oidc' }), 'Signed in at the identity provider')
  assert.equal(tell('session.end', { user_id: 'u_ole' }), 'Ended a session of Ole Berg')
  assert.equal(tell('session.elevate', {}, { status: 403 }), 'Tried to take administrator rights')
})

test('a changed setting is described by its new value', () => {
  const settings = (before: object, after: object) => tell('workspace.change', { before, after })
  assert.equal(settings({ legal_hold: null }, { legal_hold: 'x' }), 'Set a legal hold')
  assert.equal(settings({ legal_hold: 'x' }, { legal_hold: null }), 'Lifted the legal hold')
  const days = { transcripts: null, media: 5, everything: null }
  const kept = {
    before: { retention_days: days },
    after: { retention_days: { ...days, transcripts: 730, media: null } },
  }
  assert.equal(settings(kept.before, kept.after), 'Keeps transcripts 730 days · Keeps sound and video for ever')
  assert.equal(settings({ retention: 'standard' }, { retention: 'zero_day' }), 'Keeps no transcripts, sound and video')
  assert.equal(settings({ webhook_mail: true }, { webhook_mail: false }), 'Changed the settings')
})

test('entries of channels name the people who were added and removed', () => {
  const change = (details: object) => tell('channel.change', { channel_id: 'ch_1', title: 'Board', ...details })
  assert.equal(tell('channel.create', { title: 'Board', private: true }), 'Created the private channel Board')
  assert.equal(change({ added: ['u_ole', 'u_ines'], removed: [] }), 'Added Ole Berg, Ines Duarte to Board')
  assert.equal(change({ added: [], removed: ['u_ole'] }), 'Removed Ole Berg from Board')
  const renamed = change({ before: { title: 'Board' }, after: { title: 'Council' } })
  assert.equal(renamed, 'Renamed the channel Board to Council')
  const group = { before: { title: 'Sales' }, after: { title: 'Sales' }, title: undefined, added: ['u_ole'] }
  assert.equal(change(group), 'Added Ole Berg to Sales', 'as an identity provider changes a group')
})

test('unknown or malformed entries cause no error', () => {
  assert.equal(tell('something.new', { a: 1 }), null)
  assert.equal(tell('constructor'), null)
  for (const action of Object.keys(en.audit.actions)) {
    for (const details of [{}, null, { user_id: 7, before: 'x', after: [], added: 'u', user: null }]) {
      assert.match(tell(action, details)!, /\w/, action)
    }
  }
})

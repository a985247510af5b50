import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, emptyDraft, isComplete, toRequest } from './draft.ts'

const full: Draft = {
  kind: 'zoom',
  takes: 'media',
  secret: ' s\n',
  user: 'u_1',
  sends_bots: true,
  tenant_id: ' t ',
  client_id: 'c',
  push_account: 'p@x.test',
  topic: ' projects/acme/topics/minutebook',
  base_url: ' https://bots.test ',
  api_key: 'k',
}

test('a request has the fields of its kind, without spaces around them', () => {
  const common = { takes: 'media', secret: 's', user: 'u_1' }
  assert.deepEqual(toRequest(full), { kind: 'zoom', ...common })
  assert.deepEqual(toRequest({ ...full, kind: 'teams' }), { kind: 'teams', ...common, tenant_id: 't', client_id: 'c' })
  const ofMeet = { push_account: 'p@x.test', topic: 'projects/acme/topics/minutebook' }
  assert.deepEqual(toRequest({ ...full, kind: 'meet' }), { kind: 'meet', ...common, ...ofMeet })
  const ofServer = { ...common, takes: 'media', base_url: 'https://bots.test' }
  assert.deepEqual(toRequest({ ...full, kind: 'bigbluebutton', takes: 'transcript' }), {
    kind: 'bigbluebutton',
    ...ofServer,
  })
  const bots = { base_url: 'https://bots.test', api_key: 'k', sends_bots: true }
  assert.deepEqual(toRequest({ ...full, kind: 'vexa' }), { kind: 'vexa', ...common, ...bots })
})

test('the required fields of a kind must be filled in; only Meet needs a person', () => {
  assert(!isComplete(emptyDraft))
  for (const kind of ['zoom', 'teams', 'meet', 'vexa', 'attendee', 'bigbluebutton'] as const) {
    assert(isComplete({ ...full, kind }), kind)
    assert(!isComplete({ ...full, kind, secret: ' ' }), kind)
    assert.equal(isComplete({ ...full, kind, user: null }), kind !== 'meet')
    assert.equal(isComplete({ ...full, kind, client_id: '' }), kind !== 'teams')
    for (const term of ['push_account', 'topic'])
      assert.equal(isComplete({ ...full, kind, [term]: '' }), kind !== 'meet')
    assert.equal(isComplete({ ...full, kind, api_key: '' }), kind !== 'vexa' && kind !== 'attendee')
  }
})

/** Events with fields of undocumented types: no recording is found, and nothing throws. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { attendee } from './attendee.ts'
import { bigBlueButton, checksumOf } from './big-blue-button.ts'
import { meet } from './meet.ts'
import { teams } from './teams.ts'
import { vexa } from './vexa.ts'
import { zoom } from './zoom.ts'

/** The last value cannot be converted to a string. */
const odd: unknown[] = [null, 7, true, [], {}, { toString: 0 }]

const unread = (problem: string) => ({ recordings: [], problem })

test('Zoom: an invalid id of a call and an address that is no text are ignored', () => {
  const file = { file_type: 'TRANSCRIPT', recording_start: '2026-01-05T09:00:00Z', download_url: 'https://zoom.us/x' }
  for (const id of odd) {
    const object = {
      uuid: 'u',
      id,
      topic: id,
      host_email: id,
      recording_files: [file, { ...file, download_url: id }, id],
    }
    const event = { event: 'recording.transcript_completed', download_token: 't', payload: { object } }
    assert.equal(zoom.read(event, 'transcript').recordings.length, 1)
  }
})

test('Zoom: an event without a file that can be fetched is a problem; one of another kind is not', () => {
  const problem = 'Zoom announced a recording without a file that can be fetched'
  for (const object of [
    ...odd,
    { uuid: 'u', recording_files: [{ file_type: 'CHAT', download_url: 'https://zoom.us/x' }] },
  ])
    for (const [takes, event] of [
      ['transcript', 'recording.transcript_completed'],
      ['media', 'recording.completed'],
    ] as const)
      assert.deepEqual(zoom.read({ event, download_token: 't', payload: { object } }, takes), unread(problem))
  assert.deepEqual(zoom.read({ event: 'recording.completed' }, 'transcript'), { recordings: [], problem: null })
})

test('of a request that cannot be signed nothing is parsed', async (t) => {
  const parse = t.mock.method(JSON, 'parse')
  const to = { id: 'r', secret: 's', url: 'https://a.test', pushAccount: null, googleKeys: () => assert.fail() }
  const body = Buffer.from('{"value":[{"clientState":"x"}],"data":{}}')
  const signatures = [undefined, '', 'x', 'x'.repeat(44), `${'x'.repeat(42)}=`, 7]
  for (const kind of [zoom, teams, meet, vexa, attendee, bigBlueButton])
    for (const signature of signatures) {
      const names = ['x-webhook-signature', 'x-zm-signature', 'authorization']
      const headers = Object.fromEntries(names.map((name) => [name, signature]))
      assert.equal(await kind.isSigned(to, { headers, query: {}, body }, new Date(0)), false)
    }
  assert.equal(parse.mock.callCount(), 0)
})

test('BigBlueButton: a form is parsed only if it begins with a token and is short, or is signed', async () => {
  const to = { id: 'r', secret: 's', url: 'https://a.test', pushAccount: null, googleKeys: () => assert.fail() }
  const token = await new SignJWT({ record_id: 'r-1' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('s'))
  const form = `signed_parameters=${token}`
  const isSigned = (text: string, query = {}) => {
    const body = Buffer.from(text)
    return bigBlueButton.isSigned(to, { headers: {}, query, body }, new Date(0))
  }
  assert(await isSigned(form))
  assert(await isSigned(`${form}&x=`.padEnd(65_536, 'x')))
  assert(!(await isSigned(`${form}&x=`.padEnd(65_537, 'x'))))
  assert(!(await isSigned(`a&${form}`)))
  const webhook = `event={}&${form}`
  assert(await isSigned(webhook, { checksum: checksumOf('sha256', to.url, webhook, to.secret) }))
  assert.deepEqual(bigBlueButton.parseBody!(Buffer.from(webhook)), { published: [] })
})

test('Teams: a resource that is no text is a problem', () => {
  for (const resource of odd)
    assert.deepEqual(
      teams.read({ value: [{ resource, changeType: 'created' }] }, 'media'),
      unread('Microsoft announced a recording under a resource of an unknown form'),
    )
})

test('Meet: data and names that are no texts are a problem', () => {
  const problem = 'Google announced a recording under a name of an unknown form'
  const sent = (data: unknown, subject: unknown) => ({
    message: {
      attributes: { 'ce-type': 'google.workspace.meet.transcript.v2.fileGenerated', 'ce-subject': subject },
      data,
    },
  })
  const named = (name: unknown) => Buffer.from(JSON.stringify({ transcript: { name } })).toString('base64')
  for (const each of odd) {
    assert.deepEqual(meet.read(sent(each, each), 'transcript'), unread(problem))
    assert.deepEqual(meet.read(sent(named(each), 'x'), 'transcript'), unread(problem))
    const [notice] = meet.read(sent(named('conferenceRecords/a/transcripts/b'), each), 'transcript').recordings
    assert.equal(notice?.hostId, null)
  }
})

test('Vexa and Attendee: an id of an undocumented type is a problem, and so is a bot that failed for no known reason', () => {
  const [call, failed] = [
    (service: string) => `${service} announced a call under an id of an unknown form`,
    'The bot did not record the call: the service gives no reason',
  ]
  for (const each of odd) {
    const meeting = { id: each, platform: each, native_meeting_id: each, completion_reason: each }
    for (const [event_type, problem] of [
      ['meeting.completed', call('Vexa')],
      ['bot.failed', failed],
    ])
      for (const data of [each, { meeting: each }, { meeting }])
        assert.equal(vexa.read({ event_type, data }, 'media').problem, problem)
    const trigger = 'bot.state_change'
    const ended = { trigger, bot_id: each, data: { event_type: 'post_processing_completed', new_state: each } }
    assert.equal(attendee.read(ended, 'media').problem, call('Attendee'))
    const broken = { trigger, bot_id: each, data: { event_type: each, new_state: 'fatal_error' } }
    assert.equal(attendee.read(broken, 'media').problem, failed)
    assert.equal(attendee.read({ trigger, bot_id: each, data: each }, 'media').problem, null)
  }
})

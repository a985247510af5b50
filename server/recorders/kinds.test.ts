/** Events with fields of undocumented types: no recording is found, and nothing throws. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meet } from './meet.ts'
import { teams } from './teams.ts'
import { zoom } from './zoom.ts'

/** The last value cannot be converted to a string. */
const odd: unknown[] = [null, 7, true, [], {}, { toString: 0 }]

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
    assert.equal(zoom.read(event, 'transcript').length, 1)
  }
})

test('Teams: a resource that is no text is ignored', () => {
  for (const resource of odd)
    assert.deepEqual(teams.read({ value: [{ resource, changeType: 'created' }] }, 'media'), [])
})

test('Meet: data and names that are no texts are ignored', () => {
  const sent = (data: unknown, subject: unknown) => ({
    message: {
      attributes: { 'ce-type': 'google.workspace.meet.transcript.v2.fileGenerated', 'ce-subject': subject },
      data,
    },
  })
  const named = (name: unknown) => Buffer.from(JSON.stringify({ transcript: { name } })).toString('base64')
  for (const each of odd) {
    assert.deepEqual(meet.read(sent(each, each), 'transcript'), [])
    assert.deepEqual(meet.read(sent(named(each), 'x'), 'transcript'), [])
    const [notice] = meet.read(sent(named('conferenceRecords/a/transcripts/b'), each), 'transcript')
    assert.equal(notice?.hostId, null)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminWords as de } from '../../../words/de/admin.ts'
import { adminWords as en } from '../../../words/en/admin.ts'
import { explainError } from './explain-error.ts'

const told = (sentence: string) => explainError(sentence, 'Zoom', en.recorders.errors)

test('a status is explained, alone and after a failed subscription', () => {
  const forbidden = 'Zoom answered 403. A permission is missing, or was given less than half an hour ago.'
  assert.equal(told('Google answered 403'), forbidden)
  assert.equal(told('Its events could not be subscribed to: Microsoft answered 403'), `No events come in: ${forbidden}`)
  assert.equal(
    told('Not all of its events could be subscribed to: Google answered 403'),
    `Not all events come in: ${forbidden}`,
  )
  assert.equal(
    told('Its recordings could not be listed: BigBlueButton answered 403'),
    `New recordings cannot be looked for: ${forbidden}`,
  )
  assert.equal(told('The recording server answered 418'), 'Zoom answered 418.')
  assert.equal(told('Vexa answered 418'), 'Zoom answered 418.')
  assert.equal(
    told('The bot did not record the call: left_alone'),
    'The bot did not record the last call (left_alone).',
  )
})

test('a known error message is translated into both languages; any other stays as it is', () => {
  const known = 'The host of the call has no active account here, and no other person is set'
  assert.notEqual(told(known), known)
  assert.deepEqual(Object.keys(de.recorders.errors.known), Object.keys(en.recorders.errors.known))
  for (const other of ['The text line 1: must be a caption', 'constructor', '', 'Microsoft answered 4033'])
    assert.equal(told(other), other)
})

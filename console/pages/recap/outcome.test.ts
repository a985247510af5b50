import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctionsOf, outcomeOf } from './outcome.ts'

type Entry = Parameters<typeof outcomeOf>[1][number]
const historyOf = (...changes: Entry['change'][]): Entry[] => changes.map((change) => ({ change }))
const rename = { speakers: [{ from: 'Speaker 1', to: 'Bo' }] }
const words = { segments: [{ index: 0, text: { from: 'a', to: 'b' } }] }
const [edited, written, heard] = [
  { ai_notes: 'edited' as const },
  { ai_notes: 'written_anew' as const },
  { transcript: 'transcribed_again' as const },
]

test('the outcome is the newest change, also if the notes are written by now', () => {
  assert.equal(outcomeOf('transcribing', historyOf(heard)), 'transcribed')
  assert.equal(outcomeOf('transcribing', historyOf(written, heard, rename)), 'transcribed')
  assert.equal(outcomeOf('transcribing', historyOf({ transcript: 'failed' })), 'notTranscribed')
  assert.equal(outcomeOf('transcribing', historyOf({ ai_notes: 'failed' }, heard)), 'transcribed')
  assert.equal(outcomeOf('transcribing', historyOf(rename, heard)), 'stopped')
  assert.equal(outcomeOf('writing', historyOf(written)), 'written')
  assert.equal(outcomeOf('writing', historyOf({ ai_notes: 'failed' })), 'notWritten')
  for (const changes of [[], [edited], [rename]]) assert.equal(outcomeOf('writing', historyOf(...changes)), null)
})

test('corrections are those since the words were heard, and edits since the notes were written', () => {
  const history = historyOf({}, words, edited, heard, rename, written, edited)
  assert.deepEqual(
    correctionsOf(history).map(({ change }) => change),
    [words, edited],
  )
  assert.deepEqual(correctionsOf(historyOf(rename, edited)).length, 2)
  assert.deepEqual(correctionsOf(historyOf(written, edited)), [])
})

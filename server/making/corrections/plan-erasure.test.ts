import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredTranscript } from '../../platform/postgres/column-types.ts'
import { planErasure } from './plan-erasure.ts'

test('a name goes from what was heard before a term was put in, also where the text has no name', () => {
  const segment = { speaker: 'Ada', text: 'Ask Zbigniew.', start_time: 0, end_time: 1, heard: 'Ask Quirin Zabel.' }
  const transcript = JSON.stringify({ language_code: 'en', speech_segments: [segment] })
  const names = { names: ['Quirin Zabel'], nearNames: [], givenNames: [], emails: [], standIn: 'x@y.test' }
  const from = { title: 'Call', transcript, words: JSON.stringify([[['Quirin', 0, 1]]]), ai_notes: null, history: [] }
  const plan = planErasure(from, 'u_q', names, true)
  const after: StoredTranscript = JSON.parse(plan.transcript!)
  assert.deepEqual(after.speech_segments, [{ ...segment, heard: 'Ask Deleted person.' }])
  assert.equal(plan.words, null, 'times of the words spell it')
})

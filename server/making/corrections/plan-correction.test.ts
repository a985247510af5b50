/** Plans of corrections: sizes, words, and random renames against a naive model. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { StoredAiNotes, StoredTranscript } from '../../platform/postgres/column-types.ts'
import { type Correctable, type Correction, maxTranscript, planCorrection } from './plan-correction.ts'

const nothing: Correction = { title: null, speakers: {}, segments: [], markdown: null }
const transcriptOf = (...speakers: string[]): StoredTranscript => ({
  language_code: 'en',
  speech_segments: speakers.map((speaker, index) => ({
    speaker,
    text: `t${index}`,
    start_time: index,
    end_time: index,
  })),
})
const from = (transcript: StoredTranscript, more: Partial<Correctable> = {}): Correctable => ({
  title: 'T',
  transcript: JSON.stringify(transcript),
  words: null,
  aiNotes: null,
  participants: [],
  people: [],
  items: [],
  speakersElsewhere: [],
  ...more,
})
const planned = (recording: Correctable, wanted: Partial<Correction>) => {
  const plan = planCorrection(recording, { ...nothing, ...wanted })
  assert(!('errors' in plan), JSON.stringify(plan))
  return plan
}

test('any renames: each segment has the new name of its old one, and the same words', () => {
  const name: fc.Arbitrary<string> = fc.constantFrom('A', 'B', 'C', 'D', '__proto__', '')
  const renames = fc.dictionary(name, fc.constantFrom('A', 'B', 'C', 'E'), { noNullPrototype: true })
  fc.assert(
    fc.property(fc.array(name), renames, (speakers, given) => {
      const entries = Object.entries(given).filter(([old]) => speakers.includes(old))
      const wanted = Object.fromEntries(entries)
      const plan = planned(from(transcriptOf(...speakers)), { speakers: wanted })
      const expected = speakers.map((old) => new Map(entries).get(old) ?? old)
      const now: StoredTranscript = JSON.parse(plan.transcript ?? JSON.stringify(transcriptOf(...speakers)))
      assert.deepEqual(now, transcriptOf(...expected))
      assert.equal(
        plan.transcript === undefined,
        entries.every(([old, to]) => old === to),
      )
    }),
  )
})

test('a transcript may not grow beyond its limit; one that is larger already may be changed but not grow', () => {
  const long = transcriptOf('A')
  long.speech_segments[0]!.text = 'x'.repeat(maxTranscript)
  const text = 'y'.repeat(maxTranscript)
  assert('transcript' in planned(from(long), { segments: [{ index: 0, text }] }))
  const errors = planCorrection(from(long), { ...nothing, segments: [{ index: 0, text: `${text}y` }] })
  assert.deepEqual('errors' in errors && errors.errors.map(({ location }) => location), ['body.segments'])
  const grown = planCorrection(from(long), { ...nothing, speakers: { A: 'AA' } })
  assert.deepEqual('errors' in grown && grown.errors.map(({ location }) => location), ['body.speakers'])
})

test('words are deleted with their text, and all with the last', () => {
  const words = JSON.stringify([[['t0', 0, 1]], null, [['t2', 2, 3]]])
  const recording = from(transcriptOf('A', 'B', 'C'), { words })
  assert.equal(planned(recording, { speakers: { A: 'B' } }).words, undefined)
  assert.equal(planned(recording, { segments: [{ index: 1, text: 'x' }] }).words, undefined)
  const kept = planned(recording, { segments: [{ index: 0, text: 'x' }] }).words
  assert.deepEqual(JSON.parse(kept!), [null, null, [['t2', 2, 3]]])
  const none = [0, 2].map((index) => ({ index, text: 'x' }))
  assert.equal(planned(recording, { segments: none }).words, null)
})

test('an item that would be too long with the new name keeps the old one', () => {
  const items = [
    { id: 'short', text: 'Bob rests' },
    { id: 'long', text: `Bob ${'x'.repeat(9_995)}` },
  ]
  const plan = planned(from(transcriptOf('Bob'), { items }), { speakers: { Bob: 'Bobby' } })
  assert.deepEqual(plan.items, [{ id: 'short', text: 'Bobby rests' }])
})

test('a participant with an address keeps their name when a speaker loses it', () => {
  const participants = [{ name: 'Bo', email: 'bo@acme.test' }]
  const namesOf = (to: string) => {
    const plan = planned(from(transcriptOf('Bo'), { participants }), { speakers: { Bo: to } })
    return (plan.participants ?? participants).map(({ name }) => name)
  }
  assert.deepEqual([namesOf('Speaker 2'), namesOf('Bo Lindqvist')], [['Bo'], ['Bo Lindqvist']])
})

test('quotations of notes stay as long as the transcript has them, and sentences follow the names', () => {
  const transcript = transcriptOf('Ada', 'Ada', 'Bo')
  for (const [index, text] of ['We print  the', 'blue cover.', 'Fine by me.'].entries())
    transcript.speech_segments[index]!.text = text
  const sentences = [
    { text: 'Ada prints.', segment: 0, timestamp: 0, quote: 'We print the blue cover.' },
    { text: 'Bo agrees.', segment: 2, timestamp: 2, quote: 'Fine by me.' },
    { text: 'Done.', segment: 9, timestamp: 9 },
  ]
  const notesOf = (sentences: object[]) => {
    const item = { text: 'Ada prints.', timestamp: 0, sentences }
    const sections = [
      { title: 'Summary', content: 'Ada prints. Bo agrees.', sentences },
      { title: 'Topics', items: [item] },
    ]
    return { markdown: '', sections } as StoredAiNotes
  }
  const [print, agree, done] = sentences as [object, object, object]
  const left = (wanted: Partial<Correction>) =>
    planned(from(transcript, { aiNotes: notesOf(sentences) }), wanted).aiNotes
  assert.equal(left({ segments: [{ index: 1, text: 'blue cover. Now.' }] }), undefined)
  const { quote: _, ...unproved } = print as (typeof sentences)[0]
  const changes = [
    { index: 0, text: 'We burn the' },
    { index: 1, text: 'red cover.' },
    { index: 1, speaker: 'Bo' },
  ]
  for (const segments of changes.map((each) => [each]))
    assert.deepEqual(left({ segments }), notesOf([unproved, agree, done]))
  const renamed = left({ speakers: { Ada: 'Eve' } })!
  assert.deepEqual(renamed.sections[0]!.sentences, [{ ...print, text: 'Eve prints.' }, agree, done])
  assert.deepEqual(renamed.sections[1]!.items![0]!.sentences, renamed.sections[0]!.sentences)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composeNotes } from './compose-notes.ts'
import type { Meeting } from './engines.ts'
import { markedMoments, printMoment } from './marked-moments.ts'

const said = (speaker: string, text: string, start_time: number, end_time: number) => ({
  speaker,
  text,
  start_time,
  end_time,
})
const transcript = {
  language_code: 'en',
  speech_segments: [
    said('Ada', 'We could go to forty.', 10, 14),
    said('', 'Hm.', 14, 15),
    said('Bo', '[not understood]', 200, 201),
    said('Bo', 'Fine.', 300, 302),
  ],
}
const printed = (...marks: [at: number, text?: string][]) =>
  markedMoments({ transcript, marks: marks.map(([at, text = null]) => ({ at, text: text ?? null })) }).map(printMoment)

test('a mark quotes what is being said, what begins within a second, or what ended within fifteen before', () => {
  assert.deepEqual(printed([12]), ['Ada: We could go to forty.'])
  assert.deepEqual(printed([9]), ['Ada: We could go to forty.'])
  assert.deepEqual(printed([8.9, 'Price']), ['Price – [nothing said]'])
  assert.deepEqual(printed([14.5]), ['Hm.'])
  assert.deepEqual(printed([30]), ['Hm.'])
  assert.deepEqual(printed([30.1]), ['[nothing said]'])
  assert.deepEqual(printed([317]), ['Bo: Fine.'])
  assert.deepEqual(printed([317.1]), ['[nothing said]'])
})

test('marks of one segment are one moment with all their texts, in the order of the recording', () => {
  assert.deepEqual(printed([301, 'Agreed'], [11, 'Price\nagain'], [12], [13, 'Too much']), [
    'Price again – Too much – Ada: We could go to forty.',
    'Agreed – Bo: Fine.',
  ])
})

test('long texts leave room for what was said, and a long segment is quoted from its beginning, by whole words', () => {
  const speech_segments = [said('Ada', `${'word '.repeat(200)}end`, 0, 60)]
  const marks = Array.from({ length: 4 }, (_, n) => ({ at: n, text: `${n}${'x'.repeat(999)}` }))
  const [moment] = markedMoments({ transcript: { language_code: 'en', speech_segments }, marks })
  assert.equal(moment!.text, `0${'x'.repeat(298)}…`)
  assert.equal(moment!.said!.quote, 'word '.repeat(100).trim())
  for (const length of [499, 500, 501]) {
    const text = '字'.repeat(length)
    const transcript = { language_code: 'zh', speech_segments: [said('', text, 0, 1)] }
    const [{ said: quoted }] = markedMoments({ transcript, marks: [{ at: 0, text: null }] }) as [typeof moment & {}]
    assert.equal(quoted!.quote, text.slice(0, 500))
  }
})

test('notes of any writer have a section of what was marked, and none without marks', () => {
  const meeting: Meeting = { title: 'Weekly', startedAt: null, transcript, people: [] }
  const findings = { summary: [], topics: [], decisions: [], actionItems: [] }
  const marks = [
    { at: 12, text: 'Price' },
    { at: 14.5, text: null },
    { at: 100, text: 'Nobody spoke' },
  ]
  const { sections, markdown } = composeNotes(findings, { ...meeting, marks }, 'embedded')
  assert.deepEqual(sections, [
    {
      title: 'Marked',
      items: [
        {
          text: 'Price – Ada',
          timestamp: 10,
          sentences: [{ text: 'Price – Ada', segment: 0, timestamp: 10, quote: 'We could go to forty.' }],
        },
        { text: '…', timestamp: 14, sentences: [{ text: '…', segment: 1, timestamp: 14, quote: 'Hm.' }] },
        { text: 'Nobody spoke – [nothing said]', timestamp: 100 },
      ],
    },
  ])
  assert.match(markdown, /## Marked\n\n- \[00:00:10\] Price – Ada\n/)
  assert.deepEqual(composeNotes(findings, meeting, 'embedded').sections, [])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CaptionError, maxSeconds } from './captions.ts'
import { parseText, type TextFormat } from './parse-text.ts'

const segmentsOf = (text: string, format: TextFormat | null = null) => parseText(text, format).speech_segments
const saidIn = (text: string, format: TextFormat | null = null) =>
  segmentsOf(text, format).map(({ speaker, text }) => `${speaker}: ${text}`)

test('the text says its format', () => {
  const cue = '00:01.000 --> 00:02.000\n'
  assert.deepEqual(saidIn(`\uFEFF \n\nWEBVTT\n\n${cue}<v Bo>Hello`), ['Bo: Hello'])
  assert.deepEqual(saidIn(`WEBVTT\n\n${cue}<v Bo>Hello`, 'srt'), ['Bo: Hello'])
  assert.deepEqual(saidIn('1\n0:00:01,000 --> 0:00:04,000\nBo Larsen: We ship.'), ['Bo Larsen: We ship.'])
  assert.deepEqual(saidIn('Bo Larsen: We ship --> today.'), ['Bo Larsen: We ship --> today.'])
  assert.deepEqual(saidIn('1:00 --> 1:01\nHello', 'txt'), [': -> 1:01', ': Hello'])
  assert.throws(() => parseText(`1\n${cue}Hello`, 'vtt'), /line 1: the text must begin with WEBVTT/)
})

test('in plain text speakers are at the start of lines, and times have the service’s own format', () => {
  const found = segmentsOf(
    '[00:00:05] Ada Moreau: Good morning.\r\n\r\n[00:01:30] Bo: I will send it: today.\nTomorrow at 10:30.',
  )
  assert.deepEqual(
    found.map(({ speaker, text, start_time }) => [speaker, text, start_time]),
    [
      ['Ada Moreau', 'Good morning.', 5],
      ['Bo', 'I will send it: today.', 90],
      ['Bo', 'Tomorrow at 10:30.', 92],
    ],
  )
})

test('given times are kept; without times, lines follow each other; none ends after the next start', () => {
  const found = segmentsOf(
    'Ada: one two three four five\nBo: yes\n0:04 Ada: and more\n0:05 Bo: no\n0:01 Ada: back in time',
  )
  assert.deepEqual(
    found.map(({ speaker, start_time, end_time }) => [speaker, start_time, end_time]),
    [
      ['Ada', 0, 2],
      ['Bo', 2, 3],
      ['Ada', 4, 5],
      ['Bo', 5, 5],
      ['Ada', 5, 6.2],
    ],
  )
  const week = segmentsOf(`99:999:59 ${'a '.repeat((maxSeconds - 416_399) * 2.5 + 1)}\nend`)
  assert(week.every(({ end_time }) => end_time <= maxSeconds))
  assert.deepEqual(
    week.slice(-2).map(({ end_time }) => end_time),
    [maxSeconds, maxSeconds],
  )
})

test('a long line is cut at its sentences: of the same speaker, one after the other', () => {
  const said = 'We ship on Friday, all of us. '.repeat(60).trim()
  const found = segmentsOf(`Ada: ${said}\n1:30 Bo: Good.`)
  assert(found.length > 5)
  const ada = found.slice(0, -1)
  assert.deepEqual([new Set(ada.map(({ speaker }) => speaker)), found.at(-1)!.start_time], [new Set(['Ada']), 90])
  assert.equal(ada.map(({ text }) => text).join(' '), said)
  for (const [index, { start_time }] of ada.slice(1).entries()) assert.equal(start_time, ada[index]!.end_time)
  assert.deepEqual([ada[0]!.start_time, ada.at(-1)!.end_time], [0, 90])
})

test('a text without words is an error', () => {
  for (const text of ['', ' \n\n', '[00:01:30]\n']) assert.throws(() => parseText(text, null), CaptionError)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTranscript } from './read-transcript.ts'

const segmentsOf = (text: string) => {
  const read = readTranscript(text)
  assert('speech_segments' in read)
  return read.speech_segments
}

test('captions are recognized by their format', () => {
  assert.deepEqual(readTranscript('\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nHello'), {
    format: 'vtt',
    text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello',
  })
  const srt = '1\n00:00:01,000 --> 00:00:02,000\nHello'
  assert.deepEqual(readTranscript(srt), { format: 'srt', text: srt })
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

test('without times, turns follow each other, and none ends before its start or after the next start', () => {
  const found = segmentsOf('Ada: one two three four five\nBo: yes\n0:01 Ada: back in time')
  for (const [index, { start_time, end_time }] of found.entries()) {
    assert(end_time >= start_time)
    assert(start_time >= (found[index - 1]?.end_time ?? 0))
  }
  assert.deepEqual(
    found.map(({ speaker }) => speaker),
    ['Ada', 'Bo', 'Ada'],
  )
})

test('an empty text has no segments', () => {
  assert.deepEqual(segmentsOf(' \n\n'), [])
})

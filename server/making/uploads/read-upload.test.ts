/** Parses short and long submissions from bytes, with their limits and results. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { parseVtt } from '../../meetings/recordings/transcript/parse-vtt.ts'
import { ApiError } from '../../platform/errors.ts'
import { Threads } from '../../platform/threads.ts'
import { longBody, maxUploadValues, readUploadInThread } from './read-upload.ts'

type Transcript = ReturnType<typeof parseVtt>

const log = { error: assert.fail }
const segment = (index: number, more: object = {}) => ({ text: 'Hi', start_time: index, end_time: index + 1, ...more })
const body = (speech_segments: object[], more: object = {}) =>
  Buffer.from(JSON.stringify({ title: 'Call', transcript: { speech_segments }, ...more }))

async function read(threads: Threads, bytes: Buffer) {
  const { fields, content } = await readUploadInThread(threads, bytes)
  assert('transcript' in content)
  const { json, durationSeconds } = content.transcript
  return { ...fields, transcript: JSON.parse(Buffer.from(json).toString()) as Transcript, durationSeconds }
}

const refusal = (location: string, message: RegExp) => (error: unknown) => {
  assert(error instanceof ApiError)
  assert.deepEqual([error.status, error.fieldErrors?.[0]?.location], [400, location])
  assert.match(error.fieldErrors![0]!.message, message)
  return true
}

test('a body below the limit is parsed directly, one at the limit in a thread, with the same result', async () => {
  await using threads = new Threads(log)
  const padded = (bytes: number) => {
    const short = body([segment(0, { speaker: 'Ada' })], { language_code: 'en-us', padding: '' })
    return body([segment(0, { speaker: 'Ada' })], { language_code: 'en-us', padding: 'x'.repeat(bytes - short.length) })
  }
  for (const [length, alive] of [
    [longBody - 1, 0],
    [longBody, 1],
  ] as const) {
    const bytes = padded(length)
    assert.equal(bytes.length, length)
    const { title, facts, transcript, durationSeconds } = await read(threads, bytes)
    assert.deepEqual([title, facts, durationSeconds], ['Call', { language_code: 'en-US' }, 1])
    assert.deepEqual(transcript, { language_code: 'en-US', speech_segments: [segment(0, { speaker: 'Ada' })] })
    assert.equal(threads.alive, alive)
  }
})

test('captions are parsed in both formats, and an error names its line, also from a thread', async () => {
  await using threads = new Threads(log)
  const cue = '00:00:00.000 --> 00:00:09.000\n'
  for (const format of ['vtt', 'srt']) {
    for (const length of [100, longBody]) {
      const start = format === 'vtt' ? 'WEBVTT\n\n' : ''
      const text = (start + cue).padEnd(length, 'on and ').trimEnd()
      const of = (captions: string) =>
        Buffer.from(JSON.stringify({ title: 'x', transcript: { format, text: captions } }))
      const { transcript, durationSeconds } = await read(threads, of(text))
      assert.deepEqual([transcript.speech_segments.length, durationSeconds], [1, 9])
      const broken = `${text}\n\n${cue}Hi\n\n00:00:61.000 --> 00:00:62.000`
      const line = broken.split('\n').length
      const rejected = refusal('body.transcript.text', new RegExp(`^line ${line}: a time span`))
      await assert.rejects(readUploadInThread(threads, of(broken)), rejected)
    }
  }
})

test('the number of values of a transcript is limited', async () => {
  await using threads = new Threads(log)
  // A segment has four values with its three fields; the body, its title, the transcript and the list are four more.
  const most = Array.from({ length: (maxUploadValues - 4) / 4 }, (_, index) => segment(index))
  const { transcript } = await read(threads, body(most))
  assert.deepEqual(transcript.speech_segments.at(-1), { speaker: '', ...most.at(-1) })
  const rejected = refusal('body', /^must hold at most 300000 values$/)
  await assert.rejects(readUploadInThread(threads, body(most, { language_code: 'en' })), rejected)
})

test('errors are the same as elsewhere: the field, the first of very many, and a missing body', async () => {
  await using threads = new Threads(log)
  const late = Array.from({ length: 5_000 }, (_, index) => segment(5_000 - index))
  await assert.rejects(
    readUploadInThread(threads, body(late)),
    refusal('body.transcript.speech_segments[1].start_time', /^must not be before/),
  )
  const untitled = Array.from({ length: 20_000 }, () => ({}))
  await assert.rejects(
    readUploadInThread(threads, body(untitled)),
    refusal('body.transcript.speech_segments[0].text', /^is required$/),
  )
  await assert.rejects(readUploadInThread(threads, Buffer.from('null')), refusal('body', /^is required$/))
  const nul = body([segment(0, { text: '\0' }), ...late.slice(0, 2_000)])
  await assert.rejects(
    readUploadInThread(threads, nul),
    refusal('body.transcript.speech_segments[0].text', /^must not contain NUL/),
  )
})

/** Long and short transcripts: the same texts and errors, but long ones are printed in a thread. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResourceLimitError } from '../../../platform/errors.ts'
import { Threads } from '../../../platform/threads.ts'
import { longText, printTimed, printTranscript } from './long-texts.ts'
import { printMarkdown, printSrt, printTextFile, printVtt } from './print-transcript.ts'

const printers = { vtt: printVtt, srt: printSrt, md: printMarkdown, txt: printTextFile }
/** One segment, with this number of characters of JSON in total. */
function storedIn(characters: number): string {
  const saying = (text: string) =>
    JSON.stringify({ language_code: 'en', speech_segments: [{ speaker: 'Ada', text, start_time: 0, end_time: 1 }] })
  return saying('Right. '.repeat(characters).slice(0, characters - saying('').length))
}

test('a transcript below the limit is printed directly, one at the limit in a thread', async () => {
  for (const format of ['vtt', 'srt', 'md', 'txt'] as const) {
    await using threads = new Threads({ error: assert.fail })
    for (const [length, alive] of [
      [longText - 1, 0],
      [longText, 1],
    ] as const) {
      const stored = storedIn(length)
      const printed = printers[format](JSON.parse(stored), 'Weekly')
      assert.equal(await printTranscript(threads, format, stored, 'Weekly'), printed)
      assert.equal(threads.alive, alive)
    }
  }
})

test('a transcript that takes too much to print is refused with the reason', async () => {
  const run = () => Promise.reject(new ResourceLimitError('it takes longer than 60 seconds'))
  const threads = { run } as unknown as Threads
  for (const printed of [
    printTranscript(threads, 'md', storedIn(longText), 'Weekly'),
    printTimed(threads, storedIn(longText), '[]'),
  ]) {
    await assert.rejects(printed, {
      status: 400,
      message: 'query.format cannot be printed of this transcript: it takes longer than 60 seconds',
    })
  }
})

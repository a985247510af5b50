/** Long transcripts and short ones: the same texts, the same faults, only where they are worked out differs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Threads } from '../../platform/threads.ts'
import { CaptionFault } from './captions.ts'
import { longText, parseCaptions, printTranscript } from './long-texts.ts'
import { parseSrt } from './parse-srt.ts'
import { parseVtt } from './parse-vtt.ts'
import { printMarkdown, printSrt, printTextFile, printVtt } from './print-transcript.ts'

const cue = (index: number) => `00:00:0${index % 2}.000 --> 00:00:09.000\n`
const starts = { vtt: 'WEBVTT\n\n', srt: '' }
const parsers = { vtt: parseVtt, srt: parseSrt }
const printers = { vtt: printVtt, srt: printSrt, md: printMarkdown, txt: printTextFile }
const formats = ['vtt', 'srt'] as const

/** One cue of so many characters in all. */
const captionsOf = (format: 'vtt' | 'srt', length: number) => (starts[format] + cue(0)).padEnd(length, 'on and ')

/** One segment, and in all so many characters of JSON. */
function storedIn(characters: number): string {
  const saying = (text: string) =>
    JSON.stringify({ language_code: 'en', speech_segments: [{ speaker: 'Ada', text, start_time: 0, end_time: 1 }] })
  return saying('Right. '.repeat(characters).slice(0, characters - saying('').length))
}

test('what is shorter than the limit is done at once, what is as long in a thread', async () => {
  for (const format of formats) {
    await using threads = new Threads({ error: assert.fail })
    for (const [length, alive] of [
      [longText - 1, 0],
      [longText, 1],
    ] as const) {
      const text = captionsOf(format, length)
      assert.deepEqual(await parseCaptions(threads, format, text), parsers[format](text))
      assert.equal(threads.alive, alive)
    }
  }
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

test('a fault names its line from a thread too', async () => {
  await using threads = new Threads({ error: assert.fail })
  for (const format of formats) {
    const text = `${captionsOf(format, longText)}\n\n${cue(0)}Hi\n\nnonsense`
    const line = text.split('\n').length
    await assert.rejects(parseCaptions(threads, format, text), (error) => {
      return (
        error instanceof CaptionFault && error.line === line && error.message.startsWith(`line ${line}: a time span`)
      )
    })
  }
})

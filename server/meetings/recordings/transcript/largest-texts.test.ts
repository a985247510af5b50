/** One cue of megabytes: reading and printing it takes a few times the memory of the text, whatever its words are. */
import { test } from 'node:test'
import { hostileTexts } from '../../../../test/support/hostile-texts.ts'
import { inSmallHeap } from '../../../../test/support/small-heap.ts'

const reader = new URL('../../../making/uploads/read-upload.ts', import.meta.url)
const printer = new URL('print-transcript.ts', import.meta.url)

/** A quarter of what fits into a body. */
const length = 1_200_000
/** The modules need 20; a text and its copies are the rest. */
const mebibytes = 32

const repeated = (piece: string) => piece.repeat(length / piece.length)
const spoken: Record<string, string> = {
  'one word': hostileTexts['one word']!(length),
  'one long word': hostileTexts['one long word']!(length),
  'all different': hostileTexts['all different']!(length),
  tabs: repeated('k\t'),
  'two blanks': repeated('k  '),
  tags: repeated('<b>k'),
  references: repeated('&lt;'),
}

for (const [name, text] of Object.entries(spoken)) {
  test(`captions with one cue of 1.2 MB are read in ${mebibytes} MiB: ${name}`, async () => {
    const captions = { format: 'vtt', text: `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n` }
    const body = Buffer.from(JSON.stringify({ title: 'Long', transcript: captions }))
    await inSmallHeap(mebibytes, reader, 'readUpload', [body])
  })
}

for (const [format, text] of [
  ...['vtt', 'srt', 'md', 'txt'].map((format) => [format, 'k '] as const),
  ['md', '*'],
  ['vtt', '&'],
] as const) {
  test(`a segment of 1.2 MB is printed in ${mebibytes} MiB: ${format}, ${text.trim()}`, async () => {
    const speech_segments = [{ speaker: 'Ada', text: repeated(text), start_time: 0, end_time: 1 }]
    const stored = JSON.stringify({ language_code: 'en', speech_segments })
    await inSmallHeap(mebibytes, printer, 'printStored', [format, stored, 'Long'])
  })
}

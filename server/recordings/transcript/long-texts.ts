/** Transcripts read from texts and printed as texts: long ones in a thread, short ones sooner than a thread starts. */
import type { Threads } from '../../platform/threads.ts'
import type { StoredTranscript } from '../../tables.ts'
import { CaptionFault } from './captions.ts'
import { parseSrt } from './parse-srt.ts'
import { parseVtt } from './parse-vtt.ts'
import { type Format, printStored } from './print-transcript.ts'

/** In characters: about 20 ms. */
export const longText = 200_000
const seconds = 60

const parsers = {
  vtt: { module: new URL('./parse-vtt.ts', import.meta.url), does: parseVtt },
  srt: { module: new URL('./parse-srt.ts', import.meta.url), does: parseSrt },
}
const printing = new URL('./print-transcript.ts', import.meta.url)

/** @throws {CaptionFault} naming the line; {Overrun} */
export async function parseCaptions(
  threads: Threads,
  format: keyof typeof parsers,
  text: string,
): Promise<StoredTranscript> {
  const { module, does } = parsers[format]
  if (text.length < longText) return does(text)
  return threads.run<typeof does>({ module, name: does.name, seconds, throws: [CaptionFault] }, [text])
}

/**
 * @param transcript  as it is stored, JSON
 * @param title  of the recording
 */
export async function printTranscript(
  threads: Threads,
  format: Format,
  transcript: string,
  title: string,
): Promise<string> {
  if (transcript.length < longText) return printStored(format, transcript, title)
  return threads.run<typeof printStored>({ module: printing, name: printStored.name, seconds }, [
    format,
    transcript,
    title,
  ])
}

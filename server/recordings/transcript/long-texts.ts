/** Transcripts printed as texts: long ones in a thread, short ones sooner than a thread starts. */
import type { Threads } from '../../platform/threads.ts'
import { type Format, printStored } from './print-transcript.ts'

/** In characters: about 20 ms. */
export const longText = 200_000
const seconds = 60

const printing = new URL('./print-transcript.ts', import.meta.url)

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

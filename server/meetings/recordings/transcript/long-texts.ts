/** Prints transcripts as texts: long ones in a thread, short ones directly, as starting a thread would take longer. */
import type { Context } from '../../../platform/context/context.ts'
import { invalid, ResourceLimitError } from '../../../platform/errors.ts'
import type { Task } from '../../../platform/threads.ts'
import { type Format, printStored } from './print-transcript.ts'
import { printWithWords } from './word-times.ts'

/** In characters. Printing this takes about 20 ms. */
export const longText = 200_000
const seconds = 60

const printModule = new URL('./print-transcript.ts', import.meta.url)

/**
 * @param transcript  as stored JSON
 * @param title  of the recording
 * @param sharer  the caller, for a fair share of the threads
 */
export async function printTranscript(
  threads: Context['threads'],
  format: Format,
  transcript: string,
  title: string,
  sharer?: string,
): Promise<string> {
  if (transcript.length < longText) return printStored(format, transcript, title)
  const task: Task<typeof printStored> = { module: printModule, name: printStored.name, seconds }
  return threads.run(task, [format, transcript, title], { sharer }).catch(refuseTooLong)
}

const joinModule = new URL('./word-times.ts', import.meta.url)

/** The transcript as JSON with the times of its words; both as they are stored. */
export async function printTimed(
  threads: Context['threads'],
  transcript: string,
  words: string,
  sharer?: string,
): Promise<string> {
  if (transcript.length + words.length < longText) return printWithWords(transcript, words)
  const task: Task<typeof printWithWords> = { module: joinModule, name: printWithWords.name, seconds }
  return threads.run(task, [transcript, words], { sharer }).catch(refuseTooLong)
}

function refuseTooLong(error: Error): never {
  if (!(error instanceof ResourceLimitError)) throw error
  throw invalid('query.format', `cannot be printed of this transcript: ${error.message}`)
}

/**
 * `minutebook import-meetings PATH`: meetings of other programs, from a folder, an archive or a file. It reads them here,
 * shows what they will become, and sends them by the public API; run again, it sends what is missing.
 */
import { stdin, stdout } from 'node:process'
import { compareMeetings } from '../../../../meeting-import/compare-meetings.ts'
import type { ImportRow } from '../../../../meeting-import/meetings.ts'
import { readMeetings } from '../../../../meeting-import/read-meetings.ts'
import { sendMeeting } from '../../../../meeting-import/send-meeting.ts'
import { createClient, type MinutebookClient, MinutebookError, UploadFailedError } from '../../../../sdk/src/client.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { type Flags, required, requireKey, serviceUrl } from '../command.ts'
import { ProgressBar } from '../progress-bar.ts'
import { StopSignal } from '../stop-signal.ts'
import { askAboutTable } from './ask-about-table.ts'
import { listFolder } from './list-folder.ts'
import { printLabel, printTable, printUnreadable } from './print-table.ts'

type Output = { print(line: string): void; signal: AbortSignal }

/** @throws {OperatorError} nothing can be read, the service refuses, or some meetings were not imported */
export async function importMeetings(path: string | undefined, flags: Flags): Promise<void> {
  using stop = new StopSignal()
  const url = serviceUrl(flags)
  const client = createClient({ url, key: requireKey(flags) })
  const output = { print: (line: string) => void stdout.write(`${line}\n`), signal: stop.signal }
  try {
    await run(client, required(path, 'The folder, archive or file'), flags, output)
  } catch (error) {
    if (stop.signal.aborted) return output.print('\nStopped. The same command goes on where it was.')
    if (error instanceof RangeError) throw new OperatorError(error.message)
    if (error instanceof MinutebookError) throw new OperatorError(`${url} refuses: ${error.status} ${error.message}`)
    // What fetch throws if nobody answers.
    if (error instanceof TypeError) throw new OperatorError(`${url} cannot be reached: ${causeOf(error)}`)
    throw error
  }
}

const causeOf = ({ cause, message }: TypeError) => (cause instanceof Error ? cause.message || message : message)

async function run(client: MinutebookClient, path: string, flags: Flags, output: Output): Promise<void> {
  const { print, signal } = output
  const { files, skipped } = await listFolder(path)
  const { meetings, unreadable } = await readMeetings(files, { signal })
  const notRead = [...skipped, ...unreadable]
  if (meetings.length === 0) {
    print(printUnreadable(notRead))
    throw new OperatorError(`There is no meeting in ${path} that can be read.`)
  }
  const rows = await compareMeetings(client, meetings, signal)
  print(printTable(rows))
  if (notRead.length > 0) print(printUnreadable(notRead))
  const fresh = rows.filter(({ knownAs }) => knownAs === null)
  if (fresh.length === 0) return print('Everything was imported before.')
  if (flags['dry-run']) return print(`${countOf(fresh.length)} would be imported.`)
  const chosen = flags.all ? fresh : await askAboutTable(rows, { print, signal, isTerminal: Boolean(stdin.isTTY) })
  if (chosen.length === 0) return print('Nothing was imported.')
  await sendAll(client, chosen, output)
}

/** One after the other: the service has the same work, and a stop leaves at most one half done. */
async function sendAll(client: MinutebookClient, rows: ImportRow[], { print, signal }: Output): Promise<void> {
  const failed: { path: string; reason: string }[] = []
  for (const [at, row] of rows.entries()) {
    signal.throwIfAborted()
    const label = printLabel(row, at + 1, rows.length)
    const bar = new ProgressBar()
    try {
      await sendMeeting(client, row, { signal, onProgress: ({ sent, total }) => bar.show(label, sent, total ?? sent) })
      bar.end()
      print(label)
    } catch (error) {
      bar.end()
      if (!isOfThisMeeting(error)) throw error
      failed.push({ path: row.meeting.files[0]!, reason: (error as Error).message })
    }
  }
  print(`${countOf(rows.length - failed.length)} imported.`)
  if (failed.length === 0) return
  print(printUnreadable(failed, 'Not imported:'))
  throw new OperatorError(`${countOf(failed.length)} could not be imported; the same command tries again.`)
}

/** A key that is not taken, or a service that is away, concerns them all. */
const isOfThisMeeting = (error: unknown) =>
  error instanceof UploadFailedError ||
  (error instanceof MinutebookError && [400, 404, 409, 413, 422].includes(error.status))

const countOf = (number: number) => (number === 1 ? '1 meeting' : `${number} meetings`)

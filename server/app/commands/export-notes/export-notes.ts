/**
 * `minutebook export-notes DIR`: a Markdown file for each meeting that a key sees, with its transcripts if asked, kept in step with what changes. It uses
 * only the public API, by the client that programs use.
 */
import {
  type Change,
  CursorExpiredError,
  createClient,
  dataOf,
  type MinutebookClient,
  MinutebookError,
  type Note,
  type Recording,
} from '../../../../sdk/src/client.ts'
import { retrying } from '../../../../sdk/src/retry.ts'
import { OperatorError } from '../../../platform/errors.ts'
import { type Flags, required, requireKey, serviceUrl } from '../command.ts'
import { StopSignal } from '../stop-signal.ts'
import { NotesFolder } from './notes-folder.ts'
import { nameOf, printMeeting, printTranscripts } from './print-meeting.ts'

export async function exportNotes(path: string | undefined, flags: Flags): Promise<void> {
  using stop = new StopSignal()
  const url = serviceUrl(flags)
  const client = createClient({ url, key: requireKey(flags) })
  const folder = await NotesFolder.open(required(path, 'The folder'), url, Boolean(flags.transcripts))
  const print = (line: string) => process.stdout.write(`${line}\n`)
  try {
    const run = { client, folder, url, print, signal: stop.signal, follows: Boolean(flags.follow) }
    while (await copyUntilEnd(run)) print('The last run is too long ago; everything is read again.')
  } catch (error) {
    if (stop.signal.aborted) return
    if (error instanceof MinutebookError) throw new OperatorError(`${url} refuses: ${error.status} ${error.message}`)
    throw error
  }
}

type Run = {
  client: MinutebookClient
  folder: NotesFolder
  url: string
  follows: boolean
  signal: AbortSignal
  print(line: string): void
}

/** @returns true if the cursor was too old, and everything has to be read again */
async function copyUntilEnd({ client, folder, url, print, signal, follows }: Run): Promise<boolean> {
  const { known } = folder
  const changes = client.follow({
    ...(known.cursor !== null && { cursor: known.cursor }),
    kinds: ['note', 'recording'],
    signal,
    onRetry: ({ error, seconds }) =>
      print(`${url} cannot be read (${(error as Error).message}); again in ${seconds} s`),
  })
  try {
    for await (const batch of changes) {
      const { written, removed } = await new Batch({ client, folder, url, signal }).apply(batch.changes)
      const old = batch.hasMore || known.isWhole ? 0 : await folder.finishRound()
      known.cursor = batch.cursor
      await folder.save()
      if (written + removed + old > 0) print(`${written} written, ${removed + old} removed`)
      if (batch.hasMore || follows) continue
      print(`The folder has ${known.meetings.size} meetings.`)
      return false
    }
    return false
  } catch (error) {
    if (!(error instanceof CursorExpiredError)) throw error
    folder.startAgain()
    return true
  }
}

/** Some changes: each meeting of them is read and written once, and of the recordings only one meeting's are kept. */
class Batch {
  readonly #run: Pick<Run, 'client' | 'folder' | 'url' | 'signal'>
  readonly #copied = new Set<string>()
  /** Ids of the recordings that were read. */
  readonly #known = new Set<string>()
  /** The recordings of the meeting that is copied now: transcripts are long. */
  readonly #recordings = new Map<string, Promise<Recording | null>>()

  constructor(run: Pick<Run, 'client' | 'folder' | 'url' | 'signal'>) {
    this.#run = run
  }

  async apply(changes: Change[]): Promise<{ written: number; removed: number }> {
    const done = { written: 0, removed: 0 }
    for (const change of changes) {
      for (const noteId of await this.#notesOf(change)) {
        if (this.#copied.has(noteId)) continue
        this.#copied.add(noteId)
        done[(await this.#copy(noteId)) ? 'written' : 'removed']++
      }
      this.#recordings.clear()
    }
    return done
  }

  /** @returns none if the meeting was read after the change, or was never seen */
  async #notesOf({ kind, id, change, at }: Change): Promise<string[]> {
    const { meetings, recordings, isWhole, round } = this.#run.folder.known
    const of = kind === 'note' ? { note: id, at: meetings.get(id)?.at ?? '' } : recordings.get(id)
    if (kind === 'recording' && change === 'gone') recordings.delete(id)
    const isRead = !isWhole && change === 'changed' && of && of.at >= at && meetings.get(of.note)?.round === round
    const isOfCopied = kind === 'recording' && of && this.#known.has(id) && this.#copied.has(of.note)
    if (isRead || isOfCopied) return []
    const now = kind === 'recording' && change === 'changed' ? await this.#recording(id) : null
    // A recording may have been moved.
    return [of?.note, now?.note_id].filter((noteId) => noteId !== undefined)
  }

  /** @returns false if there is nothing left of the meeting that the caller sees */
  async #copy(noteId: string): Promise<boolean> {
    const { client, folder, url } = this.#run
    const params = { path: { note_id: noteId } }
    const note: Note | null = (await this.#read(() => client.GET('/api/v1/note/{note_id}', { params })))?.note ?? null
    const { recordings: known } = folder.known
    const ids = note?.recording_ids ?? [...known.keys()].filter((id) => known.get(id)!.note === noteId)
    const recordings = (await Promise.all(ids.map((id) => this.#recording(id)))).filter((found) => found !== null)
    if (!note && recordings.length === 0) {
      await folder.remove(noteId)
      return false
    }
    const meeting = { noteId, note, recordings }
    await folder.write(noteId, {
      name: nameOf(meeting),
      at: note?.updated_at ?? null,
      beside: folder.known.transcripts ? printTranscripts(meeting, url) : [],
      print: (transcripts) => printMeeting(meeting, url, transcripts),
    })
    return true
  }

  #recording(id: string): Promise<Recording | null> {
    const { client, folder } = this.#run
    const read = async () => {
      const params = { path: { recording_id: id } }
      const found =
        (await this.#read(() => client.GET('/api/v1/recording/{recording_id}', { params })))?.recording ?? null
      if (found) folder.known.recordings.set(id, { note: found.note_id, at: found.updated_at })
      else folder.known.recordings.delete(id)
      return found
    }
    const reading = this.#recordings.get(id) ?? read()
    this.#recordings.set(id, reading)
    this.#known.add(id)
    return reading
  }

  /** @returns null for what the caller does not see */
  async #read<Data>(ask: () => Promise<{ data?: Data; error?: unknown; response: Response }>): Promise<Data | null> {
    try {
      return await retrying(async () => dataOf<Data>(await ask()), this.#run.signal)
    } catch (error) {
      if (error instanceof MinutebookError && error.status === 404) return null
      throw error
    }
  }
}

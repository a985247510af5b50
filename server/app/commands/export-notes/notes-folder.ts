/** The folder that `export-notes` writes: the files of each meeting, and what a later run must know. */
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { OperatorError } from '../../../platform/errors.ts'
import { makePrivateFolder } from '../../../platform/folder.ts'
import type { MeetingFile } from './print-meeting.ts'

type Known = {
  /** Address of the service. */
  service: string
  /** Where the changes go on; null before the first batch. */
  cursor: string | null
  /** Whether the folder has the transcripts. */
  transcripts: boolean
  /** False until everything was read once since the start, or since the cursor expired. */
  isWhole: boolean
  /** Counts these starts: what was not seen since the last one is gone. */
  round: number
  /** By id of the note. `beside`: names of the transcripts. `at`: when the note was changed, as it was read; null if only recordings are seen. */
  meetings: Map<string, { file: string; beside: string[]; at: string | null; round: number }>
  /** By id of the recording. */
  recordings: Map<string, { note: string; at: string }>
}

type Writing = {
  name: string
  at: string | null
  /** The transcripts. */
  beside: MeetingFile[]
  /** Prints the Markdown file, by the names of the transcripts. */
  print(beside: string[]): string
}

export class NotesFolder {
  readonly known: Known
  readonly #path: string
  /** Names of the files, folded: some disks do not tell cases apart. */
  readonly #names: Set<string>

  private constructor(path: string, known: Known) {
    this.#path = path
    this.known = known
    this.#names = new Set([...known.meetings.values()].flatMap(filesOf).map(folded))
  }

  /**
   * @param transcripts  whether to write the transcripts from now on; a folder that has them keeps them
   * @throws {OperatorError} the folder cannot be used, or is of another service
   */
  static async open(path: string, service: string, transcripts: boolean): Promise<NotesFolder> {
    try {
      await makePrivateFolder(resolve(path))
    } catch (error) {
      throw new OperatorError(`${path} cannot be a folder: ${(error as Error).message}`)
    }
    const known = (await readKnown(stateOf(path))) ?? {
      ...{ service, cursor: null, transcripts, isWhole: false, round: 1 },
      ...{ meetings: new Map(), recordings: new Map() },
    }
    if (known.service !== service) {
      throw new OperatorError(
        `${path} has the notes of ${known.service}: choose another folder for those of ${service}.`,
      )
    }
    const folder = new NotesFolder(path, known)
    if (transcripts && !known.transcripts) folder.#addTranscripts()
    return folder
  }

  #addTranscripts(): void {
    this.startAgain()
    this.known.transcripts = true
  }

  /** Writes the meeting's files; new names replace the old ones. What others have put into the folder stays. */
  async write(noteId: string, { name, at, beside, print }: Writing): Promise<void> {
    const old = this.known.meetings.get(noteId)
    const before = old ? filesOf(old) : []
    const start = await this.#freeStart(name, noteId, ['.md', ...beside.map(({ ending }) => ending)], before)
    const meeting = { file: `${start}.md`, beside: beside.map(({ ending }) => start + ending) }
    // First, because it says whose files these are.
    await replaceFile(join(this.#path, meeting.file), print(meeting.beside))
    for (const { ending, text } of beside) await replaceFile(join(this.#path, start + ending), text)
    const files = filesOf(meeting)
    for (const file of before) if (!files.includes(file)) await this.#removeFile(file)
    for (const file of files) this.#names.add(folded(file))
    this.known.meetings.set(noteId, { ...meeting, at, round: this.known.round })
  }

  async remove(noteId: string): Promise<void> {
    const meeting = this.known.meetings.get(noteId)
    if (!meeting) return
    for (const file of filesOf(meeting)) await this.#removeFile(file)
    this.known.meetings.delete(noteId)
  }

  /** Everything is read again: the cursor is too old. */
  startAgain(): void {
    Object.assign(this.known, { cursor: null, isWhole: false, round: this.known.round + 1 })
  }

  /** Removes what was not seen since the start. @returns how many */
  async finishRound(): Promise<number> {
    const { meetings, round } = this.known
    const gone = [...meetings.keys()].filter((id) => meetings.get(id)!.round < round)
    for (const id of gone) await this.remove(id)
    this.known.isWhole = true
    return gone.length
  }

  /** After the files, so that an interrupted run writes some of them again. */
  save(): Promise<void> {
    const { meetings, recordings, ...known } = this.known
    const state = { ...known, meetings: [...meetings], recordings: [...recordings] }
    return replaceFile(stateOf(this.#path), JSON.stringify(state))
  }

  /** @returns how the names of all files of the meeting begin */
  async #freeStart(name: string, noteId: string, endings: string[], before: string[]): Promise<string> {
    const isFree = async (file: string) =>
      before.includes(file) || (!this.#names.has(folded(file)) && !(await exists(join(this.#path, file))))
    for (const start of [name, `${name} (${noteId})`]) {
      if (await this.#isOfInterrupted(`${start}.md`, noteId)) return start
      const free = await Promise.all(endings.map((ending) => isFree(start + ending)))
      if (free.every(Boolean)) return start
    }
    return noteId
  }

  /** Whether a run that was not saved wrote this file for the meeting. */
  async #isOfInterrupted(file: string, noteId: string): Promise<boolean> {
    if (this.#names.has(folded(file))) return false
    const text = await readFile(join(this.#path, file), 'utf8').catch(() => '')
    return text.startsWith(`---\nid: ${JSON.stringify(noteId)}\n`)
  }

  async #removeFile(file: string): Promise<void> {
    await rm(join(this.#path, file), { force: true })
    this.#names.delete(folded(file))
  }
}

const filesOf = ({ file, beside }: { file: string; beside: string[] }) => [file, ...beside]
const folded = (file: string) => file.toLowerCase()

const stateOf = (path: string) => join(path, '.minutebook.json')

async function readKnown(file: string): Promise<Known | null> {
  const text = await readFile(file, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw new OperatorError(`${file} cannot be read: ${error.message}`)
  })
  if (text === null) return null
  try {
    const { meetings, recordings, ...known } = JSON.parse(text)
    return { ...known, meetings: new Map(meetings), recordings: new Map(recordings) }
  } catch {
    throw new OperatorError(`${file} is damaged: empty the folder, or choose another one.`)
  }
}

/** A file is whole at any moment. */
async function replaceFile(file: string, text: string): Promise<void> {
  const draft = `${file}.draft`
  await writeFile(draft, text, { mode: 0o600 })
  await rename(draft, file)
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

/** The folder that `export-notes` writes: a file for each meeting, and what a later run must know. */
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '../../../platform/errors.ts'

type Known = {
  /** Address of the service. */
  service: string
  /** Where the changes go on; null before the first batch. */
  cursor: string | null
  /** False until everything was read once since the start, or since the cursor expired. */
  isWhole: boolean
  /** Counts these starts: what was not seen since the last one is gone. */
  round: number
  /** By id of the note. `at`: when the note was changed, as it was read; null if only recordings are seen. */
  meetings: Map<string, { file: string; at: string | null; round: number }>
  /** By id of the recording. */
  recordings: Map<string, { note: string; at: string }>
}

export class NotesFolder {
  readonly known: Known
  readonly #path: string
  /** Names of the files, folded: some disks do not tell cases apart. */
  readonly #names: Set<string>

  private constructor(path: string, known: Known) {
    this.#path = path
    this.known = known
    this.#names = new Set([...known.meetings.values()].map(({ file }) => file.toLowerCase()))
  }

  /** @throws {OperatorError} the folder cannot be used, or is of another service */
  static async open(path: string, service: string): Promise<NotesFolder> {
    try {
      await mkdir(path, { recursive: true })
    } catch (error) {
      throw new OperatorError(`${path} cannot be a folder: ${(error as Error).message}`)
    }
    const known = (await readKnown(stateOf(path))) ?? {
      ...{ service, cursor: null, isWhole: false, round: 1 },
      ...{ meetings: new Map(), recordings: new Map() },
    }
    if (known.service === service) return new NotesFolder(path, known)
    throw new OperatorError(`${path} has the notes of ${known.service}: choose another folder for those of ${service}.`)
  }

  /** Writes the meeting's file; a new name replaces the old one. What others have put into the folder stays. */
  async write(noteId: string, name: string, text: string, at: string | null): Promise<void> {
    const old = this.known.meetings.get(noteId)?.file
    const file = await this.#freeName(name, noteId, old)
    await replaceFile(join(this.#path, file), text)
    if (old !== undefined && old !== file) await this.#removeFile(old)
    this.#names.add(file.toLowerCase())
    this.known.meetings.set(noteId, { file, at, round: this.known.round })
  }

  async remove(noteId: string): Promise<void> {
    const meeting = this.known.meetings.get(noteId)
    if (!meeting) return
    await this.#removeFile(meeting.file)
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

  async #freeName(name: string, noteId: string, old: string | undefined): Promise<string> {
    for (const file of [`${name}.md`, `${name} (${noteId}).md`]) {
      if (file === old) return file
      if (!this.#names.has(file.toLowerCase()) && !(await exists(join(this.#path, file)))) return file
    }
    return `${noteId}.md`
  }

  async #removeFile(file: string): Promise<void> {
    await rm(join(this.#path, file), { force: true })
    this.#names.delete(file.toLowerCase())
  }
}

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
  await writeFile(draft, text)
  await rename(draft, file)
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

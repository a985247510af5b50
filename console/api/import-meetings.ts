/**
 * The import of this tab: files that a person chose, the meetings that they become, and which of them have arrived. It goes
 * on on other pages. What the person changed is kept sealed, so that after a reload the same files go on where it was;
 * the service knows which of them have arrived (docs/decisions/imports.md).
 */
import { dataOf, MinutebookError, type Progress } from '@minutebook/client'
import type { ImportFile, ImportMeeting, ImportRow, JoinedNote, Unreadable } from '../../meeting-import/meetings.ts'
import type { SendOptions } from '../../meeting-import/send-meeting.ts'
import { client } from './client.ts'
import { changesKept, forgetKept, keepChange, keepCounts, keptCounts } from './kept-import.ts'
import { onLeaving } from './person.ts'
import { setSendsImport } from './running-uploads.ts'

export type Line = ImportRow & {
  isLeftOut: boolean
  /** `known`: it was imported before. `processing`: it has arrived. `done`: its recap is there. */
  state: 'ready' | 'known' | 'sending' | 'processing' | 'done' | 'failed'
  recordingId: string | null
  /** Why it failed, as a sentence. */
  error: string | null
  /** Bytes of its media. */
  sent: number
  total: number
}

export type Import = {
  /** `choose`: there are no files yet. `look`: the person looks it over, or has stopped it. */
  phase: 'choose' | 'reading' | 'look' | 'sending'
  /** Files. */
  read: number
  toRead: number
  lines: readonly Line[]
  unreadable: readonly Unreadable[]
  /** Why it does not go on; `error` of a line concerns that line alone. */
  error: unknown
}

const nothing: Import = { phase: 'choose', read: 0, toRead: 0, lines: [], unreadable: [], error: null }

let now: Import = nothing
let stopping = new AbortController()
const listeners = new Set<() => void>()

export const importHere = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  now: () => now,
}

function publish(changes: Partial<Import>): void {
  now = { ...now, ...changes }
  setSendsImport(now.phase === 'sending')
  for (const listener of listeners) listener()
}

const publishLine = (key: string, changes: Partial<Line>) =>
  publish({ lines: now.lines.map((line) => (line.meeting.key === key ? { ...line, ...changes } : line)) })

/** Whether it will be sent. */
export const isWanted = ({ isLeftOut, state }: Line) => !isLeftOut && (state === 'ready' || state === 'failed')

/** How many have arrived, of all that are to. */
export function countsOf(lines: readonly Line[]): { arrived: number; wanted: number } {
  const arrived = lines.filter(({ state }) => state === 'processing' || state === 'done').length
  return { arrived, wanted: arrived + lines.filter((line) => isWanted(line) || line.state === 'sending').length }
}

/** Reads files; the table follows. */
export async function readFiles(files: readonly File[]): Promise<void> {
  stopping.abort()
  stopping = new AbortController()
  const { signal } = stopping
  publish({ ...nothing, phase: 'reading', toRead: files.length })
  try {
    const { readMeetings } = await import('../../meeting-import/read-meetings.ts')
    const { compareMeetings } = await import('../../meeting-import/compare-meetings.ts')
    const onProgress = (read: number, toRead: number) => !signal.aborted && publish({ read, toRead })
    const { meetings, unreadable } = await readMeetings(files.map(toImportFile), { signal, onProgress })
    const rows = await compareMeetings(client, meetings, signal)
    if (!signal.aborted) publish({ phase: 'look', lines: changed(rows.map(toLine)), unreadable })
  } catch (error) {
    if (!signal.aborted) publish({ ...nothing, error })
  }
}

type Dropped = File & { path?: string; relativePath?: string }

/** Browsers tell the folders of a file in several ways. */
function toImportFile(file: File): ImportFile {
  const { webkitRelativePath, relativePath, path, name } = file as Dropped
  return { path: (webkitRelativePath || relativePath || path || name).replace(/^\.?\/+/, ''), blob: file }
}

const toLine = (row: ImportRow): Line => ({
  ...row,
  ...{ isLeftOut: false, state: row.knownAs === null ? 'ready' : 'known', recordingId: row.knownAs, error: null },
  ...{ sent: 0, total: row.meeting.media?.blob.size ?? 0 },
})

export function changeMeeting(key: string, fields: Partial<ImportMeeting>, joins: JoinedNote | null): void {
  const line = now.lines.find(({ meeting }) => meeting.key === key)!
  publishLine(key, { meeting: { ...line.meeting, ...fields }, joins })
  keepChange([key], { ...fields, joins })
}

export function leaveOut(keys: readonly string[], isLeftOut: boolean): void {
  publish({ lines: now.lines.map((line) => (keys.includes(line.meeting.key) ? { ...line, isLeftOut } : line)) })
  keepChange(keys, { isLeftOut })
}

/** Sends what is wanted, one after the other, until it is stopped or the service is away. */
export async function sendWanted(): Promise<void> {
  stopping = new AbortController()
  const { signal } = stopping
  publish({ phase: 'sending', error: null })
  keepProgress()
  try {
    const { sendMeeting } = await import('../../meeting-import/send-meeting.ts')
    for (const { meeting } of now.lines) {
      const line = now.lines.find((each) => each.meeting.key === meeting.key)!
      if (isWanted(line)) await send(line, (row, options) => sendMeeting(client, row, { ...options, signal }))
    }
    publish({ phase: 'look' })
  } catch (error) {
    publish({ phase: 'look', error: signal.aborted ? null : error })
  }
  keepProgress()
}

function keepProgress(): void {
  const counts = countsOf(now.lines)
  if (counts.arrived === counts.wanted) forgetKept()
  else keepCounts(counts)
}

type Send = (row: ImportRow, options: Pick<SendOptions, 'onProgress'>) => Promise<string>

async function send({ meeting: { key }, ...line }: Line, sendRow: Send): Promise<void> {
  const { meeting, joins, knownAs } = { ...line, ...now.lines.find((each) => each.meeting.key === key)! }
  publishLine(key, { state: 'sending', error: null, sent: 0 })
  try {
    const onProgress = ({ sent }: Progress) => publishLine(key, { sent })
    const recordingId = await sendRow({ meeting, joins, knownAs }, { onProgress })
    publishLine(key, { state: 'processing', recordingId })
    keepProgress()
    void watch()
  } catch (error) {
    const isRefused = error instanceof MinutebookError && !error.isTemporary && error.status !== 401
    publishLine(key, { state: isRefused ? 'failed' : 'ready', error: isRefused ? error.message : null })
    if (!isRefused) throw error
  }
}

const waitSeconds = 20
const againMs = 5_000
let isWatching = false

/** The service takes them in their order. */
async function watch(): Promise<void> {
  if (isWatching) return
  isWatching = true
  try {
    for (let line = nextProcessed(); line; line = nextProcessed()) {
      const params = { path: { recording_id: line.recordingId! }, query: { wait: waitSeconds } }
      const { upload } = dataOf(await client.GET('/api/v1/recordings/upload/{recording_id}', { params }))
      if (upload.status === 'SUCCESS') publishLine(line.meeting.key, { state: 'done' })
      if (upload.status === 'FAILED')
        publishLine(line.meeting.key, { state: 'failed', error: upload.failure_reason ?? '' })
    }
  } catch {
    setTimeout(() => void watch(), againMs)
  } finally {
    isWatching = false
  }
}

const nextProcessed = () => now.lines.find(({ state }) => state === 'processing')

/** Stops reading or sending; what has arrived stays. */
export function stopImport(): void {
  stopping.abort()
  if (now.phase === 'reading') publish(nothing)
}

/** Takes the table away. */
export function endImport(): void {
  stopImport()
  forgetKept()
  publish(nothing)
}

/** What a reload has interrupted; null: nothing was, or the table is there. */
export function interrupted(): { arrived: number; wanted: number } | null {
  const { arrived, wanted } = keptCounts()
  return now.phase === 'choose' && arrived < wanted ? { arrived, wanted } : null
}

/** The lines with what the person changed before a reload. */
function changed(lines: Line[]): Line[] {
  const changes = changesKept()
  return lines.map((line) => {
    const { joins, isLeftOut, ...fields } = changes[line.meeting.key] ?? {}
    return {
      ...line,
      meeting: { ...line.meeting, ...fields },
      ...(joins !== undefined && { joins }),
      ...(isLeftOut !== undefined && { isLeftOut }),
    }
  })
}

onLeaving(() => stopImport())

/**
 * Files that this tab is sending by tus. They continue on other pages, and stop when the tab is closed. The service
 * keeps and lists what has arrived.
 */
import type { Upload, UploadOptions } from 'tus-js-client'
import { actingHeaders } from './on-behalf.ts'
import { onLeaving } from './person.ts'
import { asPersonHere, endpoint, isTemporary, loadTus, retryDelays, sentenceOf } from './tus.ts'
import type { Details } from './uploads.ts'

const pieceBytes = 8 * 1_048_576

export type Running = {
  key: number
  /** Null until the service has assigned one. */
  recordingId: string | null
  title: string
  sent: number
  total: number
  state: 'sending' | 'waiting' | 'paused' | 'failed'
  /** The service's error message. */
  error: string | null
}

let all: readonly Running[] = []
const uploads = new Map<number, Upload>()
const listeners = new Set<() => void>()
let lastKey = 0
let sendsImport = false

/** Whether this tab sends files, those of an import included. */
export const sendsFiles = () => sendsImport || all.some(({ state }) => state !== 'failed')

export const runningUploads = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  all: () => all,
}

function publish(next: readonly Running[]): void {
  all = next
  for (const listener of listeners) listener()
  askBeforeLeaving()
}

function askBeforeLeaving(): void {
  window.onbeforeunload = sendsFiles() ? (event) => event.preventDefault() : null
}

/** Said by the import, which sends its own files. */
export function setSendsImport(sends: boolean): void {
  sendsImport = sends
  askBeforeLeaving()
}

const change = (key: number, changes: Partial<Running>) =>
  publish(all.map((each) => (each.key === key ? { ...each, ...changes } : each)))

export function forget(key: number): void {
  uploads.delete(key)
  publish(all.filter((each) => each.key !== key))
}

type Given = { file: File; title: string; onEnd: () => void }

/** Starts to send a file. */
export function sendFile({ details, ...given }: Given & { details: Details }): void {
  const { file, title } = given
  const fields = { title, filename: file.name, filetype: file.type, ...details }
  const metadata = Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Record<string, string>
  void start(given, null, { endpoint, metadata })
}

/** Sends the rest of a file of which a part has arrived. */
export function sendRest({ recordingId, ...given }: Given & { recordingId: string }): void {
  void start(given, recordingId, { uploadUrl: `${location.origin}${endpoint}/${recordingId}` })
}

async function start({ file, title, onEnd }: Given, recordingId: string | null, how: UploadOptions): Promise<void> {
  const key = ++lastKey
  publish([...all, { key, recordingId, title, sent: 0, total: file.size, state: 'sending', error: null }])
  /** Not if it is paused or stopped before the library is loaded. */
  const isWanted = () => all.some((each) => each.key === key && each.state !== 'paused')
  const tus = await loadTus(() => isWanted() && change(key, { state: 'waiting' }))
  const upload: Upload = new tus.Upload(file, {
    ...how,
    chunkSize: pieceBytes,
    retryDelays,
    storeFingerprintForResuming: false,
    ...asPersonHere(actingHeaders(endpoint)),
    onUploadUrlAvailable: () => change(key, { recordingId: upload.url!.split('/').at(-1)! }),
    onProgress: (sent) => change(key, { sent, state: 'sending' }),
    onShouldRetry: (error) => {
      const mayPass = isTemporary(error)
      if (mayPass) change(key, { state: 'waiting' })
      return mayPass
    },
    onError: (error) => {
      change(key, { state: 'failed', error: sentenceOf(error) })
      onEnd()
    },
    onSuccess: () => {
      forget(key)
      onEnd()
    },
  })
  uploads.set(key, upload)
  if (isWanted()) upload.start()
}

onLeaving(() => Promise.all([...uploads.values()].map((upload) => upload.abort())))

export function pause(key: number): void {
  void uploads.get(key)?.abort()
  change(key, { state: 'paused' })
}

export function resume(key: number): void {
  change(key, { state: 'sending', error: null })
  uploads.get(key)?.start()
}

/** Stops sending, finally; the file stays in the list until it is forgotten. */
export async function stop(key: number): Promise<void> {
  await uploads.get(key)?.abort()
  change(key, { state: 'paused' })
}

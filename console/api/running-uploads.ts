/**
 * Files that this tab is sending by tus. They continue on other pages, and stop when the tab is closed. The service
 * keeps and lists what has arrived.
 */
import type { DetailedError, Upload, UploadOptions } from 'tus-js-client'
import { actingHeaders } from './on-behalf.ts'
import { onLeaving } from './person.ts'
import { asPersonHere, endpoint, isTemporary, retryDelays, sentenceOf } from './tus.ts'
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
  unbegun.delete(key)
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

/** Those whose library could not be loaded; each begins it again. */
const unbegun = new Map<number, () => Promise<void>>()

async function start(given: Given, recordingId: string | null, how: UploadOptions): Promise<void> {
  const key = ++lastKey
  const { title, file } = given
  publish([...all, { key, recordingId, title, sent: 0, total: file.size, state: 'sending', error: null }])
  await begin(key, given, how)
}

async function begin(key: number, given: Given, how: UploadOptions): Promise<void> {
  const { file, onEnd } = given
  const fail = (error: Error | DetailedError) => {
    change(key, { state: 'failed', error: sentenceOf(error) })
    onEnd()
  }
  unbegun.delete(key)
  try {
    const tus = await import('tus-js-client')
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
      onError: fail,
      onSuccess: () => {
        forget(key)
        onEnd()
      },
    })
    uploads.set(key, upload)
    // Not if it was paused or stopped meanwhile.
    if (all.some((each) => each.key === key && each.state === 'sending')) upload.start()
  } catch (error) {
    unbegun.set(key, () => begin(key, given, how))
    fail(error as Error)
  }
}

onLeaving(() => Promise.all([...uploads.values()].map((upload) => upload.abort())))

export function pause(key: number): void {
  void uploads.get(key)?.abort()
  change(key, { state: 'paused' })
}

export function resume(key: number): void {
  change(key, { state: 'sending', error: null })
  const upload = uploads.get(key)
  if (upload) upload.start()
  else void unbegun.get(key)?.()
}

/** Stops sending, finally; the file stays in the list until it is forgotten. */
export async function stop(key: number): Promise<void> {
  await uploads.get(key)?.abort()
  change(key, { state: 'paused' })
}

/** Recordings in the browser's own store until the service has all of them, piece by piece. */
import type { OggState } from './ogg-opus.ts'

export type KeptRecording = {
  id: string
  /** Whose it is: nobody else who uses this browser is offered it. */
  userId: string
  noteId: string
  title: string
  startedAt: string
  /** Two: the own voice on the left, the others on the right. */
  channels: 1 | 2
  /** What people were told, as the API takes it. */
  consent: { text: string; told: string[]; at: string } | null
  /** Where the service receives it; null until the service has said so. */
  uploadUrl: string | null
  /** The head of Opus; null before the first piece. */
  ogg: OggState | null
  bytes: number
  hasEnded: boolean
}

type Piece = { id: string; at: number; bytes: Uint8Array<ArrayBuffer> }

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('minutebook.recordings', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('recordings', { keyPath: 'id' })
      request.result.createObjectStore('pieces', { keyPath: ['id', 'at'] })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

const resultOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Resolves when all of it is stored. */
async function write(change: (recordings: IDBObjectStore, pieces: IDBObjectStore) => void): Promise<void> {
  const transaction = (await open()).transaction(['recordings', 'pieces'], 'readwrite')
  change(transaction.objectStore('recordings'), transaction.objectStore('pieces'))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = transaction.onabort = () => reject(transaction.error)
  })
}

const piecesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER])

export const keep = (recording: KeptRecording, piece?: Piece): Promise<void> =>
  write((recordings, pieces) => {
    if (piece) pieces.put(piece)
    recordings.put(recording)
  })

export const forgetKept = (id: string): Promise<void> =>
  write((recordings, pieces) => {
    recordings.delete(id)
    pieces.delete(piecesOf(id))
  })

export async function readKept(id: string): Promise<KeptRecording | undefined> {
  return resultOf((await open()).transaction('recordings').objectStore('recordings').get(id))
}

export async function allKept(): Promise<KeptRecording[]> {
  return resultOf((await open()).transaction('recordings').objectStore('recordings').getAll())
}

/** The pieces that contain bytes from `start` to `end`, in order. */
export async function readPieces(id: string, start: number, end: number): Promise<Piece[]> {
  const range = IDBKeyRange.bound([id, 0], [id, end], false, true)
  const all = (await open()).transaction('pieces').objectStore('pieces').getAll(range)
  return ((await resultOf(all)) as Piece[]).filter(({ at, bytes }) => at + bytes.length > start)
}

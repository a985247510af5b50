/**
 * Recordings in the browser's own store until the service has all of them, piece by piece. All of it is sealed for the
 * person: whoever uses this browser next sees only that there is something.
 */
import { actingFor } from '../api/on-behalf.ts'
import { personHere } from '../api/person.ts'
import { seal, sealText, unseal, unsealText } from '../api/sealed.ts'
import type { OggState } from './ogg-opus.ts'
import type { Format } from './sound.ts'

export type KeptRecording = {
  id: string
  noteId: string
  title: string
  startedAt: string
  /** Two: the own voice on the left, the others on the right. */
  channels: 1 | 2
  /** What people were told, as the API takes it. */
  consent: { text: string; told: string[]; at: string } | null
  /** Where the service receives it; null until the service has said so. */
  uploadUrl: string | null
  format: Format
  /** Of `ogg`; null before the first piece. */
  ogg: OggState | null
  seconds: number
  bytes: number
  hasEnded: boolean
}

type Piece = { at: number; bytes: Uint8Array<ArrayBuffer> }

type Sealed = Uint8Array<ArrayBuffer>
type SealedRecording = { id: string; owner: string; sealed: Sealed }
/** `length` is that of its bytes. */
type SealedPiece = { id: string; at: number; length: number; sealed: Sealed }

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('minutebook.recordings', 2)
    request.onupgradeneeded = () => {
      // Those of before were not sealed.
      for (const store of request.result.objectStoreNames) request.result.deleteObjectStore(store)
      request.result.createObjectStore('recordings', { keyPath: 'id' })
      request.result.createObjectStore('pieces', { keyPath: ['id', 'at'] })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

/** The person, and for whom they act. */
const ownerHere = () => [personHere()!.id, actingFor()?.id].filter(Boolean).join(' ')

/** Pages that record have HTTPS. */
const keyHere = () => personHere()!.key!

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

export async function keep(recording: KeptRecording, piece?: Piece): Promise<void> {
  const { id } = recording
  const row: SealedRecording = { id, owner: ownerHere(), sealed: await sealText(keyHere(), JSON.stringify(recording)) }
  const sealed: SealedPiece | undefined = piece && {
    ...{ id, at: piece.at, length: piece.bytes.length },
    sealed: await seal(keyHere(), piece.bytes),
  }
  await write((recordings, pieces) => {
    if (sealed) pieces.put(sealed)
    recordings.put(row)
  })
}

export const forgetKept = (id: string): Promise<void> =>
  write((recordings, pieces) => {
    recordings.delete(id)
    pieces.delete(piecesOf(id))
  })

/** Undefined if it is no longer there, or is another's. */
export async function readKept(id: string): Promise<KeptRecording | undefined> {
  const row = await resultOf<SealedRecording | undefined>((await recordings()).get(id))
  return row?.owner === ownerHere() ? unsealed(row) : undefined
}

/** The ids of the person's own, and whether there are others'. */
export async function allKept(): Promise<{ own: string[]; isOthers: boolean }> {
  const rows = await resultOf<SealedRecording[]>((await recordings()).getAll())
  const own = rows.filter(({ owner }) => owner === ownerHere()).map(({ id }) => id)
  return { own, isOthers: own.length < rows.length }
}

const recordings = async () => (await open()).transaction('recordings').objectStore('recordings')

/** One that was sealed under a key that is no more is deleted. */
async function unsealed({ id, sealed }: SealedRecording): Promise<KeptRecording | undefined> {
  const text = await unsealText(keyHere(), sealed).catch(() => null)
  if (text === null) await forgetKept(id)
  return text === null ? undefined : JSON.parse(text)
}

/** The pieces that contain bytes from `start` to `end`, in order. */
export async function readPieces(id: string, start: number, end: number): Promise<Piece[]> {
  const range = IDBKeyRange.bound([id, 0], [id, end], false, true)
  const store = (await open()).transaction('pieces').objectStore('pieces')
  const rows = await resultOf<SealedPiece[]>(store.getAll(range))
  const wanted = rows.filter(({ at, length }) => at + length > start)
  return Promise.all(wanted.map(async ({ at, sealed }) => ({ at, bytes: await unseal(keyHere(), sealed) })))
}

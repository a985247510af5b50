/**
 * Recordings in the browser's own store until the service has all of them, piece by piece. All of it is sealed for the
 * person: whoever uses this browser next sees only that there is something.
 */
import { personHere } from '../api/person.ts'
import { seal, sealText, unseal, unsealText } from '../api/sealed.ts'
import type { KeptMark } from './kept-marks.ts'
import type { OggState } from './ogg-opus.ts'
import type { Format } from './sound.ts'
import { openStore, resultOf } from './store.ts'

export type KeptRecording = {
  id: string
  noteId: string
  title: string
  startedAt: string
  /** The meeting's planned end; absent in one from before it was kept. */
  endsAt?: string | null
  /** The right channel is a call's tab. */
  ofCall?: boolean
  /** Two: the own voice on the left, the others on the right. */
  channels: 1 | 2
  /** What people were told, as the API takes it. */
  consent: { text: string; told: string[]; at: string } | null
  /** For whom the person acted when it began. It stays theirs when they act for nobody any more. */
  onBehalfOf: { id: string; full_name: string } | null
  /** Where the service receives it; null until the service has said so. */
  uploadUrl: string | null
  format: Format
  /** Of `ogg`; null before the first piece. */
  ogg: OggState | null
  seconds: number
  bytes: number
  hasEnded: boolean
  /** Absent in one from before there were marks. */
  marks?: KeptMark[]
}

type Piece = { at: number; bytes: Uint8Array<ArrayBuffer> }

type Sealed = Uint8Array<ArrayBuffer>
/** `owner` is hidden (see `Person`). */
type SealedRecording = { id: string; owner: string; sealed: Sealed }
/** `length` is that of its bytes. */
type SealedPiece = { id: string; at: number; length: number; sealed: Sealed }

/** Pages that record have HTTPS. */
const keysHere = () => personHere()!.keys!

const isOwn = ({ owner }: SealedRecording) => personHere()!.owners.includes(owner)

/** Resolves when all of it is stored. */
async function write(change: (recordings: IDBObjectStore, pieces: IDBObjectStore) => void): Promise<void> {
  const transaction = (await openStore()).transaction(['recordings', 'pieces'], 'readwrite')
  change(transaction.objectStore('recordings'), transaction.objectStore('pieces'))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = transaction.onabort = () => reject(transaction.error)
  })
}

const piecesOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER])

export async function keep(recording: KeptRecording, piece?: Piece): Promise<void> {
  const { id } = recording
  const sealedText = await sealText(keysHere(), JSON.stringify(recording))
  const row: SealedRecording = { id, owner: personHere()!.owners[0]!, sealed: sealedText }
  const sealed: SealedPiece | undefined = piece && {
    ...{ id, at: piece.at, length: piece.bytes.length },
    sealed: await seal(keysHere(), piece.bytes),
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

/** @returns undefined if it is no longer there, or is another's. @throws {DOMException} it does not open, and stays */
export async function readKept(id: string): Promise<KeptRecording | undefined> {
  const row = await resultOf<SealedRecording | undefined>((await recordings()).get(id))
  if (!row || !isOwn(row)) return undefined
  const recording: KeptRecording = JSON.parse(await unsealText(keysHere(), row.sealed))
  // Without room for it now, the next page tries again.
  if (row.owner !== personHere()!.owners[0]) await sealAnew(recording).catch(() => {})
  return recording
}

/** Under the present key, so that it opens when the one of before is no more. */
async function sealAnew(recording: KeptRecording): Promise<void> {
  const pieces = async () => (await openStore()).transaction('pieces').objectStore('pieces')
  for (const key of await resultOf((await pieces()).getAllKeys(piecesOf(recording.id)))) {
    const piece = await resultOf<SealedPiece>((await pieces()).get(key))
    const sealed = await seal(keysHere(), await unseal(keysHere(), piece.sealed))
    await write((_recordings, pieces) => pieces.put({ ...piece, sealed }))
  }
  await keep(recording)
}

/** The ids of the person's own. Of a key that is no more nobody can tell whose they are: they stay. */
export async function allKept(): Promise<string[]> {
  const rows = await resultOf<SealedRecording[]>((await recordings()).getAll())
  return rows.filter(isOwn).map(({ id }) => id)
}

const recordings = async () => (await openStore()).transaction('recordings').objectStore('recordings')

/** The pieces that contain bytes from `start` to `end`, in order. */
export async function readPieces(id: string, start: number, end: number): Promise<Piece[]> {
  const range = IDBKeyRange.bound([id, 0], [id, end], false, true)
  const store = (await openStore()).transaction('pieces').objectStore('pieces')
  const rows = await resultOf<SealedPiece[]>(store.getAll(range))
  const wanted = rows.filter(({ at, length }) => at + length > start)
  return Promise.all(wanted.map(async ({ at, sealed }) => ({ at, bytes: await unseal(keysHere(), sealed) })))
}

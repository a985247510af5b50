/** The growing file of one recording: written piece by piece, read by the upload while it grows. */
import { type KeptRecording, keep, readPieces } from './kept-recordings.ts'
import { addToOgg, beginOgg, endOgg, hertz } from './ogg-opus.ts'
import type { SoundPiece } from './sound.ts'

type Piece = { at: number; bytes: Uint8Array<ArrayBuffer> }

export class SoundFile {
  #kept: KeptRecording
  /** Pieces for which the browser has no room. They are in memory, as are all after them. */
  readonly #unkept: Piece[] = []
  #writing: Promise<void> = Promise.resolve()
  #woken: (() => void)[] = []
  readonly #onNoRoom: () => void

  constructor(kept: KeptRecording, onNoRoom: () => void) {
    this.#kept = kept
    this.#onNoRoom = onNoRoom
  }

  get kept(): KeptRecording {
    return this.#kept
  }

  /** Resolves when all of it is kept. */
  get written(): Promise<void> {
    return this.#writing
  }

  add(piece: SoundPiece): Promise<void> {
    const { ogg, bytes, seconds } = this.#kept
    if ('bytes' in piece) return this.#append(new Uint8Array(piece.bytes), { seconds: seconds + piece.seconds }, bytes)
    const begun = ogg ? null : beginOgg(crypto.getRandomValues(new Uint32Array(1))[0]!, piece.head)
    const added = addToOgg(ogg ?? begun!.state, piece.packets)
    const changes = { ogg: added.state, seconds: added.state.samples / hertz }
    return this.#append(new Uint8Array([...(begun?.bytes ?? []), ...added.bytes]), changes, bytes)
  }

  /** No more will be added. */
  end(): Promise<void> {
    const { ogg, bytes, hasEnded } = this.#kept
    if (hasEnded) return this.#writing
    return this.#append(ogg ? endOgg(ogg) : new Uint8Array(), { hasEnded: true }, bytes)
  }

  change(changes: Partial<KeptRecording>): Promise<void> {
    return this.#append(new Uint8Array(), changes, this.#kept.bytes)
  }

  #append(bytes: Uint8Array<ArrayBuffer>, changes: Partial<KeptRecording>, at: number): Promise<void> {
    this.#kept = { ...this.#kept, ...changes, bytes: at + bytes.length }
    const kept = this.#kept
    this.#writing = this.#writing.then(async () => {
      const isKept = this.#unkept.length === 0 && (await this.#keep(kept, { at, bytes }))
      if (!isKept && bytes.length > 0) this.#unkept.push({ at, bytes })
      for (const wake of this.#woken.splice(0)) wake()
    })
    return this.#writing
  }

  async #keep(kept: KeptRecording, { at, bytes }: Piece): Promise<boolean> {
    try {
      await keep(kept, bytes.length > 0 ? { at, bytes } : undefined)
      return true
    } catch {
      this.#onNoRoom()
      return false
    }
  }

  /**
   * Waits until there are bytes after `start`, or the recording has ended.
   * @returns at most the bytes up to `end`, and whether they are the last ones
   * @throws {Error} they cannot be read now, or some are missing
   */
  async read(start: number, end: number): Promise<{ value: Blob | null; done: boolean }> {
    await this.#writing
    // The service has more than this browser had room for: the rest follows there.
    if (start > this.#kept.bytes && !this.#kept.hasEnded) this.#kept = { ...this.#kept, bytes: start }
    while (this.#kept.bytes <= start && !this.#kept.hasEnded) {
      await new Promise<void>((resolve) => this.#woken.push(resolve))
    }
    await this.#writing
    const { id, bytes, hasEnded } = this.#kept
    const last = Math.min(end, bytes)
    const value = this.#join(await readPieces(id, start, last), start, last)
    // What is sent after a gap would be taken for what is missing.
    if (value.size < last - start) throw new Error(`Only ${value.size} of ${last - start} bytes are here`)
    return { value: value.size > 0 ? value : null, done: hasEnded && last === bytes }
  }

  /** What can be read of it now. */
  async save(): Promise<Blob> {
    await this.#writing
    const { id, bytes } = this.#kept
    return this.#join(await readPieces(id, 0, bytes).catch(() => []), 0, bytes)
  }

  #join(kept: Piece[], start: number, last: number): Blob {
    const unkept = this.#unkept.filter((piece) => piece.at < last && piece.at + piece.bytes.length > start)
    return new Blob(
      [...kept, ...unkept].map((piece) =>
        piece.bytes.subarray(Math.max(0, start - piece.at), Math.max(0, last - piece.at)),
      ),
    )
  }
}

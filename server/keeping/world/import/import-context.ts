/** The context of the import of one workspace. */
import type { HoldOptions } from '../../../meetings/action-items/hold.ts'
import type { AnnounceOptions } from '../../../meetings/notes/announce-things.ts'
import { newId } from '../../../platform/id.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { WorkspaceRow } from '../../../platform/postgres/tables.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import type { MediaFolder } from '../format/media-folder.ts'
import type { Stage } from './stage.ts'
import type { Statistics } from './statistics.ts'

/** The terms for announcing events, besides the transaction and time of the import. */
export type FireOptions = Pick<HoldOptions, 'jobs' | 'holdSeconds'> & Pick<AnnounceOptions, 'publicUrl'>

export type ImportContext = {
  tx: Tx
  stage: Stage
  statistics: Statistics
  /** The index of the workspace in the file. */
  index: number
  workspace: WorkspaceRow
  now: Date
  ids: Ids
  secretKey: SecretKey
  /** The media of recordings, if they are imported. */
  media: MediaFolder | null
  /** The terms for announcing events; null announces none. */
  fire: FireOptions | null
  tally: Tally
}

/** How many objects of the file were new, changed and unchanged. */
export type Tally = { created: number; updated: number; unchanged: number }

/** The created and updated objects of a batch, by id. */
export class Changes {
  readonly #created: Set<string>
  readonly #updated = new Set<string>()

  constructor(created: string[], updated: string[] = []) {
    this.#created = new Set(created)
    this.update(updated)
  }

  update(ids: Iterable<string>): void {
    for (const id of ids) if (!this.#created.has(id)) this.#updated.add(id)
  }

  get ids(): string[] {
    return [...this.#created, ...this.#updated]
  }

  isNew(id: string): boolean {
    return this.#created.has(id)
  }

  get created(): number {
    return this.#created.size
  }

  get updated(): number {
    return this.#updated.size
  }
}

/**
 * Creates ids in ascending order, so that objects without an id keep the order of the file when they are matched again. A
 * counter replaces the first random digits of `newId`; 48 random bits are left.
 */
export class Ids {
  readonly #now: Date
  #count = 0

  constructor(now: Date) {
    this.#now = now
  }

  next(prefix: string): string {
    const id = newId(prefix, this.#now)
    const count = (this.#count++).toString(16).padStart(8, '0')
    const at = prefix.length + 1 + 9
    return id.slice(0, at) + count + id.slice(at + count.length)
  }
}

/** The new value of a field: from the file, else as stored, else the default; null in the file means the default. */
export function resolveField<V>(given: V | null | undefined, stored: V | undefined, fallback: V): V {
  if (given === undefined) return stored === undefined ? fallback : stored
  return given ?? fallback
}

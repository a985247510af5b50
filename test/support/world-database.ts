/** For tests of import and export: separate databases, and worlds as objects. */
import { Readable } from 'node:stream'
import { exportWorld } from '../../server/keeping/world/export/export-world.ts'
import type { MediaFolder } from '../../server/keeping/world/format/media-folder.ts'
import { importWorld } from '../../server/keeping/world/import/import-world.ts'
import { type Db, openDb, openPool } from '../../server/platform/postgres/db.ts'
import { clearRows, openDatabase, renewDatabase } from './databases.ts'
import { keepOrClose, takeKept } from './kept.ts'

export const secretKey = { current: Buffer.alloc(32, 7), old: [] }

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>

/** A clone of the migrated template, or an emptied database of a finished test. */
export async function openTestDatabase() {
  const connected = takeKept<Connected>('database') ?? (await connect())
  const { db } = connected
  const renew = async () => {
    // A kept service must not use this database.
    await db.deleteFrom('secret_key_checks').execute()
    return renewDatabase(db)
  }
  let now = new Date('2026-01-10T12:00:00.000Z')
  return {
    db,
    load: (world: object | string | AsyncIterable<Uint8Array>, mediaFolder: MediaFolder | null = null) =>
      importWorld(db, toInput(world), { clock: () => now, secretKey, mediaFolder }),
    async print(subdomain = 'acme', withSecrets = false, mediaFolder: MediaFolder | null = null): Promise<string> {
      let text = ''
      for await (const piece of exportWorld(db, { subdomain, withSecrets, secretKey, mediaFolder })) text += piece
      return text
    },
    /** The first workspace of the export. */
    async read(subdomain = 'acme', withSecrets = false) {
      return JSON.parse(await this.print(subdomain, withSecrets)).workspaces[0]
    },
    advance: (days: number) => {
      now = new Date(now.getTime() + days * 86_400_000)
    },
    /** Removes everything that an import can write. */
    empty: () => clearRows(db),
    [Symbol.asyncDispose]: () => keepOrClose('database', connected, renew),
  }
}

type Connected = Awaited<ReturnType<typeof connect>>

async function connect() {
  const database = await openDatabase()
  const db: Db = openDb(openPool(database.url, { warn() {} }))
  const close = async () => {
    await db.destroy()
    await database.close()
  }
  return { db, close }
}

function toInput(world: object | string | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array | string> {
  if (typeof world === 'string') return Readable.from([Buffer.from(world)])
  if (Symbol.asyncIterator in world) return world as AsyncIterable<Uint8Array>
  return Readable.from([JSON.stringify(world)])
}

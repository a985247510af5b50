/** For tests of the import and export: databases of their own, and worlds as objects. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import pg from 'pg'
import { type Db, openDb, openPool } from '../../server/platform/postgres/db.ts'
import { exportWorld } from '../../server/world/export/export-world.ts'
import type { MediaFolder } from '../../server/world/format/media-folder.ts'
import { importWorld } from '../../server/world/import/import-world.ts'

export const secretKey = { current: Buffer.alloc(32, 7), old: [] }

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>

/** A clone of the migrated template that test/support/setup.ts makes. */
export async function openTestDatabase() {
  const server = process.env.TEST_DATABASE_SERVER
  assert(server, 'Run the tests by npm test: it starts the PostgreSQL they need')
  const name = `world_${randomBytes(6).toString('hex')}`
  await runSql(server, `create database ${name} template minutebook_template`)
  const url = new URL(server)
  url.pathname = name
  const db: Db = openDb(openPool(url.href, { warn() {} }))
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
    /** Removes everything that an import may have written. */
    empty: () => runSql(url.href, 'truncate workspaces cascade'),
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await runSql(server, `drop database ${name} with (force)`)
    },
  }
}

function toInput(world: object | string | AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array | string> {
  if (typeof world === 'string') return Readable.from([Buffer.from(world)])
  if (Symbol.asyncIterator in world) return world as AsyncIterable<Uint8Array>
  return Readable.from([JSON.stringify(world)])
}

async function runSql(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

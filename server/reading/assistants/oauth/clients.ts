/** Assistants that request access: known by an address of their own, or registered here by themselves (RFC 7591). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { countTry, keyOfAddress } from '../../../people/requests/count-tries.ts'
import type { Context } from '../../../platform/context/context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { isId, newId } from '../../../platform/id.ts'
import { type Db, lockKey, type Tx } from '../../../platform/postgres/db.ts'
import { type ClientDocuments, isAddress } from './client-documents.ts'
import { type ClientMetadata, readMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'

/** `host` serves its document; null for an assistant that registered itself, whose name nobody has verified. */
export type Client = ClientMetadata & { id: string; host: string | null }

/** @throws {OAuthError} 400 */
export async function findClient(
  { db, clock, documents }: Pick<Context, 'db' | 'clock'> & { documents: ClientDocuments },
  id: string,
): Promise<Client> {
  if (isAddress(id)) {
    // Read first: this rejects what is no valid address, before `new URL` throws.
    const metadata = await documents.read(id)
    return { id, host: new URL(id).host, ...metadata }
  }
  const row = isId(id)
    ? await db
        .updateTable('oauth_clients')
        .set({ last_used_at: clock() })
        .where('id', '=', id)
        .returning(['name', 'redirect_uris'])
        .executeTakeFirst()
    : undefined
  if (!row) throw new OAuthError(400, 'invalid_client', 'This assistant is not registered here, or no longer')
  return { id, host: null, name: row.name, redirectUris: row.redirect_uris }
}

/** Registrations from one IPv4 address or one IPv6 network. */
const registrations = { max: 60, seconds: 3_600 }

/**
 * At the limit, the least recently used assistant without a grant is removed.
 * @throws {OAuthError} 400; 503 if all of them have grants
 * @throws {ApiError} 429
 */
export async function registerClient(
  { db, clock, maxClients }: Pick<Context, 'db' | 'clock'> & { maxClients: number },
  request: FastifyRequest,
  value: object,
): Promise<ClientMetadata & { id: string; createdAt: Date }> {
  const metadata = readMetadata(value)
  const now = clock()
  const tried = await countTry(db, now, keyOfAddress('register', request.ip), registrations)
  if (!tried.passed) {
    throw new ApiError(429, `Too many registrations; try again in ${tried.retryAfterSeconds} s`, {
      code: 'rate_limited',
      headers: { 'retry-after': String(tried.retryAfterSeconds) },
    })
  }
  const id = newId('asst', now)
  await db.transaction().execute(async (tx) => {
    await lockKey(tx, 'oauth clients')
    await makeRoom(tx, maxClients)
    const row = { id, name: metadata.name, redirect_uris: metadata.redirectUris, created_at: now, last_used_at: now }
    await tx.insertInto('oauth_clients').values(row).execute()
  })
  return { ...metadata, id, createdAt: now }
}

async function makeRoom(tx: Tx, maxClients: number): Promise<void> {
  const { count } = await tx
    .selectFrom('oauth_clients')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) < maxClients) return
  const { rows } = await sql`
    delete from oauth_clients where id = (
      select id from oauth_clients client where ${hasNoGrant} order by last_used_at, id limit 1)
    returning id`.execute(tx)
  if (rows.length === 0) {
    throw new OAuthError(503, 'temporarily_unavailable', 'As many assistants are registered here as may be')
  }
}

const hasNoGrant = sql<boolean>`not exists (select from oauth_grants held where held.client_id = client.id)`

const keptDays = 30

/** Removes assistants without a grant that were not used for 30 days. @returns how many */
export async function removeUnusedClients(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  const { numAffectedRows } = await sql`
    delete from oauth_clients client where last_used_at <= ${before} and ${hasNoGrant}`.execute(db)
  return Number(numAffectedRows)
}

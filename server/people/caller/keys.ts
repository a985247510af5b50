/** API keys: their form, how they are stored, when they were last used (spec 5.1, decision 4). */
import { hash, randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { OperatorError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Db } from '../../platform/postgres/db.ts'
import type { ApiKeyRow } from '../../platform/postgres/tables.ts'
import { foldCase } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'
import { isServed, takesChanges } from './frozen.ts'
import type { KeyLimits, Scope } from './scopes.ts'

/** A new secret: `mb_` and 256 random bits. It is shown once; only its hash is kept. */
function newSecret(): string {
  return `mb_${randomBytes(32).toString('base64url')}`
}

/** What is stored of a key. A plain SHA-256 is enough for 256 random bits, and lets exported keys work elsewhere. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** A key as the API shows it. `super_admin` is its mark; whether it counts depends on the owner and the plan too. */
export type KeyEntry = Omit<ApiKeyRow, 'workspace_id' | 'secret_hash'>

/** In a query over `api_keys key`: the key is valid at that moment; its owner must be active too. */
export const keyIsValid = (now: Date) =>
  sql<boolean>`(key.active and (key.expires_at is null or key.expires_at > ${now}))`

/** In a query over `api_keys key`: the key has that scope (decision 29c on people and keys). */
export const keyHasScope = (scope: Scope) => sql<boolean>`(key.scopes is null or ${scope} = any(key.scopes))`

/**
 * In a query over `api_keys key`, its owner `holder` and their `workspace`: the key is super admin (decision 5 on
 * impersonation).
 */
export const actsAsSuperAdmin = sql<boolean>`(key.super_admin and holder.admin and workspace.plan = 'enterprise')`

/** Ids, as values or as columns of a query. */
export type ActingKey = Record<'workspaceId' | 'keyId' | 'userId', RawBuilder<unknown>>

/**
 * Whether a key may still act for a person after the request is over: the key is valid and has that scope, its owner is
 * active, and the owner is that person or the key is super admin and may act on behalf of others (decisions 6 and 29c
 * on people and keys).
 * @param also  a further condition, over `key`, `holder` and `workspace`
 */
export const keyActsFor = (
  { workspaceId, keyId, userId }: ActingKey,
  scope: Scope,
  now: Date,
  also: RawBuilder<boolean>,
) =>
  sql<boolean>`exists (select from api_keys key
    join workspaces workspace on workspace.id = key.workspace_id
    join users holder on holder.workspace_id = key.workspace_id and holder.id = key.user_id
    where key.workspace_id = ${workspaceId} and key.id = ${keyId}
      and ${keyIsValid(now)} and ${keyHasScope(scope)} and holder.active and ${isServed(sql`workspace.id`)}
      and (holder.id = ${userId} or ${actsAsSuperAdmin} and ${keyHasScope('admin')}) and ${also})`

export type NewKey = { workspaceId: string; userId: string; name: string; superAdmin: boolean } & KeyLimits

/** @returns the new key and its secret, for the only time */
export async function saveKey(db: Db, now: Date, wanted: NewKey): Promise<{ key: KeyEntry; secret: string }> {
  const secret = newSecret()
  const key = {
    id: newId('k', now),
    user_id: wanted.userId,
    name: wanted.name,
    super_admin: wanted.superAdmin,
    active: true,
    created_at: now,
    last_used_at: null,
    scopes: wanted.scopes,
    expires_at: wanted.expires_at,
    switched_off_by: null,
  }
  const row = { ...key, workspace_id: wanted.workspaceId, secret_hash: hashSecret(secret) }
  await db.insertInto('api_keys').values(row).execute()
  return { key, secret }
}

/**
 * Makes a key for a person.
 * @returns its secret, for the only time, and a warning if it is marked super admin but will not act as one
 * @throws {OperatorError} if there is no such workspace or active person
 */
export async function createKey(
  db: Db,
  now: Date,
  wanted: { subdomain: string; email: string; superAdmin: boolean } & Partial<KeyLimits>,
): Promise<{ secret: string; warning: string | null }> {
  const workspace = await db
    .selectFrom('workspaces')
    .select(['id', 'plan'])
    .where('subdomain', '=', wanted.subdomain)
    .executeTakeFirst()
  if (!workspace) throw new OperatorError(`There is no workspace ${wanted.subdomain}.`)
  const user = await db
    .selectFrom('users')
    .select(['id', 'active', 'admin'])
    .where('workspace_id', '=', workspace.id)
    .where('email_folded', '=', foldCase(wanted.email))
    .executeTakeFirst()
  if (!user?.active) throw new OperatorError(`There is no active person ${wanted.email} in ${wanted.subdomain}.`)
  const { secret } = await saveKey(db, now, {
    workspaceId: workspace.id,
    userId: user.id,
    name: 'command line',
    superAdmin: wanted.superAdmin,
    scopes: wanted.scopes ?? null,
    expires_at: wanted.expires_at ?? null,
  })
  const lacking = [
    user.admin ? '' : `${wanted.email} is no admin`,
    workspace.plan === 'enterprise' ? '' : 'the plan is not enterprise',
  ]
  const reasons = lacking.filter(Boolean).join(' and ')
  const warning = wanted.superAdmin && reasons ? `This key is an ordinary one for now: ${reasons}.` : null
  return { secret, warning }
}

/** Collects the times when keys were used and writes them at intervals: no request waits for a write. */
export class KeyUse {
  readonly #db: Db
  readonly #clock: Clock
  readonly #used = new Map<string, { workspaceId: string; keyId: string; at: Date }>()
  readonly #timer: NodeJS.Timeout

  constructor(db: Db, clock: Clock, everySeconds = 30) {
    this.#db = db
    this.#clock = clock
    this.#timer = setInterval(() => void this.flush().catch(() => {}), everySeconds * 1_000).unref()
  }

  record(workspaceId: string, keyId: string): void {
    this.#used.set(`${workspaceId}/${keyId}`, { workspaceId, keyId, at: this.#clock() })
  }

  /** One statement, however many keys. Times that could not be written are tried again with the next one. */
  async flush(): Promise<void> {
    const used = [...this.#used.values()]
    if (used.length === 0) return
    this.#used.clear()
    try {
      await sql`
        update api_keys key set last_used_at = used.at
        from unnest(${used.map((use) => use.workspaceId)}::text[], ${used.map((use) => use.keyId)}::text[],
          ${used.map((use) => use.at)}::timestamptz[]) as used (workspace_id, id, at)
        where key.workspace_id = used.workspace_id and key.id = used.id
          and (key.last_used_at is null or key.last_used_at < used.at) and ${takesChanges('key.workspace_id')}`.execute(
        this.#db,
      )
    } catch (error) {
      for (const use of used) {
        const key = `${use.workspaceId}/${use.keyId}`
        if (!this.#used.has(key)) this.#used.set(key, use)
      }
      throw error
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush().catch(() => {})
  }
}

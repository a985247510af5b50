/** The devices on which a person wants to be reminded (decision 65). Their addresses are secrets, kept sealed. */
import { createECDH, createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { type Db, lockKey, type Tx } from '../../platform/postgres/db.ts'
import type { PushSubscriptionRow } from '../../platform/postgres/tables.ts'
import { open, type SecretKey, seal } from '../../platform/secrets.ts'
import { cutShort, isStorable, toStorable } from '../../platform/text.ts'
import { recordAction } from '../caller/audit.ts'
import type { Caller } from '../caller/caller.ts'
import { keyIsValid } from '../caller/keys.ts'
import { sessionIsValid } from '../sessions/validity.ts'
import { maxSubscriptions, pushAddress, tooManyDevices } from './schemas.ts'

/** Where a device is reached, and what only it opens (RFC 8291): in base64url, its public key and 16 bytes. */
export type PushTarget = { endpoint: string; keys: { p256dh: string; auth: string } }

export type Device = Pick<PushSubscriptionRow, 'id' | 'created_at' | 'last_used_at' | 'user_agent'>

/** A device with what it takes to reach it. */
export type Reached = { id: string; titles: boolean; target: PushTarget }

export const subscriptionOwner = (workspaceId: string, id: string) => `${workspaceId}/${id}`

/** Oldest first; those whose session or key has ended are left out. */
export const listDevices = (db: Db, now: Date, { workspace, user }: Caller): Promise<Device[]> =>
  devicesOf(db, now, workspace.id, user.id)
    .select(['device.id', 'device.created_at', 'device.last_used_at', 'device.user_agent'])
    .execute()

export const listDeviceIds = async (db: Db, now: Date, workspaceId: string, userId: string): Promise<string[]> =>
  (await devicesOf(db, now, workspaceId, userId).select('device.id').execute()).map(({ id }) => id)

/** @returns undefined if it was withdrawn, or its session or key has ended */
export async function readDevice(
  { db, secretKey }: Pick<Context, 'db' | 'secretKey'>,
  now: Date,
  { workspaceId, userId, id }: { workspaceId: string; userId: string; id: string },
): Promise<Reached | undefined> {
  const row = await devicesOf(db, now, workspaceId, userId)
    .select(['device.titles', 'device.sealed'])
    .where('device.id', '=', id)
    .executeTakeFirst()
  return row && { id, titles: row.titles, target: openTarget(secretKey, row.sealed, workspaceId, id) }
}

const openTarget = (key: SecretKey, sealed: Buffer, workspaceId: string, id: string): PushTarget =>
  JSON.parse(open(key, sealed, subscriptionOwner(workspaceId, id)))

/** Of an active person. */
const devicesOf = (db: Db, now: Date, workspaceId: string, userId: string) =>
  db
    .selectFrom('push_subscriptions as device')
    .innerJoin('users as owner', (join) =>
      join.onRef('owner.workspace_id', '=', 'device.workspace_id').onRef('owner.id', '=', 'device.user_id'),
    )
    .where('device.workspace_id', '=', workspaceId)
    .where('device.user_id', '=', userId)
    .where('owner.active', '=', true)
    .where(
      sql<boolean>`(device.session_id is null or exists (select from sessions session
        left join api_keys key on key.workspace_id = session.workspace_id and key.id = session.key_id
        where session.workspace_id = ${workspaceId} and session.id = device.session_id and ${sessionIsValid(now)}))`,
    )
    .where(
      sql<boolean>`(device.key_id is null or exists (select from api_keys key
        where key.workspace_id = ${workspaceId} and key.id = device.key_id and ${keyIsValid(now)}))`,
    )
    .orderBy('device.created_at')
    .orderBy('device.id')

/**
 * The same address again is the same device, with its new keys and choice.
 * @throws {ApiError} 400 for an address where no request may go, or for keys that are none; 403 on behalf of others; 409 for
 *   one device too many
 */
export function addDevice(
  { db, outbound, secretKey, clock }: Pick<Context, 'db' | 'outbound' | 'secretKey' | 'clock'>,
  request: FastifyRequest,
  { titles, ...given }: PushTarget & { titles: boolean },
): Promise<Device> {
  const { workspace, user, via } = request.caller
  if (via.userId !== user.id) throw new ApiError(403, 'Only the person themself may be reminded on a device')
  const target = readTarget(outbound, given)
  const now = clock()
  const own = { workspaceId: workspace.id, userId: user.id }
  const hash = createHash('sha256').update(target.endpoint).digest()
  return db.transaction().execute(async (tx) => {
    await lockKey(tx, `devices of ${own.workspaceId} ${own.userId}`)
    const rows = tx.selectFrom('push_subscriptions').where('workspace_id', '=', own.workspaceId)
    const before = await rows
      .select(['id', 'created_at', 'last_used_at'])
      .where('user_id', '=', own.userId)
      .where('endpoint_hash', '=', hash)
      .executeTakeFirst()
    if (!before) await requireRoom(tx, now, own)
    const id = before?.id ?? newId('ps', now)
    const device = {
      session_id: via.kind === 'session' ? via.id : null,
      key_id: via.kind === 'key' ? via.id : null,
      sealed: seal(secretKey, JSON.stringify(target), subscriptionOwner(own.workspaceId, id)),
      titles,
      user_agent: cutShort(toStorable(request.headers['user-agent'] ?? ''), maxUserAgent),
    }
    await tx
      .insertInto('push_subscriptions')
      .values({
        workspace_id: own.workspaceId,
        id,
        user_id: own.userId,
        endpoint_hash: hash,
        created_at: now,
        ...device,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'id']).doUpdateSet(device))
      .execute()
    await recordAction(tx, now, request, { action: 'push.add', status: 201, details: { push_id: id, titles } })
    return {
      id,
      created_at: before?.created_at ?? now,
      last_used_at: before?.last_used_at ?? null,
      user_agent: device.user_agent,
    }
  })
}

/** Characters that are kept of a `User-Agent`. */
const maxUserAgent = 300

/** @throws {ApiError} 400 */
function readTarget(outbound: Context['outbound'], { endpoint, keys }: PushTarget): PushTarget {
  if (!isPoint(keys.p256dh))
    throw invalid('body.keys.p256dh', 'must be a point of the curve P-256, as a browser gives it')
  try {
    return { endpoint: outbound.check(endpoint, pushAddress).href, keys: { p256dh: keys.p256dh, auth: keys.auth } }
  } catch (error) {
    if (error instanceof OutboundError) throw new ApiError(400, error.message)
    throw error
  }
}

function isPoint(text: string): boolean {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(Buffer.from(text, 'base64url'))
    return true
  } catch {
    return false
  }
}

/** Devices whose session or key has ended make room. @throws {ApiError} 409 */
async function requireRoom(tx: Tx, now: Date, { workspaceId, userId }: { workspaceId: string; userId: string }) {
  const valid = await listDeviceIds(tx, now, workspaceId, userId)
  await tx
    .deleteFrom('push_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`id <> all(${valid})`)
    .execute()
  if (valid.length < maxSubscriptions) return
  throw new ApiError(409, tooManyDevices)
}

/** @throws {ApiError} 404 for one that the caller does not have */
export async function withdrawDevice(db: Db, now: Date, request: FastifyRequest, id: string): Promise<void> {
  const { workspace, user } = request.caller
  await db.transaction().execute(async (tx) => {
    const removed = isStorable(id) && (await forgetDevice(tx, { workspaceId: workspace.id, userId: user.id, id }))
    if (!removed) throw notFound('Device')
    await recordAction(tx, now, request, { action: 'push.remove', details: { push_id: id } })
  })
}

/** @returns whether there was one */
export async function forgetDevice(
  db: Db,
  { workspaceId, userId, id }: { workspaceId: string; userId: string; id: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

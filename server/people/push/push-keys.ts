/** The key pair by which push services know this installation (RFC 8292), made with the first use and kept sealed. */
import { createECDH } from 'node:crypto'
import type { Context } from '../../platform/context/context.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { open, type SecretKey, seal } from '../../platform/secrets.ts'

/** In base64url: the uncompressed point and the number. */
export type PushKeys = { publicKey: string; privateKey: string }

const id = 'vapid'
/** The installation stands where other sealed values have a workspace. */
export const installation = 'installation'
export const pushKeysOwner = `${installation}/${id}`

export async function readPushKeys({ db, secretKey }: Pick<Context, 'db' | 'secretKey'>): Promise<PushKeys> {
  const stored = await find(db, secretKey)
  if (stored) return stored
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys('base64url')
  // A small number comes without its leading zeros.
  const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
  await db
    .insertInto('push_keys')
    .values({ id, public_key: publicKey, private_key: seal(secretKey, privateKey, pushKeysOwner) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // Another process may have been first.
  return (await find(db, secretKey))!
}

async function find(db: Db, secretKey: SecretKey): Promise<PushKeys | undefined> {
  const row = await db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  return row && { publicKey: row.public_key, privateKey: open(secretKey, row.private_key, pushKeysOwner) }
}

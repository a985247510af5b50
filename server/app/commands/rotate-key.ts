/**
 * `minutebook secret rotate`: seals everything with the new SECRET_KEY. After an interruption, running it again
 * continues.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'
import {
  findStrays,
  forgetOldKeys,
  listOthers,
  proveKey,
  type SealedKind,
  type SealedRow,
} from '../../platform/postgres/key-check.ts'
import { keyFileOf, removeOldKey, replaceSecretKey } from '../../platform/secret-key.ts'
import { SecretError, type SecretKey } from '../../platform/secrets.ts'
import type { Base } from '../base.ts'
import { sealedKinds } from '../rooms.ts'

type Options = { print(line: string): void; batchSize?: number }

/**
 * If SECRET_KEY is set, it is the new key and SECRET_KEY_OLD has the earlier ones. If the key is kept beside the
 * embedded database, this replaces it by a new one.
 * @throws {OperatorError} a key is missing, a workspace is frozen, or a process still uses the old key; then nothing has
 *   changed
 */
export async function rotateKey(base: Base, { print, batchSize = 100 }: Options): Promise<void> {
  const { config, db } = base
  const isKept = config.secretKey === null
  await refuseStrays(base)
  await refuseFrozen(db)
  const key = isKept ? await replaceKept(base) : base.secretKey
  for (const kind of sealedKinds) await resealKind(db, key, kind, { print, batchSize })
  await db.transaction().execute(async (tx) => {
    for (const kind of sealedKinds) if ((await listOthers(tx, key, kind, { limit: 1 })).length > 0) throw notYet()
    await forgetOldKeys(tx, key)
  })
  if (isKept) await removeOldKey(config.dataDir)
  print(
    isKept
      ? `Everything is sealed with the new key in ${keyFileOf(config.dataDir)}: make a backup of it.`
      : 'Everything is sealed with SECRET_KEY: remove SECRET_KEY_OLD and restart.',
  )
}

/** A process that has only the old key could not open what is sealed with the new one. */
async function replaceKept(base: Base): Promise<SecretKey> {
  const { config, db, embedded } = base
  const refuseOthers = async () => {
    const others = await embedded!.others()
    if (others > 0) {
      throw new OperatorError(`Stop Minutebook first: other processes use this DATA_DIR, and its key (${others}).`)
    }
  }
  await refuseOthers()
  const key = await replaceSecretKey(config.dataDir)
  // A process that starts from now on reads both keys.
  await refuseOthers()
  await proveKey(db, key, sealedKinds, keyFileOf(config.dataDir))
  return key
}

async function refuseStrays({ db, secretKey }: Base): Promise<void> {
  const strays = await findStrays(db, secretKey, sealedKinds)
  if (strays.length === 0) return
  throw new OperatorError(
    `Some secrets are sealed with a key that is neither in SECRET_KEY nor in SECRET_KEY_OLD (${strays.join('; ')}): add it to SECRET_KEY_OLD, or delete these.`,
  )
}

async function refuseFrozen(db: Db): Promise<void> {
  const frozen = await db
    .selectFrom('frozen_workspaces as frozen')
    .innerJoin('workspaces as workspace', 'workspace.id', 'frozen.workspace_id')
    .select(['workspace.subdomain', 'frozen.state'])
    .where('frozen.state', '<>', 'draining')
    .orderBy('workspace.subdomain')
    .execute()
  if (frozen.length === 0) return
  const named = frozen.map(({ subdomain, state }) => `${subdomain} (${state})`).join(', ')
  throw new OperatorError(
    `What is sealed for these workspaces cannot change: ${named}. Run minutebook workspace unfreeze, or delete for one that has moved; then run this again.`,
  )
}

/** Each batch in a transaction of its own. */
async function resealKind(db: Db, key: SecretKey, kind: SealedKind, { print, batchSize }: Required<Options>) {
  for (let count = 0; ; ) {
    const rows = await listOthers(db, key, kind, { limit: batchSize })
    if (rows.length === 0 && count > 0) return
    const sealed = await db
      .transaction()
      .execute((tx) => kind.reseal(tx, key, rows).catch((cause) => explain(kind, rows, cause)))
    count += sealed
    print(`${kind.name}: ${count} sealed anew`)
    if (rows.length === 0) return
    // Other transactions hold these rows and will release them soon.
    if (sealed === 0) await pause(200)
  }
}

function explain({ name }: SealedKind, rows: SealedRow[], cause: unknown): never {
  if (!(cause instanceof SecretError)) throw cause
  const [first, last] = [rows[0]!, rows.at(-1)!].map((row) => `${row.workspace_id}/${row.id}`)
  throw new OperatorError(`Of the ${name} from ${first} to ${last} one cannot be opened: ${cause.message}`, { cause })
}

const notYet = () =>
  new OperatorError('A process that still runs with the old key sealed something: restart it, and run this again.')

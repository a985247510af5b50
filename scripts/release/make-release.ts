/** Checks everything that a release needs, and makes its files: packages, their SHA-256, and a signature of these. */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { packByNpm } from '../../server/keeping/bundle/pack-package.ts'
import { digestOf } from '../../server/making/engines/local/models/check-file.ts'
import { findContentFaults, findSecrets } from './contents.ts'
import { isSignedBy, makeThrowawayKey, sign, signerLine } from './sign.ts'
import { findContractFault, findHeadingFault, findVersionFaults } from './versions.ts'

const run = promisify(execFile)

export type ReleaseOptions = {
  root: string
  /** Checks and makes everything, signed by a key that is thrown away, and keeps nothing. */
  isDry: boolean
  /** The path of the SSH key that signs; empty in a dry run. */
  key: string
  say(line: string): void
}

/** The keys that may sign releases, in the repository: whoever has a clone can verify. */
const signers = 'allowed_signers'
const sums = 'SHA256SUMS'

/** @returns what is missing, as sentences; after none the files are in `release/VERSION`, unless it was a dry run */
export async function makeRelease(options: ReleaseOptions): Promise<string[]> {
  const { root, isDry, say } = options
  const work = await mkdtemp(join(tmpdir(), 'minutebook-release-'))
  try {
    const checks: [what: string, find: () => Promise<string[]>][] = [
      ['The tree is clean', () => findChanges(root)],
      ['All places name the same version', () => findVersionFaults(root)],
      ['CHANGELOG.md has a heading', async () => asList(findHeadingFault(await textOf(root, 'CHANGELOG.md'), isDry))],
      ['openapi.json is what the program serves', async () => asList(await findContractFault(root))],
      ['The packages have what belongs in them, and no secrets', () => packAll(root, work, say)],
      ['The packages are signed, and the signature is verified', () => signAll(work, options)],
    ]
    const faults: string[] = []
    for (const [what, find] of checks) {
      const found = await find()
      say(`${found.length === 0 ? 'right' : 'WRONG'}  ${what}`)
      faults.push(...found)
    }
    if (faults.length === 0 && !isDry) await keep(root, work, say)
    return faults
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const asList = (fault: string | null) => (fault === null ? [] : [fault])
const textOf = (root: string, name: string) => readFile(join(root, name), 'utf8')

async function findChanges(root: string): Promise<string[]> {
  const { stdout } = await run('git', ['status', '--porcelain'], { cwd: root })
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => `${line.slice(3)} is not committed.`)
}

/** Makes the archives and their digests in the folder. */
async function packAll(root: string, work: string, say: ReleaseOptions['say']): Promise<string[]> {
  const faults: string[] = []
  const lines: string[] = []
  for (const from of ['.', 'sdk']) {
    const signal = new AbortController().signal
    const [packed] = await packByNpm([], { cwd: join(root, from), into: work, signal })
    const { name, path, files } = packed!
    const unpacked = await mkdtemp(join(work, 'unpacked-'))
    await run('tar', ['-xzf', path, '--strip-components=1', '-C', unpacked])
    faults.push(...findContentFaults(name, files), ...(await findSecrets(unpacked, files)))
    await rm(unpacked, { recursive: true })
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    lines.push(`${await digestOf(path)}  ${basename(path)}\n`)
    say(`       ${basename(path)}: ${files.length} files, ${Math.ceil(bytes / 1_000)} kB`)
  }
  await writeFile(join(work, sums), lines.join(''))
  for (const line of lines) say(`       ${line.trim()}`)
  return faults
}

async function signAll(work: string, { root, isDry, key: given }: ReleaseOptions): Promise<string[]> {
  if (!isDry && !given) return ['RELEASE_KEY is not set: it names the SSH key that signs the release.']
  const key = isDry ? await makeThrowawayKey(work) : given
  const line = await signerLine(key)
  const allowed = isDry ? '' : await textOf(root, signers).catch(() => '')
  if (!isDry && !allowed.split('\n').includes(line.trim())) {
    return [`${signers} does not name this key. Commit the file with the line: ${line.trim()}`]
  }
  await writeFile(join(work, signers), isDry ? line : allowed)
  await sign(join(work, sums), key)
  const isSigned = await isSignedBy(join(work, sums), join(work, signers))
  return isSigned ? [] : ['The signature cannot be verified.']
}

async function keep(root: string, work: string, say: ReleaseOptions['say']): Promise<void> {
  const { version } = JSON.parse(await textOf(root, 'package.json'))
  const folder = join(root, 'release', version)
  await mkdir(folder, { recursive: true })
  const archives = (await textOf(work, sums)).split('\n').flatMap((line) => line.slice(66) || [])
  for (const name of [...archives, sums, `${sums}.sig`]) await copyFile(join(work, name), join(folder, name))
  say(`\nThe files are in ${folder}. Then:
  git tag -a v${version} -m "Minutebook ${version}" && git push origin v${version}
  npm publish ${join(folder, archives[0]!)}
  npm publish ${join(folder, archives[1]!)}
and attach them to the release, with ${sums} and ${sums}.sig.`)
}

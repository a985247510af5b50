/** What an image is built on: the one that its Containerfile names, or the same made of Debian's packages and this Node. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const own = 'localhost/minutebook-test-base'

/** What the Node of npm needs beside Debian's smallest system. */
const packages = ['ca-certificates', 'libatomic1', 'libstdc++6']

/** @returns the name of an image with Node and npm, made once where no registry is reached */
export async function baseImage(named: string): Promise<string> {
  const has = async (image: string, policy: string) =>
    run('buildah', ['pull', '--policy', policy, image], { timeout: 120_000 }).then(
      () => true,
      () => false,
    )
  if (await has(named, 'missing')) return named
  if (!(await has(own, 'never'))) await makeOwn()
  return own
}

async function makeOwn(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-base-'))
  const buildah = async (...args: string[]) => (await run('buildah', args)).stdout.trim()
  try {
    const archive = join(folder, 'debian.tar')
    await run('mmdebstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', archive])
    const container = await buildah('from', 'scratch')
    const npm = dirname(dirname(await realpath((await run('sh', ['-c', 'command -v npm'])).stdout.trim())))
    await buildah('add', '--quiet', container, archive, '/')
    await buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/node')
    await buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
    await trustWhatThisMachineTrusts(container, buildah)
    const npmPath = '../lib/node_modules/npm/bin/npm-cli.js'
    await buildah('run', '--isolation', 'chroot', container, 'ln', '-s', npmPath, '/usr/local/bin/npm')
    await buildah('commit', '--quiet', '--rm', container, own)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A network whose proxy signs with its own authority is reached from the image as from here. */
async function trustWhatThisMachineTrusts(container: string, buildah: (...args: string[]) => Promise<string>) {
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (!authorities || !(await readFile(authorities).catch(() => null))) return
  await buildah('copy', '--quiet', container, authorities, '/etc/ssl/certs/ca-certificates.crt')
  const line = 'echo cafile=/etc/ssl/certs/ca-certificates.crt > /root/.npmrc'
  await buildah('run', '--isolation', 'chroot', container, 'sh', '-c', line)
}

/**
 * The image of deploy/container is built, and runs as compose.yaml lets it run: root unchangeable, without any capability,
 * as whatever user. An ordinary user who starts this tests rootless Podman.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { before, suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { baseImage } from '../support/base-image.ts'
import { missing } from '../support/installed-program.ts'
import { emptyDatabase } from '../support/program.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const containerfile = `${root}deploy/container/Containerfile`
const image = 'localhost/minutebook-test'
const program = ['node', '/opt/minutebook/node_modules/minutebook/bin/minutebook.js']

const podman = async (...args: string[]) => (await run('podman', args)).stdout.trim()
// Podman would make a /tmp of its own.
const hardened = ['--read-only', '--read-only-tmpfs=false', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
const temporary = ['--tmpfs', '/tmp:size=1g,mode=1777']

/** A container that answers; it is removed with its volume. */
async function openContainer(...options: string[]) {
  const database = await emptyDatabase()
  const port = String(20_000 + (randomBytes(2).readUInt16BE() % 10_000))
  const settings = { ...database.settings, HOST: '127.0.0.1', PORT: port }
  const name = `minutebook-test-${port}`
  const close = async () => {
    await podman('rm', '--force', '--volumes', name)
    await database[Symbol.asyncDispose]()
  }
  await podman(
    ...['run', '--detach', '--name', name, '--network', 'host', ...hardened, ...temporary, ...options],
    ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  )
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
  while (!(await ready())?.ok) {
    if ((await podman('inspect', '--format', '{{.State.Running}}', name)) !== 'true') {
      const log = await run('podman', ['logs', name])
      await close()
      throw new Error(log.stdout + log.stderr)
    }
    await setTimeout(200)
  }
  const exec = (...args: string[]) => podman('exec', name, ...args)
  return { name, port, exec, [Symbol.asyncDispose]: close }
}

/** What `minutebook doctor` finds wrong in a container, and what its machine is. */
async function doctor(...options: string[]): Promise<string> {
  const key = ['--env', `SECRET_KEY=${'00'.repeat(32)}`, '--env', 'DATABASE_URL=postgres://nobody@127.0.0.1:9/none']
  const args = ['run', '--rm', '--network', 'host', ...hardened, ...options, ...key, image, 'doctor']
  const { stdout } = await run('podman', args).catch((error) => error)
  return stdout
}

suite('the image', { skip: missing('podman', 'Debian: apt-get install podman buildah mmdebstrap') }, () => {
  before(async () => {
    const base = await baseImage(/^ARG BASE=(\S+)$/m.exec(await readFile(containerfile, 'utf8'))![1]!)
    const how = ['--layers', '--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${base}`]
    const build = ['build', ...how, '--tag', image, '--file', containerfile, root]
    await run('buildah', build, { maxBuffer: 16 * 1_048_576 })
  })

  test('serves and works, may do little, and stops when it is told to', async () => {
    await using container = await openContainer()
    const { name, port, exec } = container
    assert.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /<div id="root">/)
    await podman('healthcheck', 'run', name)
    assert.equal(await exec('id', '-u'), '1000')
    const written = await exec('sh', '-c', 'touch /opt/x 2>&1; touch /data/x /tmp/x && echo written')
    assert.match(written, /Read-only file system\nwritten$/)
    await exec(...program, 'prune', '--dry-run')
    await podman('stop', '--time', '30', name)
    assert.equal(await podman('inspect', '--format', '{{.State.ExitCode}}', name), '0')
  })

  test('runs as any user of the group 0, with a volume of its own', async () => {
    await using container = await openContainer('--user', '54321:0')
    assert.equal(
      await container.exec('sh', '-c', 'id -u; id -g; touch /data/x /tmp/x && echo written'),
      '54321\n0\nwritten',
    )
    await container.exec(...program, 'prune', '--dry-run')
  })

  test('its doctor names a user who may not write, a missing tmpfs, and the limit of memory', async () => {
    const foreign = await doctor('--user', '54321:54321', ...temporary)
    assert.match(
      foreign,
      /^WRONG {2}DATA_DIR: \/data cannot be used: EACCES.*\n.*→ Give the user 54321 the right to write there$/m,
    )
    assert.match(
      await doctor(),
      /^WRONG {2}TMPDIR: \/tmp cannot be used: EROFS.*\n.*→ Its file system is read-only: mount/m,
    )
    const small = await doctor(...temporary, '--memory', '768m')
    assert.match(
      small,
      /^WRONG {2}machine: .* 0\.8 GB of memory by the limit of its container or service\n.*→ Give it 1\.0 GB or more/m,
    )
    assert.match(await doctor(...temporary, '--memory', '1g'), /^right {2}machine: .* 1\.1 GB of memory by the limit/m)
  })
})

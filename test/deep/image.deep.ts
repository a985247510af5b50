/** The image of deploy/container is built, and runs as compose.yaml lets it run: root unchangeable, without any capability. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { baseImage } from '../support/base-image.ts'
import { missing } from '../support/installed-program.ts'
import { emptyDatabase } from '../support/program.ts'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname
const containerfile = `${root}deploy/container/Containerfile`
const image = 'localhost/minutebook-test'

test('the image is built, serves and works, may do little, and stops when it is told to', {
  skip: missing('podman', 'Debian: apt-get install podman buildah mmdebstrap'),
}, async () => {
  const base = await baseImage(/^ARG BASE=(\S+)$/m.exec(await readFile(containerfile, 'utf8'))![1]!)
  const how = ['--layers', '--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${base}`]
  const build = ['build', ...how, '--tag', image, '--file', containerfile, root]
  await run('buildah', build, { maxBuffer: 16 * 1_048_576 })
  await using database = await emptyDatabase()
  const port = String(20_000 + (randomBytes(2).readUInt16BE() % 10_000))
  const settings = { ...database.settings, HOST: '127.0.0.1', PORT: port }
  const name = `minutebook-test-${port}`
  const podman = async (...args: string[]) => (await run('podman', args)).stdout.trim()
  await podman(
    ...['run', '--detach', '--name', name, '--network', 'host', '--read-only', '--tmpfs', '/tmp:size=1g,mode=1777'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    image,
  )
  try {
    const ready = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    while (!(await ready())?.ok) {
      assert.equal(await podman('inspect', '--format', '{{.State.Running}}', name), 'true', await podman('logs', name))
      await setTimeout(200)
    }
    assert.match(await (await fetch(`http://127.0.0.1:${port}/`)).text(), /<div id="root">/)
    await podman('healthcheck', 'run', name)
    assert.equal(await podman('exec', name, 'id', '-u'), '1000')
    const written = await podman('exec', name, 'sh', '-c', 'touch /opt/x 2>&1; touch /data/x /tmp/x && echo written')
    assert.match(written, /Read-only file system\nwritten$/)
    await podman(
      'exec',
      name,
      'node',
      '/opt/minutebook/node_modules/minutebook/bin/minutebook.js',
      'prune',
      '--dry-run',
    )
    await podman('stop', '--time', '30', name)
    assert.equal(await podman('inspect', '--format', '{{.State.ExitCode}}', name), '0')
  } finally {
    await podman('rm', '--force', '--volumes', name)
  }
})

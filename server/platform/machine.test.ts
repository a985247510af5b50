/** The memory that this process may have, by the files of Linux. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { memoryLimitBytes, thisMachine } from './machine.ts'

const none = Number.POSITIVE_INFINITY

async function limitBy(files: Record<string, string>): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'minutebook-machine-'))
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), `${text}\n`)
    }
    return memoryLimitBytes(root)
  } finally {
    await rm(root, { recursive: true })
  }
}

test('version 2: the least of all groups above, its threshold of slowing included', async () => {
  const own = { 'proc/self/cgroup': '0::/system.slice/minutebook.service' }
  const service = 'sys/fs/cgroup/system.slice/minutebook.service'
  assert.equal(await limitBy(own), none)
  assert.equal(await limitBy({ ...own, [`${service}/memory.max`]: 'max' }), none)
  assert.equal(await limitBy({ ...own, [`${service}/memory.max`]: '2000000000' }), 2e9)
  assert.equal(
    await limitBy({ ...own, [`${service}/memory.max`]: 'max', [`${service}/memory.high`]: '1500000000' }),
    1.5e9,
  )
  const slice = { 'sys/fs/cgroup/system.slice/memory.max': '1000000000' }
  assert.equal(await limitBy({ ...own, [`${service}/memory.max`]: '2000000000', ...slice }), 1e9)
  assert.equal(await limitBy({ 'proc/self/cgroup': '0::/', 'sys/fs/cgroup/memory.max': '512000000' }), 512e6)
})

test('version 1: among other controllers; in a container the path is that of the host', async () => {
  const own = { 'proc/self/cgroup': '9:name=systemd:/x\n4:cpu,memory:/docker/0a1b\n0::/' }
  const group = 'sys/fs/cgroup/memory'
  assert.equal(await limitBy({ ...own, [`${group}/memory.limit_in_bytes`]: '1000000000' }), 1e9)
  assert.equal(await limitBy({ ...own, [`${group}/docker/0a1b/memory.limit_in_bytes`]: '700000000' }), 7e8)
  // Only in theory less than what a machine has.
  const unlimited = { [`${group}/memory.limit_in_bytes`]: '9223372036854771712' }
  assert((await limitBy({ ...own, ...unlimited })) > totalmem())
})

test('without groups, or with files of another form, there is no limit', async () => {
  assert.equal(await limitBy({}), none)
  assert.equal(await limitBy({ 'proc/self/cgroup': 'nonsense', 'sys/fs/cgroup/memory.max': '5' }), none)
  const { memoryBytes, isLimited } = thisMachine()
  assert(memoryBytes <= totalmem() && isLimited === memoryBytes < totalmem())
})

test('a process in a group of a limited group has that limit', async (t) => {
  const outer = `/sys/fs/cgroup/memory/minutebook-machine-${process.pid}`
  try {
    await mkdir(join(outer, 'inner'), { recursive: true })
    await writeFile(join(outer, 'memory.limit_in_bytes'), '768000000')
  } catch {
    return t.skip('groups of version 1 cannot be made here')
  }
  const program = `const { thisMachine } = await import('${new URL('./machine.ts', import.meta.url)}')
    console.log(JSON.stringify(thisMachine()))`
  const enter = 'echo $$ > "$0/inner/cgroup.procs"; exec "$@"'
  try {
    const args = ['-c', enter, outer, process.execPath, '--input-type=module', '-e', program]
    const { memoryBytes, isLimited } = JSON.parse((await promisify(execFile)('sh', args)).stdout)
    // In whole pages.
    assert(isLimited && memoryBytes <= 768e6 && memoryBytes > 767e6)
  } finally {
    await rmdir(join(outer, 'inner'))
    await rmdir(outer)
  }
})

/** What breaks around the service: after each fault everything that clients were told still holds, and nobody is told twice. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { compare, quiet } from '../faults/compare.ts'
import { startLoad } from '../faults/load.ts'
import { openLossyNetwork } from '../faults/lossy-network.ts'
import { openMoodyReceiver, openService, type Service } from '../faults/service.ts'

const limit = { timeout: 300_000 }

/** Mixed load while the fault happens; then every promise is held against what is there. */
async function hold(
  service: Service,
  receiver: Awaited<ReturnType<typeof openMoodyReceiver>>,
  fault: () => Promise<void>,
) {
  const load = startLoad(service.origins, 4)
  await pause(2_000)
  await fault()
  await pause(2_000)
  const ledger = await load.stop()
  await quiet(service)
  assert.deepEqual(await compare(service, ledger, receiver), [])
  const kept = ledger.entries.filter(({ told }) => told === 'yes')
  assert(kept.length > 50 && receiver.received.length > 20, 'there was a load')
}

test('one of two processes is killed: the other goes on with what it had in hand', limit, async () => {
  await using receiver = await openMoodyReceiver()
  await using service = await openService(receiver)
  await hold(service, receiver, () => service.kill(0, 5_000))
})

test('PostgreSQL is killed three times', limit, async () => {
  await using receiver = await openMoodyReceiver()
  await using service = await openService(receiver, { processes: 1 })
  await hold(service, receiver, async () => {
    for (let times = 0; times < 3; times++) {
      await service.killDatabase()
      await pause(3_000)
    }
  })
})

test('the network loses what is under way to the receiver', limit, async () => {
  await using receiver = await openMoodyReceiver()
  await using network = await openLossyNetwork(receiver.port, 0.3)
  await using service = await openService(receiver, { processes: 1, via: network.port })
  await hold(service, receiver, async () => {
    while (network.lost.connections <= 3) await pause(1_000)
    await pause(8_000)
  })
})

test('the disk is full for a while', limit, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=711', 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    await rm(folder, { recursive: true })
    return t.skip('file systems may not be mounted here')
  }
  try {
    await using receiver = await openMoodyReceiver()
    await using service = await openService(receiver, { processes: 1, within: folder })
    await hold(service, receiver, async () => {
      const { bavail, bsize } = await statfs(folder)
      const ballast = join(folder, 'ballast')
      await writeFile(ballast, Buffer.alloc(bavail * bsize - 1_048_576)).catch(() => {})
      await pause(10_000)
      await rm(ballast)
      await pause(5_000)
    })
  } finally {
    execFileSync('umount', [folder])
    await rm(folder, { recursive: true })
  }
})

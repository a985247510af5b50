/** A calendar of 5,000 meetings on a real CalDAV server: whole once, and one change by its token (decision 69). */
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { noRadicale, openRadicale } from '../support/caldav-server.ts'
import { meeting, openCaldavWorld } from '../support/caldav-world.ts'
import { calendar } from '../support/calendars.ts'

const meetings = 5_000
const dayMs = 86_400_000

test('5,000 meetings are read whole once, and one change alone', { skip: noRadicale }, async (context) => {
  await using server = await openRadicale()
  await using its = await openCaldavWorld(server)
  await server.make('/bo/main/')
  const stampOf = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
  const first = Date.parse('2025-11-01T08:00:00Z')
  // As its database does: a file an event. A tenth more lies outside the window.
  for (let number = 0; number < 1.1 * meetings; number++) {
    const years = number < meetings ? 0 : -3 * 365 * dayMs
    const start = first + years + ((number % meetings) % 140) * dayMs + ((number % 8) + 1) * 3_600_000
    const path = join(server.folder, 'data/collection-root/bo/main', `m${number}.ics`)
    await writeFile(path, calendar(meeting(`m${number}`, stampOf(start))))
  }

  // It keeps what it has read of each file: as if another program had asked before.
  await server.list('/bo/')

  const measured = async (what: string, run: () => Promise<unknown>) => {
    server.asked()
    const [before, cpu, serverCpu] = [performance.now(), process.cpuUsage(), await cpuMs(server.pid)]
    await run()
    const { user, system } = process.cpuUsage(cpu)
    const spent = {
      seconds: (performance.now() - before) / 1_000,
      cpu: (user + system) / 1e6,
      serverCpu: ((await cpuMs(server.pid)) - serverCpu) / 1_000,
      requests: server.asked().length,
    }
    context.diagnostic(
      `${what}: ${spent.seconds.toFixed(1)} s, CPU here ${spent.cpu.toFixed(1)} s and there ${spent.serverCpu.toFixed(1)} s, ${spent.requests} requests`,
    )
    return spent
  }
  const whole = await measured('whole', async () => {
    assert.equal((await its.connect()).status, 201)
    await its.world.settle()
  })
  assert.equal((await its.events()).length, meetings)
  assert.deepEqual((await its.feeds())[0].problems, [])
  // Sign-in, then where the calendars are, their list, the versions, and 50 times a hundred events.
  assert.equal(whole.requests, 4 + 4 + 1 + meetings / 100)

  const nothing = await measured('nothing new', async () => {
    its.world.advance({ minutes: 5 })
    await its.world.settle()
  })
  assert.equal(nothing.requests, 1)
  await server.put('/bo/main/m7.ics', calendar(meeting('m7', '20260112T100000Z', { SUMMARY: 'moved' })))
  const change = await measured('one change', async () => {
    its.world.advance({ minutes: 5 })
    await its.world.settle()
  })
  assert.equal(change.requests, 3)
  assert((await its.events()).includes('m7 moved 01-12T10:00'))
  assert(change.cpu < whole.cpu / 10, `${change.cpu} s of CPU for a change, ${whole.cpu} s for all`)
  assert(nothing.cpu < whole.cpu / 10)
})

/** Of a process, its threads included. */
async function cpuMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * `npm run bench -- memory [PART OF A NAME]`: one member sends the bodies that take the most memory, to a new process
 * each. It prints the memory (RSS) of the process: before, at its peak, and a minute later.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent } from 'undici'
import { kilobytesOf } from './linux-processes.ts'
import { type MemoryCase, memoryCases } from './memory-cases.ts'
import { askOnce, makeWorkspace } from './stalls.ts'
import type { Sent } from './stalls-cases.ts'

const laterMs = 60_000

export async function run(args: string[]): Promise<void> {
  console.log('| sent by one member | statuses | s | before MB | peak MB | a minute later MB |')
  console.log('| --- | --- | ---: | ---: | ---: | ---: |')
  await makeWorkspace()
  for (const each of memoryCases) {
    if (args.length === 0 || args.some((part) => each.name.includes(part))) await measure(each)
  }
}

async function measure({ name, requests, rounds = 1 }: MemoryCase): Promise<void> {
  const server = fork(new URL('stalls-server.ts', import.meta.url), {
    stdio: 'inherit',
    env: { ...process.env, BODY_LIMIT_BYTES: '5242880' },
  })
  const agent = new Agent({ connections: 64, headersTimeout: 300_000, bodyTimeout: 300_000 })
  try {
    const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
    const ask = (sent: Sent) => askOnce(agent, origin, { key: 1, ...sent })
    await ask({ method: 'POST', path: '/api/v1/notes', body: '{}' })
    const before = await memoryOf(server)
    const start = performance.now()
    const statuses = new Map<number, number>()
    for (let round = 0; round < rounds; round++) {
      for (const { status } of await Promise.all(requests().map((sent) => ask(sent).catch(() => ({ status: 0 }))))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await untilProcessed(ask)
    const seconds = (performance.now() - start) / 1_000
    await wait(laterMs)
    const after = await memoryOf(server)
    const counts = [...statuses].map(([status, count]) => `${count} × ${status || 'cut off'}`).join(', ')
    const cells = [name, counts, seconds.toFixed(1), before.now, after.peak, after.now]
    console.log(`| ${cells.join(' | ')} |`)
  } finally {
    await agent.close()
    if (server.connected) server.disconnect()
    if (server.exitCode === null) await once(server, 'exit')
  }
}

/** Until the worker has processed every upload. */
async function untilProcessed(ask: (sent: Sent) => Promise<{ start: string }>): Promise<void> {
  const body = JSON.stringify({ pagination: { page_size: 50 } })
  while ((await ask({ method: 'POST', path: '/api/v1/recordings/upload/list', body })).start.includes('"PENDING"')) {
    await wait(200)
  }
}

/** Megabytes, as Linux counts them for the process with all of its threads. */
async function memoryOf({ pid }: ChildProcess): Promise<{ now: number; peak: number }> {
  const [now, peak] = await Promise.all([kilobytesOf(pid!, 'VmRSS'), kilobytesOf(pid!, 'VmHWM')])
  return { now: Math.round(now / 1_024), peak: Math.round(peak / 1_024) }
}

/**
 * `npm run bench -- processes`: one, two and four `serve` processes (API and worker) on one PostgreSQL: how much they answer, what
 * a read costs them and PostgreSQL, whether the limit of a key is one limit for all of them, and whether anything is told twice.
 */
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { keyOf, openService, type Service } from '../test/faults/service.ts'
import { openReceiver } from '../test/support/receiver.ts'
import { quantile } from './quantile.ts'

// Four processes on few cores are late at times, and what is shed is not what is measured.
const noShedding = { SHED_DELAY_MS: '0' }
const [clients, seconds, limit, items] = [32, 8, 50, 500]

export async function run(): Promise<void> {
  console.log(
    '| processes | reads a second, no limit | with a limit | p50 ms, no limit | with a limit | CPU ms a read, no limit | with a limit | passed of a limit of 50, a second | webhook messages | missing | told twice |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const processes of [1, 2, 4]) {
    const unlimited = await measureReads(processes, '0')
    const limited = await measureReads(processes, '1000000')
    const passed = await measureLimit(processes)
    const told = await measureMessages(processes)
    const cells = [
      ...[
        processes,
        unlimited.rate.toFixed(0),
        limited.rate.toFixed(0),
        unlimited.p50.toFixed(2),
        limited.p50.toFixed(2),
        unlimited.cpu.toFixed(3),
        limited.cpu.toFixed(3),
      ],
      ...[passed.toFixed(1), told.messages, told.missing, told.twice],
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

/** Clients that read as fast as they are answered, spread over the processes. */
async function measureReads(processes: number, perSecond: string): Promise<{ rate: number; p50: number; cpu: number }> {
  await using receiver = await openReceiver()
  await using service = await openService(receiver, {
    processes,
    settings: { ...noShedding, API_RATE_PER_SECOND: perSecond },
  })
  const durations: number[] = []
  const read = async (origin: Pool) => {
    const began = performance.now()
    await ask(origin)
    durations.push(performance.now() - began)
  }
  await during(service, 2, read)
  durations.length = 0
  const before = othersCpuMs()
  await during(service, seconds, read)
  return {
    rate: durations.length / seconds,
    p50: quantile(durations, 0.5),
    cpu: (othersCpuMs() - before) / durations.length,
  }
}

/** CPU time of the machine so far without this process: on a machine that does nothing else, of the service and PostgreSQL. */
function othersCpuMs(): number {
  const all = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)
  const { user, system } = process.cpuUsage()
  return all - (user + system) / 1_000
}

/** @returns requests of one key that passed in a second, while it asks for several times its limit */
async function measureLimit(processes: number): Promise<number> {
  await using receiver = await openReceiver()
  await using service = await openService(receiver, {
    processes,
    settings: { ...noShedding, API_RATE_PER_SECOND: String(limit) },
  })
  let passed = 0
  await during(service, 10, async (origin) => {
    if ((await ask(origin)) === 200) passed++
    await pause(50)
  })
  return passed / 10
}

/** Items for Chidi, each a message to Chidi's webhook once its window has closed. */
async function measureMessages(processes: number): Promise<{ messages: number; missing: number; twice: number }> {
  await using receiver = await openReceiver()
  await using service = await openService(receiver, { processes, settings: noShedding })
  let given = 0
  const give = async (origin: Pool) => {
    const number = given++
    if (number >= items) return
    const body = JSON.stringify({ text: `token${number}x`, assignees: ['u_chidi'] })
    await ask(origin, 'POST', '/api/v1/action_item', body)
  }
  await during(service, 1, give)
  const told = () => receiver.received.filter(({ path }) => path === '/chidi')
  const missing = () => {
    const bodies = told().map(({ body }) => body)
    const tokens = new Set(bodies.flatMap((body) => body.match(/token\d+x/g) ?? []))
    return Math.min(items, given) - tokens.size
  }
  for (let waited = 0; waited < 100 && missing() > 0; waited++) await pause(200)
  await pause(2_000)
  const ids = receiver.received.map(({ headers }) => String(headers['webhook-id']))
  return { messages: ids.length, missing: missing(), twice: ids.length - new Set(ids).size }
}

/** Runs the task by all clients, each at one process, until the time is over. */
async function during(service: Service, seconds: number, task: (origin: Pool) => Promise<void>): Promise<void> {
  const origins = service.origins.map((origin) => new Pool(origin, { connections: clients }))
  const end = performance.now() + seconds * 1_000
  const client = async (_: unknown, index: number) => {
    while (performance.now() < end) await task(origins[index % origins.length]!)
  }
  await Promise.all(Array.from({ length: clients }, client))
  await Promise.all(origins.map((origin) => origin.close()))
}

async function ask(origin: Pool, method: 'GET' | 'POST' = 'GET', path = '/api/v1/me', sent?: string): Promise<number> {
  const headers = { 'x-api-key': keyOf('bo'), 'content-type': 'application/json' }
  const { statusCode, body } = await origin.request({ method, path, headers, body: sent ?? null })
  const text = await body.text()
  if (statusCode >= 300 && statusCode !== 429)
    throw new Error(`${method} ${path} was answered with ${statusCode}: ${text}`)
  return statusCode
}

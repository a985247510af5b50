/**
 * `npm run bench -- waits [PART OF A NAME]`: large deeds of one member, one by one. It prints how long a second member of
 * the workspace waited meanwhile, at most: for a read, for a written agenda, and for a share, which changes sight.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { Agent, type Dispatcher } from 'undici'
import { printTable } from './print-table.ts'
import { waitsCases } from './waits-cases.ts'
import { openBench } from './workspaces.ts'

/** The goal. */
const maxWaitMs = 500

type Call = { method: string; path: string; body?: string | object; headers?: Record<string, string> }
type Reply = { status: number; text: string }

export async function run(args: string[]): Promise<void> {
  const base = await openBench()
  const client = new pg.Client({ connectionString: base.databaseUrl })
  await client.connect()
  await client.query(await readFile(new URL('waits.sql', import.meta.url), 'utf8'))
  const server = fork(new URL('stalls-server.ts', import.meta.url), {
    stdio: 'inherit',
    env: { ...process.env, BODY_LIMIT_BYTES: '5242880' },
  })
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  const agent = new Agent({ connections: 16, headersTimeout: 300_000, bodyTimeout: 300_000 })
  const ask = (key: number, call: Call) => askOnce(agent, origin, key, call)
  const rows: string[][] = []
  try {
    for (const { name, prepare, call } of waitsCases) {
      if (args.length > 0 && !args.some((part) => name.includes(part))) continue
      if (prepare) await client.query(prepare)
      const others = [reading, writing, sharing].map((each) => keepAsking((count) => ask(1, each(count))))
      const start = performance.now()
      const { status, text } = await ask(0, call())
      const ms = performance.now() - start
      const waits = await Promise.all(others.map((each) => each.end()))
      const cells = waits.map(({ longestMs, failed }) => {
        const mark = longestMs > maxWaitMs ? ' !' : ''
        return `${longestMs.toFixed(0)}${mark}${failed ? ` (${failed} failed)` : ''}`
      })
      rows.push([name, String(status), ms.toFixed(0), ...cells])
      if (status >= 400) console.error(`${name}: ${text.slice(0, 200)}`)
    }
  } finally {
    await agent.close()
    server.disconnect()
    await once(server, 'exit')
    await client.end()
    await base.close()
  }
  printTable(['deed', 'status', 'ms', 'longest read ms', 'longest write ms', 'longest share ms'], rows)
}

const reading = (): Call => ({ method: 'GET', path: '/api/v1/note/n_own_1' })
const writing = (count: number): Call => ({
  method: 'POST',
  path: `/api/v1/note/n_own_${1 + (count % 40)}/agenda`,
  body: { content_native_markdown: `::agenda{version=1}\n\n- Point ${count}` },
})
const sharing = (count: number): Call => ({
  method: 'POST',
  path: `/api/v1/note/n_own_${1 + (count % 40)}/share`,
  body: { user: `u_${2 + (count % 190)}` },
})

async function askOnce(
  agent: Agent,
  origin: string,
  key: number,
  { method, path, body, headers }: Call,
): Promise<Reply> {
  const text = typeof body === 'object' ? JSON.stringify(body) : body
  const answer = await agent.request({
    origin,
    method: method as Dispatcher.HttpMethod,
    path,
    body: text ?? null,
    headers: { 'x-api-key': `mb_waits_${key}`, ...(text && { 'content-type': 'application/json' }), ...headers },
  })
  return { status: answer.statusCode, text: await answer.body.text() }
}

/** One after the other, until the end. */
function keepAsking(ask: (count: number) => Promise<Reply>): { end(): Promise<{ longestMs: number; failed: number }> } {
  let [isOver, longestMs, failed] = [false, 0, 0]
  const asking = (async () => {
    for (let count = 0; !isOver; count++) {
      const start = performance.now()
      const { status } = await ask(count)
      if (status >= 300) failed++
      longestMs = Math.max(longestMs, performance.now() - start)
      await pause(5)
    }
  })()
  return {
    async end() {
      isOver = true
      await asking
      return { longestMs, failed }
    },
  }
}

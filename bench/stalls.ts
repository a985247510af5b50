/**
 * `npm run bench -- stalls [PART OF A NAME]`: runs the worst requests for the event loop one by one. It prints the
 * answer, its time, the longest time in which the process could not answer other requests, and how long a second member
 * waited for small ones.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { Agent, type Dispatcher } from 'undici'
import { quantile } from './quantile.ts'
import { type Case, cases, type Sent } from './stalls-cases.ts'
import { searchCases } from './stalls-search.ts'
import { openBench } from './workspaces.ts'

/** The goal. */
const maxHoldMs = 100

type Outcome = {
  statuses: string
  ms: number
  answerBytes: number
  holdMs: number
  maxCpuMs: number
  rssBytes: number
  othersMs: number
  message: string
}

export async function run(args: string[]): Promise<void> {
  await makeWorkspace()
  const server = fork(new URL('stalls-server.ts', import.meta.url), {
    stdio: 'inherit',
    env: { ...process.env, BODY_LIMIT_BYTES: '5242880' },
  })
  const [{ origin }] = (await once(server, 'message')) as [{ origin: string }]
  const agent = new Agent({ connections: 16, headersTimeout: 300_000, bodyTimeout: 300_000 })
  const ask = (sent: Sent) => askOnce(agent, origin, sent)
  // On a connection of their own: behind the sixteen they would wait for the bench itself.
  const otherAgent = new Agent({ connections: 1 })
  const askAsOther = () => askOnce(otherAgent, origin, { method: 'GET', path: '/api/v1/me', key: 1 })
  try {
    console.log(
      line([
        'request',
        'status',
        'answer bytes',
        'ms',
        'longest hold ms',
        'of it computing',
        'other member p99 ms',
        'memory MB',
        'message',
      ]),
    )
    console.log(line(['---', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---']))
    await ask({ method: 'POST', path: '/api/v1/notes', body: '{}' })
    const quiet: Case = { name: 'nothing', requests: () => [], after: () => wait(3_000) }
    for (const each of [quiet, ...cases, ...searchCases]) {
      if (each !== quiet && args.length > 0 && !args.some((part) => each.name.includes(part))) continue
      print(each, await measure(server, each, ask, askAsOther))
    }
  } finally {
    await agent.close()
    await otherAgent.close()
    server.disconnect()
    await once(server, 'exit')
  }
}

export async function makeWorkspace(): Promise<void> {
  const base = await openBench()
  const client = new pg.Client({ connectionString: base.databaseUrl })
  await client.connect()
  await client.query(await readFile(new URL('stalls.sql', import.meta.url), 'utf8'))
  await client.end()
  await base.close()
}

type Reply = { status: number; headers: Dispatcher.ResponseData['headers']; bytes: number; start: string }

export async function askOnce(
  agent: Agent,
  origin: string,
  { method, path, headers, body, key = 0 }: Sent,
): Promise<Reply> {
  const answer = await agent.request({
    origin,
    method: method as Dispatcher.HttpMethod,
    path,
    body: body ?? null,
    headers: { 'x-api-key': `mb_stalls_${key}`, ...(body && { 'content-type': 'application/json' }), ...headers },
  })
  let bytes = 0
  let start = ''
  for await (const chunk of answer.body) {
    bytes += chunk.length
    if (start.length < 200_000) start += chunk.toString('utf8')
  }
  return { status: answer.statusCode, headers: answer.headers, bytes, start }
}

/** A server that rejects a body may close the connection while the body is being sent. */
const refused = (error: { code?: string }): Reply => ({
  status: 0,
  headers: {},
  bytes: 0,
  start: `{"message":"${error.code ?? error}"}`,
})

async function measure(
  server: ChildProcess,
  { name, prepare, requests, judge, after }: Case,
  ask: (sent: Sent) => Promise<Reply>,
  askAsOther: () => Promise<Reply>,
): Promise<Outcome> {
  for (const each of prepare?.() ?? []) await ask(each)
  const all = requests()
  await wait(300)
  await order(server, 'begin')
  await wait(100)
  const others = askAgainAndAgain(askAsOther)
  const start = performance.now()
  const answers = await Promise.all(all.map((each) => ask(each).catch(refused)))
  const ms = performance.now() - start
  try {
    const wrong = judge?.(answers) ?? null
    if (wrong !== null) throw new Error(`${name}: the answer to '${wrong}' is wrong: ${answers[0]?.start}`)
    if (after) await after(async (sent) => JSON.parse((await ask(sent)).start))
    await wait(100)
  } finally {
    await others.end()
  }
  const othersMs = quantile(others.times, 0.99)
  const { holdMs, maxCpuMs, rssBytes } = await order(server, 'end')
  const statuses = [...new Set(answers.map(({ status }) => status || 'cut off'))].join(', ')
  const answerBytes = Math.max(0, ...answers.map(({ bytes }) => bytes))
  const last = answers.at(-1)?.start ?? ''
  const message = /"message":"((?:[^"\\]|\\.){0,70})/.exec(last)?.[1] ?? ''
  return { statuses, ms, answerBytes, holdMs, maxCpuMs, rssBytes, othersMs, message }
}

/** A second member who asks one small thing after the other. */
function askAgainAndAgain(ask: () => Promise<Reply>): { times: number[]; end(): Promise<void> } {
  const times: number[] = []
  let isOver = false
  const asking = (async () => {
    for (; !isOver; await wait(5)) {
      const start = performance.now()
      await ask()
      times.push(performance.now() - start)
    }
  })()
  return {
    times,
    async end() {
      isOver = true
      await asking
    },
  }
}

async function order(
  server: ChildProcess,
  message: string,
): Promise<Pick<Outcome, 'holdMs' | 'maxCpuMs' | 'rssBytes'>> {
  server.send(message)
  return (await once(server, 'message'))[0]
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`

function print(
  { name }: Case,
  { statuses, answerBytes, ms, holdMs, maxCpuMs, rssBytes, othersMs, message }: Outcome,
): void {
  const hold = `${holdMs.toFixed(0)}${holdMs > maxHoldMs ? ' !' : ''}`
  const megabytes = (rssBytes / 1_048_576).toFixed(0)
  console.log(
    line([
      name,
      statuses,
      String(answerBytes),
      ms.toFixed(0),
      hold,
      maxCpuMs.toFixed(0),
      othersMs.toFixed(1),
      megabytes,
      message.replaceAll('|', '\\|'),
    ]),
  )
}

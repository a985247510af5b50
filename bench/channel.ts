/**
 * `npm run bench -- channel [MEMBERS] [NEWCOMERS]`: the cost of giving access to many notes at once. A channel of 10,000 notes is
 * joined and left by one person, and by many in a row, while another member reads.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { buildApi } from '../server/app/api.ts'
import type { Base } from '../server/app/base.ts'
import { asSuperuser } from '../server/platform/embedded-postgres/role.ts'
import { quantile } from './quantile.ts'
import { openBench } from './workspaces.ts'

const rounds = 7
const readEveryMs = 20

type Call = (method: 'POST' | 'DELETE', path: string, payload?: object) => Promise<number>

/** @param args  how many people are in the channel already, and how many join and leave in a row */
export async function run([members = '1000', newcomers = '1000']: string[]): Promise<void> {
  const base = await openBench()
  const { api, close } = await buildApi(base)
  try {
    const workspace = await makeChannel(base, Number(members), Number(newcomers))
    const key = `mb_bench_${workspace}_member`
    const call: Call = async (method, path, payload) => {
      const start = performance.now()
      const answer = await api.inject({ method, url: `/api/v1${path}`, headers: { 'x-api-key': key }, payload })
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
      return performance.now() - start
    }
    const newcomer = (n: number) => `u_${Number(members) + 1 + n}`
    const join = (n: number) => call('POST', '/channel/ch_0/members', { user: newcomer(n) })
    const leave = (n: number) => call('DELETE', `/channel/ch_0/members/${newcomer(n)}`)
    console.log(`A channel of ${members} people and 10,000 notes:`)
    const joinAndLeave = async () => {
      const ms = await join(0)
      await leave(0)
      return ms
    }
    print('one joins', await repeat(rounds, joinAndLeave))
    print('one leaves', await repeat(rounds, () => join(0).then(() => leave(0))))
    print('a page of notes, nothing else', (await reading(call, () => pause(2_000))).pages)
    for (const [name, change] of Object.entries({ join, leave })) {
      const start = performance.now()
      const { times, pages } = await reading(call, () => repeat(Number(newcomers), change))
      const seconds = (performance.now() - start) / 1_000
      console.log(`${newcomers} ${name} in a row: ${seconds.toFixed(1)} s`)
      print(`  ${name}`, times)
      print('  a page of notes meanwhile', pages)
    }
  } finally {
    await close()
    await base.close()
  }
}

async function makeChannel(base: Base, members: number, newcomers: number): Promise<string> {
  const name = `channel${members}x${newcomers}`
  const text = await readFile(new URL('channel.sql', import.meta.url), 'utf8')
  const client = new pg.Client({ connectionString: asSuperuser(base.databaseUrl) })
  await client.connect()
  try {
    const found = await client.query('select from workspaces where id = $1', [name])
    if (found.rowCount) return name
    await client.query("begin; set local session_replication_role = 'replica'")
    await client.query(text.replaceAll('$1', name).replaceAll('$2', `${members}`).replaceAll('$3', `${newcomers}`))
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
  return name
}

async function repeat(times: number, task: (n: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = []
  for (let n = 0; n < times; n++) taken.push(await task(n))
  return taken
}

/** Reads pages until the work is done. */
async function reading<Times>(call: Call, work: () => Promise<Times>): Promise<{ times: Times; pages: number[] }> {
  let done = false
  const pages: number[] = []
  const read = async () => {
    for (; !done; await pause(readEveryMs)) pages.push(await call('POST', '/notes', {}))
  }
  const reader = read()
  const times = await work().finally(() => {
    done = true
  })
  await reader
  return { times, pages }
}

function print(name: string, times: number[]): void {
  const at = (share: number) => Math.round(quantile(times, share))
  console.log(`${name}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(1)} ms (${times.length})`)
}

/** Memory of the server while every page of a list is read, and of an export. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Pool } from 'undici'

export type Usage = { rssBytes: number; cpuMicroseconds: number }

/** The usage that `list-server.ts` reports. */
export async function usageOf(server: ChildProcess): Promise<Usage> {
  server.send('usage')
  return (await once(server, 'message'))[0] as Usage
}

export async function printMemory(origin: string, server: ChildProcess): Promise<void> {
  for (const size of [1_000, 100_000]) {
    await readEveryPage(origin, size)
    const { rssBytes } = await usageOf(server)
    console.log(`Memory of the server (RSS) after every page of ${size} notes: ${Math.round(rssBytes / 1_048_576)} MB`)
  }
  for (const size of [1_000, 100_000]) {
    const [exported] = await once(fork(new URL('export-memory.ts', import.meta.url), [`bench${size}`]), 'message')
    const { megabytes, seconds, peakMegabytes } = exported as Record<string, number>
    const what = `${megabytes!.toFixed(1)} MB in ${seconds!.toFixed(1)} s`
    console.log(`Export of ${size} notes: ${what}, at most ${peakMegabytes!.toFixed(0)} MB of memory`)
  }
}

async function readEveryPage(origin: string, size: number): Promise<void> {
  const pool = new Pool(origin, { connections: 1 })
  const headers = { 'x-api-key': `mb_bench_bench${size}_admin`, 'content-type': 'application/json' }
  for (let cursor: string | null = null, more = true; more; more = cursor !== null) {
    const body = JSON.stringify({ pagination: { page_size: 50, cursor } })
    const answer = await pool.request({ method: 'POST', path: '/api/v1/notes', headers, body })
    const page = (await answer.body.json()) as { page_info: { cursor: string | null } }
    cursor = page.page_info.cursor
  }
  await pool.close()
}

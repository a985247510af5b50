/**
 * A process of `npm run bench -- changes`: people who follow what changes, each with one request at a time that waits for 30 s.
 * It is told the origin, the workspace, how many follow, and a cursor for each.
 */
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'undici'

export type FollowersOrder = { origin: string; workspaceId: string; cursors: string[] }
export type Heard = { arrivals: { id: string; at: number }[]; requests: number; lost: number; cpuMs: number }

type Page = { page_info: { cursor: string }; data: { id: string }[] }

const heard = { arrivals: [] as Heard['arrivals'], requests: 0, lost: 0 }
let isOver = false

async function followFor(pool: Pool, workspaceId: string, person: number, cursor: string): Promise<void> {
  const headers = { 'x-api-key': `mb_bench_${workspaceId}_${person}` }
  for (let next = cursor; !isOver; ) {
    const path = `/api/v1/changes?wait=30&cursor=${next}`
    const answer = await pool.request({ method: 'GET', path, headers, headersTimeout: 60_000 }).catch(() => null)
    if (answer === null) {
      heard.lost++
      await setTimeout(100)
      continue
    }
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`)
    const at = performance.timeOrigin + performance.now()
    const page = JSON.parse(text) as Page
    heard.requests++
    for (const { id } of page.data) heard.arrivals.push({ id, at })
    next = page.page_info.cursor
  }
}

process.on('message', (order: FollowersOrder | 'take') => {
  if (order === 'take') {
    const { user, system } = process.cpuUsage()
    process.send!({ ...heard, cpuMs: (user + system) / 1_000 } satisfies Heard)
    Object.assign(heard, { arrivals: [], requests: 0, lost: 0 })
    return
  }
  const pool = new Pool(order.origin, { connections: order.cursors.length })
  for (const [person, cursor] of order.cursors.entries()) {
    void followFor(pool, order.workspaceId, person, cursor).catch((error: unknown) => {
      if (isOver) return
      console.error(error)
      process.exit(1)
    })
  }
})
process.once('disconnect', () => {
  isOver = true
  process.exit()
})

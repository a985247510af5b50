/** The cost of giving access to many notes at once: joining, leaving and deleting a channel with 10,000 notes. */
import { buildApi } from '../server/api.ts'
import { lockSight } from '../server/workspace/change-sight.ts'
import { makeWorkspaces, openBench } from './workspaces.ts'

const size = 100_000
const workspace = `bench${size}`
// A tenth of all notes, and a few more, are published in `ch_0`; this person is not in it.
const [channel, newcomer] = ['ch_0', 'u_400']
const rounds = 5

export async function run(): Promise<void> {
  const base = await openBench()
  const { api, close } = await buildApi(base)
  try {
    await makeWorkspaces(base, [size])
    const headers = { 'x-api-key': `mb_bench_${workspace}_member` }
    const members = `/api/v1/channel/${channel}/members`
    const { published } = await base.db
      .selectFrom('note_publications')
      .select(({ fn }) => fn.countAll<string>().as('published'))
      .where('workspace_id', '=', workspace)
      .where('channel_id', '=', channel)
      .executeTakeFirstOrThrow()
    const times: Record<'join' | 'leave' | 'delete', number[]> = { join: [], leave: [], delete: [] }
    for (let round = 0; round < rounds; round++) {
      const join = {
        method: 'POST' as const,
        url: members,
        headers: { ...headers, 'content-type': 'application/json' },
      }
      times.join.push(await timed(async () => expect(await api.inject({ ...join, payload: { user: newcomer } }))))
      const leave = { method: 'DELETE' as const, url: `${members}/${newcomer}`, headers }
      times.leave.push(await timed(async () => expect(await api.inject(leave))))
    }
    // The action is measured and rolled back.
    const kept = base.db.transaction().execute(async (tx) => {
      await lockSight(tx, workspace)
      const gone = tx.deleteFrom('channels').where('workspace_id', '=', workspace).where('id', '=', channel)
      times.delete.push(await timed(() => gone.execute()))
      throw new Undone()
    })
    await kept.catch((error) => {
      if (!(error instanceof Undone)) throw error
    })
    console.log(`A channel with ${published} notes in a workspace with ${size}:`)
    for (const [task, measured] of Object.entries(times)) {
      console.log(`${task.padEnd(6)} ${measured.map((ms) => `${Math.round(ms)} ms`).join(', ')}`)
    }
  } finally {
    await close()
    await base.close()
  }
}

class Undone extends Error {}

async function timed(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await task()
  return performance.now() - start
}

function expect({ statusCode, body }: { statusCode: number; body: string }): void {
  if (statusCode !== 200) throw new Error(`${statusCode}: ${body}`)
}

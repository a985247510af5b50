/** 1,000 people wait while notes are renamed through the API: how soon they hear of it, and what that costs. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { writeCursor } from '../server/reading/changes/change-cursor.ts'
import { numberChanges } from '../server/reading/changes/number-changes.ts'
import { changeKinds } from '../server/reading/changes/schemas.ts'
import type { FollowersOrder, Heard } from './changes-followers.ts'
import type { Measured, Place } from './changes-place.ts'
import { databaseCpuMs } from './database-cpu.ts'
import { quantile } from './quantile.ts'

export const followers = 1_000
const [calm, perSecond] = [10, 100]
const [few, forAll] = [2_000, 10]

export async function measureFollowing(place: Place, measured: Measured): Promise<void> {
  measured.set('rows written by a rename that 1 person sees', String(await rowsOfRename(place, 1)))
  measured.set(`rows written by a rename that ${followers} see`, String(await rowsOfRename(place, followers)))
  const process_ = fork(new URL('changes-followers.ts', import.meta.url), { stdio: 'inherit' })
  try {
    await startFollowers(place, process_)
    await renameEach(place, 200, perSecond, (n) => `n_${n}`)
    await report(place, process_, measured, `${calm} changes a second, each seen by 3`, 200, () =>
      renameEach(place, 200, calm, (n) => `n_${n}`),
    )
    await report(place, process_, measured, `${perSecond} changes a second, each seen by 3`, few, () =>
      renameEach(place, few, perSecond, (n) => `n_${n % 1_000}`),
    )
    await report(place, process_, measured, `a change seen by all ${followers}`, forAll, () =>
      renameEach(place, forAll, 0.25, (n) => `n_all_${n}`),
    )
    await report(place, process_, measured, 'both at once', few, async () => {
      const all = renameEach(place, 5, 0.25, (n) => `n_all_${n + 20}`)
      return [...(await renameEach(place, few, perSecond, (n) => `n_${n % 1_000}`)), ...(await all)]
    })
  } finally {
    if (process_.connected) process_.disconnect()
    if (process_.exitCode === null) await once(process_, 'exit')
    await setTimeout(2_000)
  }
}

async function startFollowers({ base, workspaceId, origin }: Place, child: ChildProcess): Promise<void> {
  const { last: number } = await numberChanges({ db: base.db, clock: base.clock }, workspaceId)
  const cursors = Array.from({ length: followers }, (_, person) => {
    const reader = { workspaceId, userId: `u_${person}`, superAdmin: false }
    return writeCursor({ reader, kinds: [...changeKinds], number, expanded: null, copied: null }, base.clock())
  })
  child.send({ origin, workspaceId, cursors } satisfies FollowersOrder)
  await setTimeout(5_000)
}

async function take(child: ChildProcess): Promise<Heard> {
  child.send('take')
  return (await once(child, 'message'))[0] as Heard
}

/** When each change was answered, in order; a note may be renamed several times. */
type Answered = { id: string; at: number }[]

/** Renames notes through the API in an open loop, each by its maker. */
async function renameEach(
  { ask }: Place,
  count: number,
  rate: number,
  noteOf: (n: number) => string,
): Promise<Answered> {
  const answered: Answered = []
  const all: Promise<void>[] = []
  const start = performance.now()
  for (let n = 0; n < count; n++) {
    const wait = start + (n * 1_000) / rate - performance.now()
    if (wait > 1) await setTimeout(wait)
    const id = noteOf(n)
    all.push(
      ask(Number(/^n_(\d+)$/.exec(id)?.[1] ?? 0) % followers, 'PATCH', `/api/v1/note/${id}`, {
        title: `Title ${Math.random()}`,
      }).then(() => {
        answered.push({ id, at: performance.timeOrigin + performance.now() })
      }),
    )
  }
  await Promise.all(all)
  return answered
}

async function report(
  place: Place,
  child: ChildProcess,
  measured: Measured,
  name: string,
  changes: number,
  act: () => Promise<Answered>,
): Promise<void> {
  await take(child)
  const before = await costs(place, child)
  const start = performance.now()
  const answered = await act()
  const seconds = (performance.now() - start) / 1_000
  await setTimeout(3_000)
  const heard = await take(child)
  const after = await costs(place, child)
  const times = latencies(answered, heard.arrivals)
  const each = (of: keyof typeof after) => (after[of] - before[of]) / changes
  measured.set(`${name}: to the follower, p50 ms`, quantile(times, 0.5).toFixed(1))
  measured.set(`${name}: p99 ms`, quantile(times, 0.99).toFixed(1))
  measured.set(`${name}: changes a second`, (answered.length / seconds).toFixed(0))
  measured.set(`${name}: CPU ms a change, API`, each('api').toFixed(2))
  measured.set(`${name}: CPU ms a change, PostgreSQL`, each('database').toFixed(2))
  measured.set(`${name}: CPU ms a change, the followers`, ((heard.cpuMs - before.followers) / changes).toFixed(2))
  measured.set(`${name}: requests a change`, ((heard.requests + answered.length) / changes).toFixed(1))
  measured.set(`${name}: answers that name it`, (heard.arrivals.length / answered.length).toFixed(2))
  measured.set(`${name}: connections lost`, String(heard.lost))
  measured.set(`${name}: blocks a change`, each('blocks').toFixed(0))
  console.log(
    `${place.workspaceId}, ${name}: p50 ${quantile(times, 0.5).toFixed(0)} ms, load ${loadavg()[0]!.toFixed(1)}`,
  )
}

/** From the answer of a change to the follower's: to the last change of that note before it. Below 0 is 0. */
function latencies(answered: Answered, arrivals: Answered): number[] {
  const changes = Map.groupBy(answered, ({ id }) => id)
  return arrivals.flatMap(({ id, at }) => {
    const before = changes.get(id)?.filter((change) => change.at <= at) ?? []
    return before.length > 0 ? [at - before.at(-1)!.at] : changes.has(id) ? [0] : []
  })
}

async function costs(place: Place, child: ChildProcess) {
  // An idle backend publishes its counters after 10 s.
  await setTimeout(10_500)
  const { rows } = await sql<{ blocks: string }>`
    select blks_hit + blks_read as blocks from pg_stat_database where datname = current_database()`.execute(
    place.base.db,
  )
  return {
    api: await place.serverCpuMs(),
    database: await databaseCpuMs(place.base),
    followers: (await take(child)).cpuMs,
    blocks: Number(rows[0]!.blocks),
  }
}

/** Rows that a rename adds to the changes of a workspace. */
async function rowsOfRename({ base, workspaceId }: Place, readers: number): Promise<number> {
  const id = readers === 1 ? 'n_alone' : 'n_all_49'
  await sql`insert into notes (workspace_id, id, created_by, title, title_folded, created_at, updated_at)
    values (${workspaceId}, 'n_alone', 'u_5', 'Alone', 'alone', '2024-01-01', '2024-01-01') on conflict do nothing`.execute(
    base.db,
  )
  await numberChanges({ db: base.db, clock: base.clock }, workspaceId)
  await sql`update notes set title = title || '.' where workspace_id = ${workspaceId} and id = ${id}`.execute(base.db)
  const { rows } = await sql<{ count: string }>`
    select count(*) from unnumbered_changes where workspace_id = ${workspaceId}`.execute(base.db)
  return Number(rows[0]!.count)
}

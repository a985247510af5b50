/** Jobs whose worker is gone are begun again. Jobs of living workers are not, whatever happens to their connections. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { waitFor } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { ProcessConnection } from '../postgres/process-connection.ts'
import { JobLocks } from './job-locks.ts'
import { Jobs } from './jobs.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

type Begun = { n: number; finish(): void }

/** That of a process. */
const openConnection = () => new ProcessConnection(world.base.databaseUrl, world.base.log)

/** A worker in this process; job 1 ends when the test calls its `finish`. */
async function worker(name: string) {
  const begun: Begun[] = []
  const connection = openConnection()
  const jobs = new Jobs(world.base.databaseUrl, world.base.log, { worker: connection })
  const run = ({ n }: { n: number }) =>
    new Promise<void>((finish) => {
      begun.push({ n, finish })
      // Only job 1 waits.
      if (n !== 1) finish()
    })
  await jobs.work([{ name, concurrency: 3, run }], world.base.clock)
  return {
    begun,
    numbers: () => begun.map(({ n }) => n).sort(),
    [Symbol.asyncDispose]: () => jobs.stop().then(() => connection.close()),
  }
}

const send = (name: string, n: number) => world.db.transaction().execute((tx) => world.base.jobs.send(tx, name, { n }))

/** A job as a killed worker leaves it; its heartbeat is valid for a day. */
async function leave(name: string, n: number, retryCount = 0): Promise<string> {
  const id = randomUUID()
  await sql`insert into pgboss.job (id, name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_count,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
    values (${id}, ${name}, ${JSON.stringify({ n })}, 'active', now(), now(), 86400, ${retryCount},
      300, 1, true, 300, 'standard')`.execute(world.db)
  return id
}

const jobsOf = async (name: string) =>
  (
    await sql<{ id: string; state: string; retry_count: number; waits: number }>`
      select id, state::text, retry_count, extract(epoch from start_after - started_on)::float8 as waits
      from pgboss.job where name = ${name}`.execute(world.db)
  ).rows

const lockConnections = async () =>
  (
    await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'minutebook process'`.execute(world.db)
  ).rows.map(({ pid }) => pid)

const run = async (text: string, values: unknown[]) => world.base.pool.query(text, values)

test('another worker begins the job of a killed worker, but not that of a running one', async () => {
  await using one = await worker('kept')
  await send('kept', 1)
  await waitFor(() => one.begun.length === 1)
  await using other = await worker('kept')
  await leave('kept', 2)
  // The worker that takes this job has checked twice since the first job was begun.
  await waitFor(() => one.begun.length + other.begun.length === 2)
  assert.deepEqual([...one.numbers(), ...other.numbers()].sort(), [1, 2])
  one.begun[0]!.finish()
  await waitFor(async () => (await jobsOf('kept')).every(({ state }) => state === 'completed'))
  assert.equal((await jobsOf('kept')).length, 2)
})

test('a worker that loses the connection of its locks gets them again, and keeps its job', async () => {
  await using one = await worker('reconnected')
  await send('reconnected', 1)
  await waitFor(() => one.begun.length === 1)
  const [pid, ...others] = await lockConnections()
  assert.deepEqual(others, [])
  await sql`select pg_terminate_backend(${pid})`.execute(world.db)
  await waitFor(async () => (await lockConnections()).some((each) => each !== pid))
  await using other = await worker('reconnected')
  await leave('reconnected', 2)
  await waitFor(() => one.begun.length + other.begun.length === 2)
  assert.deepEqual([...one.numbers(), ...other.numbers()].sort(), [1, 2])
  one.begun[0]!.finish()
})

test('a worker that has just begun a job drops it if it was made available to others', async () => {
  const connections = [openConnection(), openConnection()]
  const [mine, theirs] = connections.map((each) => new JobLocks(each, world.base.log)) as [JobLocks, JobLocks]
  await sql`select pgboss.create_queue('late', '{"policy": "standard"}')`.execute(world.db)
  const id = await leave('late', 2)
  await theirs.freeLostJobs(run, ['late'])
  assert.deepEqual(
    (await jobsOf('late')).map((job) => [job.id, job.state]),
    [[id, 'active']],
    'one check is not enough',
  )
  await theirs.freeLostJobs(run, ['late'])
  const [given] = await jobsOf('late')
  assert.equal(given!.state, 'retry')
  assert.notEqual(given!.id, id)
  assert.equal(await mine.take('late', id), false)
  const taken = await leave('late', 3)
  assert.equal(await mine.take('late', taken), true)
  for (const _ of [1, 2, 3]) await theirs.freeLostJobs(run, ['late'])
  await mine.release(taken)
  await theirs.freeLostJobs(run, ['late'])
  await theirs.freeLostJobs(run, ['late'])
  assert((await jobsOf('late')).every((job) => job.state === 'retry'))
  for (const connection of connections) await connection.close()
})

test('a job that is lost again waits longer each time, as after failures; the last retry waits for its heartbeat', async () => {
  const connection = openConnection()
  const locks = new JobLocks(connection, world.base.log)
  await sql`select pgboss.create_queue('again', '{"policy": "standard"}')`.execute(world.db)
  for (const retries of [0, 1, 3, 20, 299, 300]) await leave('again', retries, retries)
  await locks.freeLostJobs(run, ['again'])
  await locks.freeLostJobs(run, ['again'])
  await connection.close()
  const jobs = (await jobsOf('again')).sort((a, b) => a.retry_count - b.retry_count)
  assert.deepEqual(
    jobs.map((job) => [job.retry_count, job.state, job.state === 'retry' && job.waits]),
    [
      [0, 'retry', 1],
      [1, 'retry', 2],
      [3, 'retry', 8],
      [20, 'retry', 300],
      [299, 'retry', 300],
      [300, 'active', false],
    ],
  )
})

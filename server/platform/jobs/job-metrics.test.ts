/** What an operator sees of background jobs at /metrics. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWorld, type World } from '../../../test/support/world.ts'
import { measureJobs, watchJobs } from './job-metrics.ts'

let world: World
before(async () => {
  world = await openWorld()
  watchJobs(world.base)
})
after(() => world[Symbol.asyncDispose]())

const metric = async (name: string) => {
  const { text } = await world.get('/metrics')
  return text
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.slice(name.length + 1)
}

test('jobs that are due and the age of the oldest are reported by queue, without later and running ones', async () => {
  const { db, jobs } = world.base
  await db.transaction().execute(async (tx) => {
    await jobs.sendAll(tx, 'forget-audit', [{ data: {} }, { data: {} }, { data: {} }])
    await jobs.send(tx, 'forget-deliveries', {})
  })
  await sql`update pgboss.queue set queued_count = 7, deferred_count = 3 where name = 'forget-audit'`.execute(db)
  assert.equal(await metric('jobs_waiting{queue="forget-audit"}'), '4')
  const ages = { 'forget-audit': [-90, 60, 1_000], 'forget-deliveries': [-1] }
  for (const [name, seconds] of Object.entries(ages)) {
    const times = seconds.map((each) => new Date(world.base.clock().getTime() - each * 1_000))
    await sql`
      update pgboss.job set start_after = times.at, state = case when times.place = 3 then 'active' else state end
      from (select id, row_number() over () as place from pgboss.job where name = ${name}) as numbered
        join unnest(${times}::timestamptz[]) with ordinality as times (at, place) using (place)
      where job.name = ${name} and job.id = numbered.id`.execute(db)
  }
  const age = (name: string) => metric(`jobs_oldest_due_age_seconds{queue="${name}"}`)
  assert.deepEqual([await age('forget-audit'), await age('forget-deliveries')], ['60', '0'])
  world.advance({ seconds: 90 })
  assert.deepEqual([await age('forget-audit'), await age('forget-deliveries')], ['150', '89'])
})

test('running jobs, and ended ones by result, are reported by queue', async () => {
  const seen: unknown[] = []
  const measured = measureJobs(world.base.metrics)
  const work = measured({
    name: 'count',
    async run({ fails }) {
      seen.push(await metric('jobs_in_flight{queue="count"}'))
      if (fails) throw new Error('not yet')
    },
  })
  await work.run({ fails: false })
  await work.run({ fails: false })
  await assert.rejects(work.run({ fails: true }), /not yet/)
  assert.deepEqual([...seen, await metric('jobs_in_flight{queue="count"}')], ['1', '1', '1', '0'])
  const ended = (result: string) => metric(`jobs_total{queue="count",result="${result}"}`)
  assert.deepEqual([await ended('done'), await ended('failed')], ['2', '1'])
})

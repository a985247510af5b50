/** The queue on a real PostgreSQL: jobs are sent within a transaction and done by one of several workers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waitFor } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { Jobs } from './jobs.ts'

let world: World
before(async () => {
  world = await openWorld()
})
after(() => world[Symbol.asyncDispose]())

/** A worker in this process. It calls `run` with each job. */
async function worker(run: (data: { n: number }) => Promise<void>) {
  const jobs = new Jobs(world.base.databaseUrl, world.base.log, { worker: world.base.processConnection })
  await jobs.work([{ name: 'count', run }], world.base.clock)
  return { stall: () => jobs.stall(world.base.clock(), world.db), [Symbol.asyncDispose]: () => jobs.stop() }
}

/** Resolves when so many values came. */
function expecting<T>(count: number) {
  const seen: T[] = []
  const { promise, resolve } = Promise.withResolvers<T[]>()
  const add = (value: T) => {
    if (seen.push(value) === count) resolve(seen)
  }
  return { add, all: promise }
}

const send = (n: number) => world.db.transaction().execute((tx) => world.base.jobs.send(tx, 'count', { n }))

test('each job is run once, by one of two workers; a job that was rolled back is never run', async () => {
  const failing = world.db.transaction().execute(async (tx) => {
    await world.base.jobs.send(tx, 'count', { n: 0 })
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  const { add, all } = expecting<number>(5)
  await using _one = await worker(async ({ n }) => add(n))
  await using _other = await worker(async ({ n }) => add(n))
  for (const n of [1, 2, 3, 4, 5]) await send(n)
  assert.deepEqual((await all).sort(), [1, 2, 3, 4, 5])
})

test('a job that fails is retried', async () => {
  let failures = 0
  const { add, all } = expecting<number>(1)
  await using _worker = await worker(async ({ n }) => {
    if (failures++ === 0) throw new Error('not yet')
    add(n)
  })
  await send(7)
  assert.deepEqual(await all, [7])
})

test('one person has at most so many of the jobs at once: those of others do not wait behind them', async () => {
  const jobs = new Jobs(world.base.databaseUrl, world.base.log, { worker: world.base.processConnection })
  await using _stopped = { [Symbol.asyncDispose]: () => jobs.stop() }
  const goOn = Promise.withResolvers<void>()
  const begun: string[] = []
  const { add, all } = expecting<string>(5)
  const run = async ({ who }: { who: string }) => {
    begun.push(who)
    await goOn.promise
    add(who)
  }
  const sent = ['a', 'a', 'a', 'a', 'b'].map((who) => ({ data: { who }, sharer: who }))
  await world.db.transaction().execute((tx) => world.base.jobs.sendAll(tx, 'shared', sent))
  await jobs.work([{ name: 'shared', concurrency: 2, concurrencyOfSharer: 1, run }], world.base.clock)
  await waitFor(() => begun.length === 2)
  goOn.resolve()
  assert.deepEqual(begun.toSorted(), ['a', 'b'])
  assert.deepEqual((await all).sort(), ['a', 'a', 'a', 'a', 'b'])
})

test('a scheduled job waits for its time', async () => {
  const { add, all } = expecting<number>(1)
  await using _worker = await worker(async ({ n }) => add(n))
  await world.db
    .transaction()
    .execute((tx) =>
      world.base.jobs.sendAll(tx, 'count', [{ data: { n: 8 }, at: new Date('2099-01-01') }, { data: { n: 9 } }]),
    )
  assert.deepEqual(await all, [9])
})

test('a worker that looks for jobs only each hour begins those that are sent at once, or at their time, one after another', async () => {
  const options = { worker: world.base.processConnection, pollSeconds: 3_600 }
  const jobs = new Jobs(world.base.databaseUrl, world.base.log, options)
  await using _stopped = { [Symbol.asyncDispose]: () => jobs.stop() }
  const { add, all } = expecting<number>(5)
  const looked = expecting<number>(1)
  const run = async ({ n }: { n: number }) => (n === 0 ? looked.add(n) : add(n))
  await jobs.work([{ name: 'announced', concurrency: 2, run }], () => new Date())
  const sendAll = (some: { n: number; at?: Date }[]) =>
    world.db.transaction().execute((tx) =>
      world.base.jobs.sendAll(
        tx,
        'announced',
        some.map(({ n, at }) => ({ data: { n }, at })),
      ),
    )
  await sendAll([{ n: 0 }])
  await looked.all
  await sendAll([{ n: 5, at: new Date(Date.now() + 300) }])
  await sendAll([1, 2, 3, 4].map((n) => ({ n })))
  assert.deepEqual((await all).toSorted(), [1, 2, 3, 4, 5])
})

test('work is stalled if none of its jobs started for 60 s although one was due all that time', async () => {
  const { db, jobs, clock } = world.base
  const goOn = Promise.withResolvers<void>()
  const { add, all } = expecting<number>(1)
  const others = expecting<number>(3)
  await using here = await worker(async ({ n }) => {
    add(n)
    others.add(n)
    await goOn.promise
  })
  await send(1)
  await all
  const later = new Date(clock().getTime() + 30_000)
  await db.transaction().execute((tx) => jobs.send(tx, 'count', { n: 2 }, { at: later }))
  world.advance({ seconds: 89 })
  assert.equal(await here.stall(), null, 'the other one has been due for 59 s')
  world.advance({ seconds: 1 })
  assert.equal(await here.stall(), 'No job of count was begun for 90 s although some are due')
  goOn.resolve()
  await send(3)
  await others.all
  assert.equal(await here.stall(), null)
})

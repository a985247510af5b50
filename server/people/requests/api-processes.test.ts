/** Processes of the API know how many they are. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { waitFor } from '../../../test/support/waiting.ts'
import { openWorld, type World } from '../../../test/support/world.ts'
import { ProcessConnection } from '../../platform/postgres/process-connection.ts'
import { ApiProcesses } from './api-processes.ts'

let world: World
before(async () => {
  // Its own API must not count as one of the processes.
  world = await openWorld({ API_RATE_PER_SECOND: '0' }, { anew: true })
})
after(() => world[Symbol.asyncDispose]())

async function open() {
  const connection = new ProcessConnection(world.base.databaseUrl, world.base.log)
  const processes = new ApiProcesses(connection)
  await processes.start()
  return { processes, connection, [Symbol.asyncDispose]: () => connection.close() }
}

test('a process that starts or stops knows the others at once, and they know it', async () => {
  await using one = await open()
  assert.equal(one.processes.count, 1)
  await using other = await open()
  assert.equal(other.processes.count, 2)
  await waitFor(() => one.processes.count === 2)
  await other.processes.stop()
  await waitFor(() => one.processes.count === 1)
  await one.processes.stop()
})

test('a lost connection is opened again, and its process is counted as before', async () => {
  await using one = await open()
  await using other = await open()
  await one.connection.query('select pg_terminate_backend(pg_backend_pid())', []).catch(() => {})
  await waitFor(async () => (await other.connection.countHolders('api')) === 2)
  await using third = await open()
  // The lost connection may still count when it is asked about, and be opened again only after the third.
  await waitFor(() => [one, other, third].every(({ processes }) => processes.count === 3))
  for (const { processes } of [one, other, third]) await processes.stop()
})

test('a process that is killed is counted no more at the next count', async () => {
  await using one = await open()
  const other = await open()
  await waitFor(() => one.processes.count === 2)
  await other.connection.close()
  await one.connection.notify('minutebook_api_processes')
  await waitFor(() => one.processes.count === 1)
  for (const { processes } of [one, other]) await processes.stop()
})

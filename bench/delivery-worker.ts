/** A process of `npm run bench -- delivery`: a worker that delivers and reports its cost. */
import pg from 'pg'
import { pino } from 'pino'
import { openBase } from '../server/app/base.ts'
import { createDeliverer, wakeWorker } from '../server/app/worker.ts'
import { readConfig } from '../server/platform/context/config.ts'
import type { Wakeups } from '../server/platform/postgres/wakeups.ts'
import type { Deliverer } from '../server/webhooks/delivery/deliverer.ts'

let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  statements++
  return (query as (...all: unknown[]) => unknown).apply(this, args)
} as typeof query

const config = readConfig(process.env)
const base = await openBase(config, pino({ level: 'error' }))
let wakeups: Wakeups
let deliverer: Deliverer
await base.db.selectFrom('workspaces').select('id').execute()

process.on('message', async (order: 'start' | 'cost' | 'stop') => {
  if (order === 'start') {
    wakeups = await wakeWorker(base)
    deliverer = createDeliverer(base, wakeups, undefined, base.processConnection.number)
    deliverer.start()
  }
  if (order === 'cost') {
    const { user, system } = process.cpuUsage()
    process.send!({ statements, cpuMs: (user + system) / 1_000 })
  }
  if (order === 'stop') {
    await deliverer.stop()
    wakeups.stop()
    await base.close()
    process.exit()
  }
})
process.on('disconnect', () => process.exit())
process.send!('ready')

/** What the composition root makes once and every room may use. A function takes what it needs of it: `Pick`. */
import type { Logger } from 'pino'
import type { Jobs } from '../jobs/jobs.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Db } from '../postgres/db.ts'
import type { SecretKey } from '../secrets.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { Threads } from '../threads.ts'
import type { Clock } from '../time.ts'
import type { Config } from './config.ts'

export type Context = {
  /** Requests have connections of their own, so that no background work makes them wait. */
  db: Db
  clock: Clock
  log: Logger
  jobs: Pick<Jobs, 'send' | 'sendAll' | 'queued'>
  /** Requests to addresses that users name. */
  outbound: Pick<Outbound, 'check' | 'open' | 'request' | 'services'>
  secretKey: SecretKey
  store: MediaStore
  threads: Pick<Threads, 'run'>
  origin: Origin
  settings: Config
}

/** The address of the service, for links in what it answers and sends. */
export type Origin = {
  /** PUBLIC_URL. */
  publicUrl: string | null
  baseDomain: string
  /** PUBLIC_URL, or where this process listens. */
  address(): string
}

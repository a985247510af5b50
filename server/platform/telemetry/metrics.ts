/** Prometheus metrics of one process. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Api } from '../http/api.ts'
import type { Pool } from '../postgres/pool.ts'

export class Metrics {
  readonly registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #cut: Counter<'method' | 'route'>

  /** @param pools  of connections, by their purpose */
  constructor(pools: Record<string, Pool>) {
    collectDefaultMetrics({ register: this.registry })
    // These are sums of the gauges of the same name, but are named like counters.
    for (const kind of ['handles', 'requests', 'resources'])
      this.registry.removeSingleMetric(`nodejs_active_${kind}_total`)
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [this.registry],
    })
    this.#cut = new Counter({
      name: 'http_answers_cut_total',
      help: 'Answers whose connection ended before their end, by the client or by an error in the middle.',
      labelNames: ['method', 'route'],
      registers: [this.registry],
    })
    this.#watchPools(pools)
  }

  #watchPools(pools: Record<string, Pool>): void {
    const waits = new Histogram({
      name: 'database_connection_wait_seconds',
      help: 'Time that work waited for a connection to PostgreSQL, by what the connections are for.',
      labelNames: ['pool'],
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 10],
      registers: [this.registry],
    })
    for (const [name, pool] of Object.entries(pools)) {
      pool.onWaited = (seconds) => waits.observe({ pool: name }, seconds)
    }
    new Gauge({
      name: 'database_connections',
      help: 'Connections of this process to PostgreSQL, by what they are for and by state.',
      labelNames: ['pool', 'state'],
      registers: [this.registry],
      collect() {
        for (const [name, pool] of Object.entries(pools)) {
          this.set({ pool: name, state: 'idle' }, pool.idleCount)
          this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
          this.set({ pool: name, state: 'waited_for' }, pool.waiting)
        }
      },
    })
  }

  /** A number that is read when it is requested; unknown (NaN) while it cannot be read. */
  gauge(name: string, help: string, read: () => Promise<number>): void {
    const { registry } = this
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read().catch(() => Number.NaN))
      },
    })
  }

  /** The same for several numbers of one kind, distinguished by a label; none while they cannot be read. */
  gauges(name: string, help: string, label: string, read: () => Promise<Map<string, number>>): void {
    const { registry } = this
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      async collect() {
        this.reset()
        for (const [value, number] of await read().catch(() => [])) this.set({ [label]: value }, number)
      },
    })
  }

  /** Measures every request by its route, never by its path: ids would make a series each. */
  watch(api: Api): void {
    api.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown'
      this.#requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
      done()
    })
    // Of a stream there is no response hook if its client leaves.
    api.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => {
        const route = request.routeOptions.url ?? 'unknown'
        if (!reply.raw.writableFinished) this.#cut.inc({ method: request.method, route })
      })
      done()
    })
  }
}

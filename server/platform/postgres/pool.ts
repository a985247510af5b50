/** Connections to one database; which of them are checked out, and how long their borrowers waited. */
import pg from 'pg'

type Release = (broken?: Error | boolean) => void

/** Records which of its connections are checked out, to close them together with their statements. */
export class Pool extends pg.Pool {
  readonly #checkedOut = new Set<pg.PoolClient>()
  /** Called for each connection that is checked out, with the time that its borrower waited. */
  onWaited: (seconds: number) => void = () => {}

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on('acquire', (client) => this.#checkedOut.add(client))
    this.on('release', (_error, client) => this.#checkedOut.delete(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void): void
  override connect(done?: (error: Error | undefined, client: pg.PoolClient | undefined, release: Release) => void) {
    const began = performance.now()
    const waited = () => {
      const ended = performance.now()
      this.onWaited((ended - began) / 1_000)
    }
    if (!done) return this.checkOut().finally(waited)
    super.connect((...answer) => {
      waited()
      done(...answer)
    })
  }

  protected checkOut(): Promise<pg.PoolClient> {
    return super.connect()
  }

  /** How many wait for a connection. */
  get waiting(): number {
    return this.waitingCount
  }

  cutOff(): void {
    for (const client of this.#checkedOut) void client.end()
  }
}

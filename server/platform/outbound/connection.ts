/** One connection at a time to an origin; it knows whether the receiver has answered on it before. */
import { Client } from 'undici'

export class Connection extends Client {
  /** Whether an answer came on it: the receiver may close it while the next request is on its way. */
  isKept = false

  constructor(origin: URL, options: object) {
    super(origin, options)
    this.on('disconnect', () => {
      this.isKept = false
    })
  }

  override dispatch(...[request, exchange]: Parameters<Client['dispatch']>): boolean {
    const owner = exchange as Partial<ConnectionUser>
    owner.connection = this
    return super.dispatch(request, exchange)
  }
}

/** A handler of undici that is told which connection it uses. */
export type ConnectionUser = { connection: Connection | undefined }

/** Decides when requests to an origin may begin: a burst does not overload it, and a request that hangs delays no other. */

/** Requests to one origin that may be starting at a time, and for how long one counts as starting unless it ends before. */
const maxStarting = 64
const startingMs = 100

type OriginQueues = { starting: number; queues: Map<string, (() => void)[]> }

export class ConnectRamp {
  readonly #origins = new Map<string, OriginQueues>()

  /**
   * Waits for its turn. Waiting requests begin in turn by owner: one of each, however many each has.
   * @returns a function to call when the request has ended
   */
  async enter(url: string, owner: string): Promise<() => void> {
    const origin = this.#origins.get(url) ?? { starting: 0, queues: new Map() }
    this.#origins.set(url, origin)
    if (origin.starting < maxStarting) origin.starting++
    else await queueUp(origin, owner)
    let isStarting = true
    const started = () => {
      clearTimeout(timer)
      if (isStarting) this.#startNext(url, origin)
      isStarting = false
    }
    const timer = setTimeout(started, startingMs)
    return started
  }

  #startNext(url: string, origin: OriginQueues): void {
    const [next] = origin.queues
    if (next) {
      const [owner, queue] = next
      origin.queues.delete(owner)
      queue.shift()!()
      if (queue.length > 0) origin.queues.set(owner, queue)
    } else if (--origin.starting === 0) this.#origins.delete(url)
  }
}

function queueUp({ queues }: OriginQueues, owner: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const queue = queues.get(owner)
  if (queue) queue.push(resolve)
  else queues.set(owner, [resolve])
  return promise
}

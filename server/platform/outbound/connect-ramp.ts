/** Says when requests to an origin may begin: a burst does not overrun its listener, and one that hangs holds up no other. */

/** Requests to one origin that may be starting at a time, and for how long one counts as that; one that ended does no more. */
const mostStarting = 64
const startingMs = 100

type Origin = { starting: number; queues: Map<string, (() => void)[]> }

export class ConnectRamp {
  readonly #origins = new Map<string, Origin>()

  /**
   * Waits for its turn. Those who wait begin in turn by owner: one of each after the other, however many each has.
   * @returns what is to be called when the request has ended
   */
  async enter(url: string, owner: string): Promise<() => void> {
    const origin = this.#origins.get(url) ?? { starting: 0, queues: new Map() }
    this.#origins.set(url, origin)
    if (origin.starting < mostStarting) origin.starting++
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

  #startNext(url: string, origin: Origin): void {
    const [next] = origin.queues
    if (next) {
      const [owner, queue] = next
      origin.queues.delete(owner)
      queue.shift()!()
      if (queue.length > 0) origin.queues.set(owner, queue)
    } else if (--origin.starting === 0) this.#origins.delete(url)
  }
}

function queueUp({ queues }: Origin, owner: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const queue = queues.get(owner)
  if (queue) queue.push(resolve)
  else queues.set(owner, [resolve])
  return promise
}

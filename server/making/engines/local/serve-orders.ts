/** The other side of `OwnProcess`: serves orders with a low priority and a limit of memory, and ends with the service. */
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'

const memoryCheckMs = 500
/** Lower than that of the service. */
const priority = 10
/** Of Linux, from 0: where memory ends, it kills this process, and not the service or its database. */
const firstToBeKilled = '500'

export type Order = { maxMemoryBytes: number }
export type Failed<Failure extends string> = { failed: Failure | 'memory'; cause: string }

export const report = (message: object) => process.send!(message)

/** @param serve  its result is the last report; what it throws ends the process */
export function serveOrders<One extends Order>(serve: (order: One) => Promise<object>): void {
  process.on('disconnect', () => process.exit(1))
  process.once('message', ({ maxMemoryBytes }: One) => {
    lowerPriority()
    // Other systems have no such file. What this process starts inherits it.
    writeFile('/proc/self/oom_score_adj', firstToBeKilled).catch(() => {})
    watchMemory(maxMemoryBytes)
  })
  process.on('message', async (order: One) => report(await serve(order)))
}

function lowerPriority(): void {
  try {
    setPriority(priority)
  } catch {
    // Not every system allows it.
  }
}

/** The memory is the models' own, so Node has no limit for it. */
function watchMemory(maxBytes: number): void {
  const end: Failed<'memory'> = { failed: 'memory', cause: `more than ${maxBytes} bytes` }
  const check = () => {
    if (process.memoryUsage.rss() > maxBytes) process.send!(end, () => process.exit())
  }
  setInterval(check, memoryCheckMs).unref()
}

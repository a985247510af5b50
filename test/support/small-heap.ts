/** Runs a function in a thread with a small heap. V8 frees all garbage before it refuses memory, so only live objects count. */
import { Piscina } from 'piscina'
import type { thread } from '../../server/platform/thread.ts'

/** @throws {Error} ERR_WORKER_OUT_OF_MEMORY; with one very large object the process ends */
export async function inSmallHeap(mebibytes: number, module: URL, name: string, args: unknown[]): Promise<unknown> {
  const pool = new Piscina({
    filename: new URL('../../server/platform/thread.ts', import.meta.url).href,
    name: 'thread' satisfies (typeof thread)['name'],
    maxThreads: 1,
    resourceLimits: { maxOldGenerationSizeMb: mebibytes, maxYoungGenerationSizeMb: 8 },
  })
  try {
    return (await pool.run({ module: module.href, name, args, expected: [] })).value
  } finally {
    await pool.destroy()
  }
}

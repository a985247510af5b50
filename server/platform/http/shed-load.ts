/** While the event loop is late, new requests are refused before health checks fail. */
import underPressure from '@fastify/under-pressure'
import { serviceBusy } from '../errors.ts'
import type { Api } from './api.ts'

const sampleMs = 1_000

/**
 * Every route of the scope that is registered after it answers 503 while the loop is late; routes outside go on. The first two
 * measurements after the service began to listen do not count: what was late then is the start itself.
 * @param mostDelayMs  by how much it may be late on average within a second; 0 refuses nothing
 */
export async function shedLoad(scope: Api, mostDelayMs: number): Promise<void> {
  if (mostDelayMs === 0) return
  let hasStarted = false
  scope.addHook('onListen', () => {
    setTimeout(() => (hasStarted = true), 2 * sampleMs).unref()
  })
  await scope.register(underPressure, {
    ...{ maxEventLoopDelay: mostDelayMs, sampleInterval: sampleMs },
    pressureHandler: () => {
      if (hasStarted) throw serviceBusy(1)
    },
  })
}

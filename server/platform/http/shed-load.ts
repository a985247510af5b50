/** While the event loop is late, new requests are refused before health checks fail. */
import underPressure from '@fastify/under-pressure'
import { serviceBusy } from '../errors.ts'
import type { Api } from './api.ts'

const sampleMs = 1_000

/**
 * Routes of the scope that are registered later answer 503 while the loop is late; routes outside it go on. The first
 * two measurements after the service began to listen do not count: they measure the start itself.
 * @param maxDelayMs  by how much it may be late on average within a second; 0 refuses nothing
 */
export async function shedLoad(api: Api, maxDelayMs: number): Promise<void> {
  if (maxDelayMs === 0) return
  let hasStarted = false
  api.addHook('onListen', () => {
    setTimeout(() => (hasStarted = true), 2 * sampleMs).unref()
  })
  await api.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: sampleMs,
    pressureHandler: () => {
      if (hasStarted) throw serviceBusy(1)
    },
  })
}

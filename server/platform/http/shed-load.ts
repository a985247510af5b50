/** While the event loop is late, new requests are refused before health checks fail. */
import underPressure from '@fastify/under-pressure'
import { serviceBusy } from '../errors.ts'
import type { Api } from './api.ts'

/**
 * Every route of the scope that is registered after it answers 503 while the loop is late; routes outside go on.
 * @param mostDelayMs  by how much it may be late on average within a second; 0 refuses nothing
 */
export async function shedLoad(scope: Api, mostDelayMs: number): Promise<void> {
  if (mostDelayMs === 0) return
  // The library makes its error by `new`.
  const customError = function refuse() {
    return serviceBusy(1)
  } as unknown as new () => Error
  await scope.register(underPressure, { maxEventLoopDelay: mostDelayMs, customError, retryAfter: 1 })
}

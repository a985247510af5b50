/** Hears recordings in a process of their own, so that nothing else counts. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { OperatorError } from '../server/platform/errors.ts'
import type { EarsOrder, EarsResult } from './ears-process.ts'

export async function measureInProcess(order: EarsOrder): Promise<EarsResult[]> {
  const child = fork(new URL('./ears-process.ts', import.meta.url))
  child.send(order)
  const [result] = await Promise.race([once(child, 'message'), once(child, 'exit')])
  if (typeof result !== 'object') throw new OperatorError(`The measured process ended with ${result}.`)
  return result
}

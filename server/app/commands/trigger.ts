/**
 * `minutebook trigger TYPE`: sends the published example of an event to a program on this machine, signed as for a
 * webhook. It uses only the public API.
 */
import { createClient, dataOf, MinutebookError } from '../../../sdk/src/client.ts'
import { OperatorError } from '../../platform/errors.ts'
import { type Flags, required, requireKey, serviceUrl } from './command.ts'
import { forwardEvent, forwardOptions } from './forward-event.ts'
import { refusal } from './listen.ts'
import { StopSignal } from './stop-signal.ts'

/** @throws {OperatorError} there is no such type, or the service rejects the key */
export async function trigger(type: string | undefined, flags: Flags): Promise<void> {
  using stop = new StopSignal()
  const wanted = required(type, 'The type of the event')
  const key = requireKey(flags)
  const options = forwardOptions(flags, key, stop.signal)
  const url = serviceUrl(flags)
  const known = await readTypes(url, key, stop.signal)
  const found = known.find(({ event_type }) => event_type === wanted)
  if (!found) {
    const names = known.map(({ event_type }) => event_type).join(', ')
    throw new OperatorError(`There is no event ${wanted}. There are: ${names}.`)
  }
  const data = JSON.stringify({ ...(found.user ?? found.workspace).example, test: true })
  const outcome = await forwardEvent({ id: `example_${options.clock().getTime()}`, data }, options)
  process.stdout.write(options.forward ? `${wanted}${outcome}\nSigned with ${options.secret}\n` : `${data}\n`)
}

async function readTypes(url: string, key: string, signal: AbortSignal) {
  try {
    return dataOf(await createClient({ url, key }).GET('/api/v1/event_types', { signal })).event_types
  } catch (error) {
    throw error instanceof MinutebookError ? refusal(url, error) : error
  }
}

/**
 * `minutebook listen`: shows the events that a key receives, and forwards them to a program without a public address,
 * signed as for a webhook. It uses only the public API, by the client that programs use.
 */
import { createClient, MinutebookError, type StreamEvent, type UserEvent } from '../../../sdk/src/client.ts'
import { OperatorError } from '../../platform/errors.ts'
import { utc } from '../../platform/time.ts'
import { type Flags, requireKey, serviceUrl } from './command.ts'
import { type ForwardOptions, forwardEvent, forwardOptions, reasonOf } from './forward-event.ts'
import { StopSignal } from './stop-signal.ts'

export type ListenOptions = ForwardOptions & {
  /** Address of the service. */
  url: string
  key: string
  /** Types of events; those of an empty list without it. */
  events: string | undefined
  print(line: string): void
}

/**
 * Reads only one setting, the prefixes of the headers, and opens no database.
 * @throws {OperatorError} the address is not valid, or the service rejects the key
 */
export async function listenUntilStopped(flags: Flags): Promise<void> {
  using stop = new StopSignal()
  const key = requireKey(flags)
  await listen({
    key,
    url: serviceUrl(flags),
    events: flags.events,
    ...forwardOptions(flags, key, stop.signal),
    print: (line) => process.stdout.write(`${line}\n`),
  })
}

/**
 * Runs until `signal` is aborted. When the connection is lost it reconnects and resumes after the last event.
 * @throws {OperatorError} the service rejects the key
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { url, forward, secret, print, signal } = options
  if (forward) print(`Forwarding to ${forward}, signed with ${secret}`)
  const enabledEvents = options.events?.split(',') as UserEvent['event_type'][] | undefined
  const events = createClient({ url, key: options.key }).listen({
    ...(enabledEvents && { enabledEvents }),
    signal,
    onOpen: () => print(`Listening at ${url}`),
    onGap: print,
    onRetry: ({ error, seconds }) => print(`${url} ${describeLoss(error)}; trying again in ${seconds} s`),
  })
  try {
    for await (const event of events) {
      print(`${describe(event, options.clock())}${await forwardEvent(event, options)}`)
    }
  } catch (error) {
    throw error instanceof MinutebookError ? refusal(url, error) : error
  }
}

function describeLoss(error: unknown): string {
  if (error === null) return 'ended the connection'
  return `cannot be reached: ${error instanceof MinutebookError ? wordsOf(error) : reasonOf(error)}`
}

export function refusal(url: string, error: MinutebookError): OperatorError {
  if (error.status === 401)
    return new OperatorError(`${url} refuses the key: ${wordsOf(error)}. Check MINUTEBOOK_KEY or --key.`)
  return new OperatorError(`${url} does not tell of events: ${wordsOf(error)}`)
}

const wordsOf = ({ status, message }: MinutebookError) => `${status} ${message}`

/** `12:00:01  action_item.assigned  ai_1  "Send the deck"` */
function describe({ event }: StreamEvent, now: Date): string {
  const words = 'text' in event ? event.text : 'event_title' in event ? event.event_title : titleOf(event)
  return `${utc(now).slice(11, 19)}  ${event.event_type}  ${event.id}  ${JSON.stringify(words)}`
}

const titleOf = (event: object) => ('title' in event ? event.title : '')

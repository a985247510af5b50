/**
 * `minutebook listen`: shows the events that a key receives, and forwards them to a program without a public address,
 * signed as for a webhook. It uses only the public API, by the client that programs use.
 */
import { createHmac } from 'node:crypto'
import { createClient, MinutebookError, type StreamEvent } from '../../sdk/src/client.ts'
import { readSetting, settings } from '../config.ts'
import { OperatorError } from '../platform/errors.ts'
import { type Clock, systemClock, utc } from '../platform/time.ts'
import { signedHeaders } from '../webhooks/delivery/signature.ts'
import { type Flags, requireAddress, requireKey } from './command.ts'
import { StopSignal } from './stop-signal.ts'

export type ListenOptions = {
  /** Address of the service. */
  url: string
  key: string
  /** Address of the local program; without it events are only shown. */
  forward: string | undefined
  /** Signs what is forwarded: `whsec_` and base64. */
  secret: string
  /** Prefixes of the three headers. */
  prefixes: readonly string[]
  clock: Clock
  print(line: string): void
  signal: AbortSignal
}

const badSecret = '--secret must be whsec_ and at least 24 bytes in base64, as a webhook has it.'

/** As long as the service waits for a webhook (spec 6.4). */
const timeoutSeconds = 15

/** Reads only one setting, the prefixes of the headers, and opens no database. */
export async function listenUntilStopped(flags: Flags): Promise<void> {
  using stop = new StopSignal()
  const key = requireKey(flags)
  await listen({
    key,
    url: flags.url ?? 'http://127.0.0.1:8080',
    forward: flags.forward,
    clock: systemClock,
    secret: flags.secret ?? secretOf(key),
    prefixes: readSetting(settings.webhookHeaderPrefixes, process.env),
    print: (line) => process.stdout.write(`${line}\n`),
    signal: stop.signal,
  })
}

/** Always the same secret for a key, so that the verifying program is set up once. It does not reveal the key. */
function secretOf(key: string): string {
  return `whsec_${createHmac('sha256', key).update('minutebook listen').digest('base64')}`
}

/**
 * Runs until `signal` is aborted. When the connection is lost it reconnects and resumes after the last event.
 * @throws {OperatorError} the address is not valid, or the service rejects the key
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { url, forward, secret, print, signal } = options
  requireAddress('--url', url)
  if (forward) requireAddress('--forward', forward)
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) throw new OperatorError(badSecret)
  if (forward) print(`Forwarding to ${forward}, signed with ${secret}`)
  const events = createClient({ url, key: options.key }).listen({
    signal,
    onOpen: () => print(`Listening at ${url}`),
    onGap: print,
    onRetry: ({ error, seconds }) => print(`${url} ${describeLoss(error)}; trying again in ${seconds} s`),
  })
  try {
    for await (const event of events) {
      print(`${describe(event, options.clock())}${await forwardEvent(event, secret, options)}`)
    }
  } catch (error) {
    throw error instanceof MinutebookError ? refusal(url, error) : error
  }
}

function describeLoss(error: unknown): string {
  if (error === null) return 'ended the connection'
  return `cannot be reached: ${error instanceof MinutebookError ? wordsOf(error) : reasonOf(error)}`
}

function refusal(url: string, error: MinutebookError): OperatorError {
  if (error.status === 401)
    return new OperatorError(`${url} refuses the key: ${wordsOf(error)}. Check MINUTEBOOK_KEY or --key.`)
  return new OperatorError(`${url} does not tell of events: ${wordsOf(error)}`)
}

const wordsOf = ({ status, message }: MinutebookError) => `${status} ${message}`

/** `12:00:01  action_item.assigned  ai_1  "Send the deck"` */
function describe({ event }: StreamEvent, now: Date): string {
  const words = 'text' in event ? event.text : event.event_title
  return `${utc(now).slice(11, 19)}  ${event.event_type}  ${event.id}  ${JSON.stringify(words)}`
}

/** @returns the local program's answer, as text to append to the event */
async function forwardEvent({ id, data }: StreamEvent, secret: string, options: ListenOptions): Promise<string> {
  const { forward, prefixes, clock, signal } = options
  if (!forward) return ''
  const body = Buffer.from(data)
  try {
    const answer = await fetch(forward, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Minutebook',
        ...signedHeaders(prefixes, [secret], { id: `msg_${id}`, body }, clock()),
      },
      body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutSeconds * 1_000)]),
    })
    await answer.body?.cancel()
    return ` -> ${answer.status}${answer.ok ? '' : ', which is a failure: a webhook would be sent it again'}`
  } catch (error) {
    return ` -> no answer from ${forward}: ${reasonOf(error)}`
  }
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: Error & { code?: string } }
  if (name === 'TimeoutError') return `it took longer than ${timeoutSeconds} s`
  if (cause?.code === 'ECONNREFUSED') return 'connection refused; is it running?'
  return cause?.message || message
}

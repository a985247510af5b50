/**
 * `minutebook listen`: shows the events that a key receives, and forwards them to a program without a public address,
 * signed as for a webhook. It uses only the public API.
 */
import { createHmac } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { readSetting, settings } from '../config.ts'
import { OperatorError } from '../platform/errors.ts'
import { readStream, type ServerSentEvent } from '../platform/http/event-stream-reader.ts'
import { type Clock, systemClock, utc } from '../platform/time.ts'
import { signedHeaders } from '../webhooks/delivery/signature.ts'
import { type Flags, required } from './command.ts'

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

/** Seconds before each try to connect again; the last one repeats. */
const pausesSeconds = [1, 2, 5, 10]
/** As long as the service waits for a webhook (spec 6.4). */
const timeoutSeconds = 15

/** It reads no settings but the names of the headers, and opens no database. */
export async function listenUntilStopped(flags: Flags): Promise<void> {
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  const key = required(flags.key, '--key')
  await listen({
    ...{ key, url: flags.url ?? 'http://127.0.0.1:8080', forward: flags.forward, clock: systemClock },
    secret: flags.secret ?? secretOf(key),
    prefixes: readSetting(settings.webhookHeaderPrefixes, process.env),
    print: (line) => process.stdout.write(`${line}\n`),
    signal: stopping.signal,
  })
}

/** The same for a key each time, so that the verifying program is set up once. It does not reveal the key. */
function secretOf(key: string): string {
  return `whsec_${createHmac('sha256', key).update('minutebook listen').digest('base64')}`
}

/**
 * Runs until `signal` is aborted. When the connection is lost it reconnects and resumes after the last event.
 * @throws {OperatorError} the address is not valid, or the service refuses the key
 */
export async function listen(options: ListenOptions): Promise<void> {
  const { url, forward, secret, print, signal } = options
  requireAddress('--url', url)
  if (forward) requireAddress('--forward', forward)
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) throw new OperatorError(badSecret)
  if (forward) print(`Forwarding to ${forward}, signed with ${secret}`)
  let lastEventId = ''
  let failures = 0
  while (!signal.aborted) {
    let reason = 'ended the connection'
    try {
      const events = await connect(options, lastEventId)
      failures = 0
      print(`Listening at ${url}`)
      for await (const event of events) {
        // A new connection begins with an event that has none.
        if (event.id) lastEventId = event.id
        if (event.event === 'gap') print(JSON.parse(event.data).message)
        else if (event.data) print(`${describe(event, options.clock())}${await forwardEvent(event, secret, options)}`)
      }
    } catch (error) {
      if (error instanceof OperatorError) throw error
      reason = `cannot be reached: ${reasonOf(error)}`
    }
    if (signal.aborted) return
    const pause = pausesSeconds[Math.min(failures++, pausesSeconds.length - 1)]!
    print(`${url} ${reason}; trying again in ${pause} s`)
    await setTimeout(pause * 1_000, undefined, { signal }).catch(() => {})
  }
}

function requireAddress(flag: string, address: string): void {
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return
  throw new OperatorError(`${flag} must be an address that starts with http:// or https://.`)
}

async function connect(
  { url, key, signal }: ListenOptions,
  lastEventId: string,
): Promise<AsyncIterable<ServerSentEvent>> {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/api/v1/events`, {
    headers: { 'x-api-key': key, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal,
  })
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (answer.ok && answer.body && isStream) return readStream(answer.body)
  const text = await answer.text()
  const message = messageIn(text)
  const words = `${answer.status} ${message ?? answer.statusText}`
  // Temporary: too many requests, a service that is starting or has lost its database, a proxy whose service is away.
  const isAway = answer.status === 500 || (answer.status > 500 && message === undefined)
  if (answer.headers.has('retry-after') || isAway) throw new Error(words)
  if (answer.status === 401) throw new OperatorError(`${url} refuses the key: ${words}. Check --key.`)
  throw new OperatorError(`${url} does not tell of events: ${words}`)
}

function messageIn(text: string): string | undefined {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}

/** `12:00:01  action_item.assigned  ai_1  "Send the deck"` */
function describe({ data }: ServerSentEvent, now: Date): string {
  const { event_type, id, text, event_title } = JSON.parse(data)
  return `${utc(now).slice(11, 19)}  ${event_type}  ${id}  ${JSON.stringify(text ?? event_title)}`
}

/** @returns the local program's answer, as text to append to the event */
async function forwardEvent({ id, data }: ServerSentEvent, secret: string, options: ListenOptions): Promise<string> {
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

/** Sends events to a program without a public address, signed as for a webhook. */
import { createHmac } from 'node:crypto'
import { readSetting, settings } from '../../platform/context/config.ts'
import { OperatorError } from '../../platform/errors.ts'
import { type Clock, systemClock } from '../../platform/time.ts'
import { signedHeaders } from '../../webhooks/delivery/signature.ts'
import { type Flags, requireAddress } from './command.ts'

export type ForwardOptions = {
  /** Address of the local program; without it events are only shown. */
  forward: string | undefined
  /** Signs what is forwarded: `whsec_` and base64. */
  secret: string
  /** Prefixes of the three headers. */
  prefixes: readonly string[]
  clock: Clock
  signal: AbortSignal
}

const badSecret = '--secret must be whsec_ and at least 24 bytes in base64, as a webhook has it.'

/** As long as the service waits for a webhook (spec 6.4). */
const timeoutSeconds = 15

/**
 * Without a secret it is always the same for a key, so that the verifying program is set up once. It does not reveal the
 * key.
 * @throws {OperatorError} the address or the secret is not valid
 */
export function forwardOptions({ forward, secret }: Flags, key: string, signal: AbortSignal): ForwardOptions {
  if (forward) requireAddress('--forward', forward)
  const own = `whsec_${createHmac('sha256', key).update('minutebook listen').digest('base64')}`
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret ?? own)) throw new OperatorError(badSecret)
  const prefixes = readSetting(settings.webhookHeaderPrefixes, process.env)
  return { forward, secret: secret ?? own, prefixes, clock: systemClock, signal }
}

/** @returns the local program's answer, as text to append to the event */
export async function forwardEvent(
  { id, data }: { id: string; data: string },
  { forward, secret, prefixes, clock, signal }: ForwardOptions,
): Promise<string> {
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

export function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: Error & { code?: string } }
  if (name === 'TimeoutError') return `it took longer than ${timeoutSeconds} s`
  if (cause?.code === 'ECONNREFUSED') return 'connection refused; is it running?'
  return cause?.message || message
}

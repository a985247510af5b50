/**
 * Verifies an endpoint: it must send back a random text that only it received (spec 5.4, decisions 33 on DNS and 37 on
 * deadlines).
 */
import { randomBytes } from 'node:crypto'
import type { Context } from '../../platform/context/context.ts'
import { ApiError } from '../../platform/errors.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'

/** The name of the URL in messages about it (spec 7.3). */
const what = 'Webhook URL'

const maxBytes = 65_536

/**
 * Checks a URL by its text alone, without the network.
 * @param named  the URL in the message
 * @returns its parsed form, which is the one to keep
 * @throws {ApiError} 400 with the rule that it breaks
 */
export function checkUrl(outbound: Context['outbound'], text: string, named = what): string {
  try {
    return outbound.check(text, named).href
  } catch (error) {
    throw refusal(error)
  }
}

/**
 * Sends the challenge to the endpoint.
 * @param url      has passed `checkUrl`
 * @param headers  the custom headers of the owner: a gateway may require them
 * @throws {ApiError} 400: its name resolves to a private address; any other failure has one message, which reveals nothing
 *   about the network
 */
export async function verifyEndpoint(
  outbound: Context['outbound'],
  url: string,
  timeoutSeconds: number,
  headers: Record<string, string> = {},
): Promise<void> {
  const { status, isChallenge } = await sendChallenge(outbound, url, timeoutSeconds, headers).catch((error) => {
    throw refusal(error)
  })
  const isSuccess = status >= 200 && status < 300 && status !== 204 && status !== 205
  if (!isSuccess) throw notVerified(new Error(`The answer has the status ${status}`))
  if (!isChallenge) throw notVerified(new Error('The answer is not the challenge'))
}

function refusal(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  const isRule = error.reason === 'url' || error.reason === 'private'
  return isRule ? new ApiError(400, error.message) : notVerified(error)
}

/** @param cause  for the log of the operator, who may know the network */
const notVerified = (cause: Error) => new ApiError(400, 'Failed to verify webhook URL', { cause })

async function sendChallenge(
  outbound: Context['outbound'],
  url: string,
  timeoutSeconds: number,
  headers: Record<string, string>,
): Promise<{ status: number; isChallenge: boolean }> {
  const challenge = randomBytes(32).toString('base64url')
  const { status, body } = await outbound.request(url, {
    what,
    method: 'POST',
    timeoutSeconds,
    maxBytes,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'url_verification', challenge }),
  })
  return { status, isChallenge: body.equals(Buffer.from(challenge)) }
}

/** One request for one message, and its outcome (spec 5.5, 6.4; decisions 37 on deadlines and 38 on signatures). */
import type { Context } from '../../platform/context/context.ts'
import type { Answer } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import { readRetryAfter } from '../../platform/outbound/retry-after.ts'
import type { SecretKey } from '../../platform/secrets.ts'
import { type Attributes, traced } from '../../platform/telemetry/trace.ts'
import { toStorable } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'
import { type Headers, hideAddress, hideValues, openHeaders } from '../endpoints/custom-headers.ts'
import { secretOf, stillValid } from '../endpoints/previous-secrets.ts'
import { openSigningSecret } from '../endpoints/signing-secret.ts'
import type { Claimed } from './claim.ts'
import type { Outcome } from './outcome.ts'
import { signedHeaders } from './signature.ts'

export type Sender = {
  outbound: Context['outbound']
  clock: Clock
  secretKey: SecretKey
  headerPrefixes: readonly string[]
  timeoutSeconds: number
}

/** How many bytes of an answer are read, and how many are kept. */
const readBytes = 65_536
const keptBytes = 16_384

/**
 * Never throws: an error is an outcome too.
 * @returns null if it was stopped before there was an outcome, or came too late for its rate slot
 */
export function attempt(message: Claimed, sender: Sender, stopping: AbortSignal): Promise<Outcome | null> {
  const { event_type: type, trace: parent, attempts, id, webhook_id } = message
  // The URL is left out: it may contain a secret of its owner.
  const attributes = { 'messaging.message.id': id, 'webhook.id': webhook_id, 'webhook.attempt': attempts + 1 }
  return traced(
    `deliver ${type}`,
    { kind: 'client', parent, attributes },
    () => send(message, sender, stopping),
    attributesOf,
  )
}

function attributesOf(outcome: Outcome | null): Attributes {
  if (!outcome) return { 'webhook.result': 'put off' }
  return outcome.statusCode === null
    ? { 'error.type': 'no_answer' }
    : { 'http.response.status_code': outcome.statusCode }
}

async function send(message: Claimed, sender: Sender, stopping: AbortSignal): Promise<Outcome | null> {
  const { outbound, clock, timeoutSeconds } = sender
  // The body is not needed any more, and may be large.
  const { body, ...sent } = message
  let sentAt = clock()
  const outcomeOf = (result: Pick<Outcome, 'statusCode' | 'error' | 'responseBody' | 'retryAfter'>): Outcome => ({
    message: sent,
    sentAt,
    endedAt: clock(),
    ...result,
  })
  try {
    const beforeSend = () => {
      sentAt = clock()
      if (sentAt > message.startBy) return null
      // A chat verifies no signature, and its address is secret enough.
      if (message.chat !== null) return {}
      const secrets = secretsOf(message, sender.secretKey, sentAt)
      // The signature comes last, so no custom header can replace it.
      return {
        ...customHeaders(message, sender.secretKey),
        ...signedHeaders(prefixesOf(message, sender), secrets, message, sentAt),
      }
    }
    const address = addressOf(message, sender.secretKey)
    const answer = await outbound.request(address, {
      what: 'Webhook URL',
      owner: `${message.workspace_id} ${message.webhook_id}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      beforeSend,
      body,
      timeoutSeconds,
      maxBytes: readBytes,
      signal: stopping,
    })
    const text = answer.body.toString('utf8')
    const shown =
      message.chat === null ? hideValues(text, customHeaders(message, sender.secretKey)) : hideAddress(text, address)
    const responseBody = toStorable(Buffer.from(shown).subarray(0, keptBytes).toString('utf8'))
    const retryAfter = message.chat === null ? null : nextOf(answer, clock())
    return outcomeOf({ statusCode: answer.status, error: null, responseBody, retryAfter })
  } catch (error) {
    if (error instanceof OutboundError && error.reason === 'stopped') return null
    const reason = error instanceof OutboundError ? error.message : 'The request could not be made'
    return outcomeOf({ statusCode: null, error: reason, responseBody: null, retryAfter: null })
  }
}

/** The address of a chat's webhook is its secret. */
const addressOf = (message: Claimed, key: SecretKey) =>
  message.chat === null ? message.url : openSigningSecret(key, { ...message, id: message.webhook_id })

/** A chat that asks for more time than this is asked again. */
const longestRetryAfter = 3_600

/** When a chat that has too much to do takes the next message; others may not delay what is theirs (decision 36). */
function nextOf({ status, headers }: Answer, endedAt: Date): Date | null {
  const seconds = status === 429 ? readRetryAfter(headers) : null
  return seconds === null ? null : new Date(endedAt.getTime() + Math.min(seconds, longestRetryAfter) * 1_000)
}

/** Programs that were written for the hosted original verify the headers of this prefix. */
const hostedPrefix = 'svix'

const prefixesOf = ({ compatibility }: Claimed, { headerPrefixes }: Sender) =>
  compatibility === 'hosted' ? [...headerPrefixes, hostedPrefix] : headerPrefixes

/** The newest first, then the previous ones while they still sign (decision 39 on the delivery log). */
function secretsOf(message: Claimed, key: SecretKey, now: Date): string[] {
  const { workspace_id, webhook_id: id } = message
  const opened = (row: object, sealed: () => Buffer) => {
    const secret = openedSecrets.get(row) ?? openSigningSecret(key, { workspace_id, id, secret: sealed() })
    openedSecrets.set(row, secret)
    return secret
  }
  const previous = stillValid(message.previous_secrets, now)
  return [opened(message.secret, () => message.secret), ...previous.map((each) => opened(each, () => secretOf(each)))]
}

function customHeaders({ workspace_id, webhook_id: id, sealed_headers }: Claimed, key: SecretKey): Headers {
  if (!sealed_headers) return {}
  const headers = openedHeaders.get(sealed_headers) ?? openHeaders(key, sealed_headers, { workspace_id, id })
  openedHeaders.set(sealed_headers, headers)
  return headers
}

const openedHeaders = new WeakMap<object, Headers>()

/** Opened secrets, keyed by the object that was read: all messages of a webhook in one claim share it. */
const openedSecrets = new WeakMap<object, string>()

/**
 * Assistants whose `client_id` is an https address of a document about them (client ID metadata documents). It is
 * fetched like everything at addresses that others name, and only when a signed-in person opens the consent page.
 */
import { readJson, usualValues } from '../../../platform/http/read-json.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { OutboundError } from '../../../platform/outbound/outbound-error.ts'
import type { Clock } from '../../../platform/time.ts'
import { type ClientMetadata, readMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'

/** Bytes of a document. */
export const maxDocument = 16_384
const timeoutSeconds = 5
const keptMs = 10 * 60_000
const maxKept = 500

export const isAddress = (clientId: string) => /^https?:/i.test(clientId)

export class ClientDocuments {
  readonly #outbound: Pick<Outbound, 'request'>
  readonly #clock: Clock
  readonly #kept = new Map<string, { metadata: ClientMetadata; until: number }>()

  constructor(outbound: Pick<Outbound, 'request'>, clock: Clock) {
    this.#outbound = outbound
    this.#clock = clock
  }

  /** @throws {OAuthError} 400 with what is wrong with the address or its document */
  async read(clientId: string): Promise<ClientMetadata> {
    const now = this.#clock().getTime()
    const kept = this.#kept.get(clientId)
    // An entry stored while the clock was ahead expires once the clock is set back.
    if (kept && kept.until > now && kept.until <= now + keptMs) return kept.metadata
    requirePlainAddress(clientId)
    const metadata = await this.#fetch(clientId)
    this.#kept.delete(clientId)
    // Removes the oldest: a map keeps the order of insertion.
    if (this.#kept.size === maxKept) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(clientId, { metadata, until: now + keptMs })
    return metadata
  }

  async #fetch(clientId: string): Promise<ClientMetadata> {
    const headers = { accept: 'application/json' }
    const outgoing = { what: 'client_id', method: 'GET' as const, headers, timeoutSeconds, maxBytes: maxDocument }
    const answer = await this.#outbound.request(clientId, outgoing).catch((cause: unknown) => {
      if (cause instanceof OutboundError) throw invalidClient(cause.message)
      throw cause
    })
    if (answer.status !== 200) throw invalidClient(`The document at client_id answered with status ${answer.status}`)
    if (answer.truncated) throw invalidClient(`The document at client_id is larger than ${maxDocument} bytes`)
    return readDocument(clientId, answer.body)
  }
}

/** Accepts only the normalized form: two spellings of one address would be two assistants. */
function requirePlainAddress(clientId: string): void {
  const url = URL.parse(clientId)
  const isPlain = url?.href === clientId && url.pathname !== '/' && !clientId.includes('#')
  if (!isPlain) throw invalidClient('client_id must be a plain https address with a path')
}

function readDocument(clientId: string, body: Buffer): ClientMetadata {
  const value = parse(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidClient('The document at client_id must be a JSON object')
  }
  const document = value as Record<string, unknown>
  if (document.client_id !== clientId) throw invalidClient('The document at client_id must name its own address')
  const { token_endpoint_auth_method: method = 'none' } = document
  // An assistant that proves who it is must not be treated as one that need not: others could pose as it.
  if (method !== 'none') throw invalidClient('The document at client_id must have token_endpoint_auth_method none')
  return readMetadata(document)
}

/** Errors say nothing of the content: nobody may use this service to read what is at an address. */
function parse(body: Buffer): unknown {
  try {
    return readJson(body, 'client_id', usualValues)
  } catch {
    return null
  }
}

const invalidClient = (message: string) => new OAuthError(400, 'invalid_client', message)

/** Why a request to the outside was not sent, or has no answer. */
import { errors } from 'undici'

/**
 * `url`         the address is not an HTTPS address that requests are sent to
 * `private`     it is, or its name resolves to, an address where no request may go
 * `name`        its name does not resolve, or not to the same addresses twice
 * `connection`  refused, unreachable, or closed before the answer was complete
 * `proxy`       the operator's outgoing proxy is unreachable, or refused to connect
 * `certificate` of another name, expired, not from a known authority
 * `protocol`    the server does not speak HTTP over TLS
 * `time`        no complete answer before the deadline
 * `size`        an answer, or its headers, beyond the limit
 * `redirects`   more of them than allowed
 * `stopped`     by the caller: its signal, or a send that it cancelled
 */
export type OutboundReason =
  | 'url'
  | 'private'
  | 'name'
  | 'connection'
  | 'proxy'
  | 'certificate'
  | 'protocol'
  | 'time'
  | 'size'
  | 'redirects'
  | 'stopped'

/** Its message is a sentence for the person who named the address; it reveals nothing of the internal network. */
export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

const certificateCodes = /CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$|^PATH_LENGTH_EXCEEDED$/
const protocolCodes = /^ERR_SSL_|^EPROTO$/

/** What the network layer's error means, by its code; the error itself is kept as the cause, for the log. */
export function explainError(error: Error & { code?: string }): OutboundError {
  const code = error.code ?? ''
  if (certificateCodes.test(code)) return new OutboundError('certificate', 'The certificate is not valid', error)
  if (error instanceof errors.HeadersOverflowError) {
    return new OutboundError('size', 'The headers of the answer are 16 KiB or larger', error)
  }
  if (protocolCodes.test(code) || error instanceof errors.HTTPParserError) {
    return new OutboundError('protocol', 'The answer is not HTTP over TLS', error)
  }
  return new OutboundError('connection', 'The connection failed or was closed before the answer was complete', error)
}

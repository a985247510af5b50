/** The host names the workspace, and of two hosts a proxy could read the other one (RFC 9112, 3.2). */
import type { IncomingMessage } from 'node:http'
import { ApiError } from '../errors.ts'

/** @throws {ApiError} 400 without exactly one `Host`; only HTTP/1.0, as of old health checks, may have none */
export function requireOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) throw new ApiError(400, 'Send exactly one Host header')
  if (/[\s,/@?#\\]/.test(headers.host ?? '')) throw new ApiError(400, 'The Host header is not valid')
}

/** What all uploads by tus have in common: where they go, how long they are tried, and what an error means. */
import type { DetailedError } from 'tus-js-client'

export const endpoint = '/api/v1/recordings/upload/tus'
/** Retries as long as the tab is open: a connection may be lost for a long time. */
export const retryDelays = [0, 1_000, 3_000, 5_000, ...Array.from({ length: 10_000 }, () => 10_000)]

/** A lost connection, an unavailable service, or an upload locked by another request; but not a full disk. */
export function isTemporary({ originalResponse }: DetailedError): boolean {
  const status = originalResponse?.getStatus() ?? 0
  return status === 0 || [409, 423, 429].includes(status) || (status >= 500 && status !== 507)
}

export function sentenceOf(error: Error | DetailedError): string {
  const text = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  try {
    return (JSON.parse(text ?? '') as { message: string }).message
  } catch {
    return error.message
  }
}

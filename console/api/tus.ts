/** What all uploads by tus have in common: where they go, how long they are tried, and what an error means. */
import type { DetailedError, HttpRequest, HttpResponse, UploadOptions } from 'tus-js-client'
import { personHeader, requireHere } from './person.ts'
import { reachHere } from './reach.ts'

export const endpoint = '/api/v1/recordings/upload/tus'
/** Retries as long as the tab is open: a connection may be lost for a long time. */
export const retryDelays = [0, 1_000, 3_000, 5_000, ...Array.from({ length: 10_000 }, () => 10_000)]

/**
 * Every request of an upload says whose it is, and none is sent once somebody else is here.
 * @param acting  headers
 */
export const asPersonHere = (acting: Record<string, string>) =>
  ({
    headers: { ...personHeader(), ...acting },
    async onBeforeRequest(request: HttpRequest) {
      await requireHere()
      for (const [name, value] of Object.entries(await reachHere().headers())) request.setHeader(name, value)
    },
    onAfterResponse: (_request, response) => leaveIfSignedOut(response),
  }) satisfies Partial<UploadOptions>

export async function leaveIfSignedOut(response: HttpResponse): Promise<void> {
  if (response.getStatus() === 401) await reachHere().signedOut()
}

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

/** Reads values of responses and events. Any value may be missing or have a wrong type. *Pure.* */
import { EngineError } from '../../../platform/errors.ts'
import { refusal } from '../../engines/shared/request-failures.ts'
import type { Download, ReadTranscript } from './recorder-kind.ts'

export const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** @returns an empty object if the text is not a JSON object */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A UTC time, cut to the milliseconds that the API accepts. Services write more digits. */
export const timeOf = (value: unknown) => textOf(value)?.replace(/(\.\d{3})\d*Z$/, '$1Z') ?? null

/** An announced recording may not be available at once. @throws {EngineError} retryable */
export function requireFound<T>(found: T | null): T {
  if (found !== null) return found
  throw new EngineError('The recording is not there', { retryable: true })
}

/** A transcript that the service offers as WebVTT. */
export const vttAt =
  (source: Download): ReadTranscript =>
  async (fetchText) => {
    const answer = await fetchText(source, 'text/vtt')
    if (answer.status !== 200) throw refusal('The recording server', answer)
    return { format: 'vtt', text: answer.text }
  }

/** How far a request's time may be from now: clocks differ by less, and old requests cannot be repeated. */
const maxAgeSeconds = 300

/** @param stamp  in seconds since 1970 */
export const isRecent = (stamp: string, now: Date) =>
  /^\d{1,12}$/.test(stamp) && Math.abs(now.getTime() / 1_000 - Number(stamp)) <= maxAgeSeconds

/** Reads values from responses and events of services, where anything may be missing or of a wrong type. *Pure.* */
import { EngineError } from '../engines/engines.ts'

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

/** A UTC time cut to milliseconds, which is what the API accepts; services write finer times. */
export const timeOf = (value: unknown) => textOf(value)?.replace(/(\.\d{3})\d*Z$/, '$1Z') ?? null

/** An announced recording may not be available at once. @throws {EngineError} retryable */
export function requireThere<T>(found: T | null): T {
  if (found !== null) return found
  throw new EngineError('The recording is not there', { retryable: true })
}

/** Reads values from the answers and events of services, in which anything may be missing or of another type. *Pure.* */
import { EngineError } from '../engines/engines.ts'

export const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

/** Empty if it is no JSON object. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A time in UTC as the API takes it: services write finer ones. */
export const timeOf = (value: unknown) => textOf(value)?.replace(/(\.\d{3})\d*Z$/, '$1Z') ?? null

/** A recording that was announced may take a while to be there. @throws {EngineError} */
export function requireThere<T>(found: T | null): T {
  if (found !== null) return found
  throw new EngineError('The recording is not there', { retryable: true })
}

/** Values in the answers of services that send bots. Any of them may be missing or have a wrong type. *Pure.* */
import { EngineError } from '../../../platform/errors.ts'
import { textOf } from './read-values.ts'

type Json = Record<string, unknown>

export const objectsIn = (value: unknown): Json[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []

/** A text or a number as a text; an empty one for anything else. */
export const plainOf = (value: unknown) => (typeof value === 'number' ? String(value) : (textOf(value) ?? ''))

export const hasWords = (text: unknown) => (textOf(text) ?? '').trim() !== ''

/** In milliseconds; NaN for none. A time without a zone is UTC. */
export function momentOf(value: unknown): number {
  const text = textOf(value) ?? ''
  return Date.parse(/\d\dT.*\d$/.test(text) && !/[+-]\d\d:?\d\d$/.test(text) ? `${text}Z` : text)
}

/** Null for none, and for what is not in our days: some programs count from the start of the call. */
export const isoOf = (moment: number) =>
  moment > 1_000_000_000_000 && moment < 100_000_000_000_000 ? new Date(moment).toISOString() : null

/** The first that is named. */
export const languageIn = (all: unknown[]) => all.map(textOf).find((each) => each && /^[\w-]{1,35}$/.test(each)) ?? ''

/** The words may come later than the end of the call. @throws {EngineError} */
export function requireWords<T>(segments: T[]): T[] {
  if (segments.length > 0) return segments
  throw new EngineError('The transcript of the bot has no words yet', { retryable: true })
}

/** For administrators. Only words of the service's own vocabulary get into it. */
export function botFailed(...codes: unknown[]): string {
  const known = codes.filter((code) => /^[a-z_]{1,64}$/.test(textOf(code) ?? ''))
  return `The bot did not record the call: ${known.join(', ') || 'the service gives no reason'}`
}

/**
 * Counts tries that have no account, over all processes; each window begins with its first try (decisions 41 on
 * sessions, 42 on ways in).
 */
import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { sql } from 'kysely'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'

export type Limit = { max: number; seconds: number }

/**
 * A try is counted before its outcome is known, so that concurrent tries cannot exceed the limit together. `endsAt`: when
 * the window that it was counted in is over.
 */
export type Tried = { passed: true; endsAt: Date } | { passed: false; retryAfterSeconds: number }

/** @param tries  at once, up to `max`: all of them pass or none */
export async function countTry(db: Db, now: Date, what: string, { max, seconds }: Limit, tries = 1): Promise<Tried> {
  const endsAt = endOf(now, seconds)
  // A window that ends later than one that begins now was begun by a clock that was ahead.
  const isOpen = sql<boolean>`(counted.ends_at > ${now} and counted.ends_at <= ${endsAt})`
  const { rows } = await sql<{ ends_at: Date }>`
    insert into sign_in_counts as counted (what, used, ends_at) values (${what}, ${tries}, ${endsAt})
    on conflict (what) do update set
      used = case when ${isOpen} then counted.used + excluded.used else excluded.used end,
      ends_at = case when ${isOpen} then counted.ends_at else excluded.ends_at end
    where not ${isOpen} or counted.used + excluded.used <= ${max}
    returning ends_at`.execute(db)
  if (rows[0]) return { passed: true, endsAt: rows[0].ends_at }
  const full = await db.selectFrom('sign_in_counts').select('ends_at').where('what', '=', what).executeTakeFirst()
  return { passed: false, retryAfterSeconds: secondsUntil(full?.ends_at, now) }
}

const endOf = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1_000)
const secondsUntil = (end: Date | undefined, now: Date) =>
  Math.max(1, Math.ceil(((end?.getTime() ?? 0) - now.getTime()) / 1_000))

/** A try that was not wrong is not counted. @param endsAt  of its window: the count of a later one stays */
export async function uncountTry(db: Db, what: string, endsAt: Date): Promise<void> {
  await db
    .updateTable('sign_in_counts')
    .set({ used: sql`used - 1` })
    .where('what', '=', what)
    .where('ends_at', '=', endsAt)
    .execute()
}

/**
 * @returns when the window that the try was counted in is over
 * @throws {ApiError} 429 with Retry-After in whole seconds
 */
export async function requireTry(
  db: Db,
  now: Date,
  what: string,
  limit: Limit,
  tooMany = 'Too many tries to sign in',
  tries = 1,
): Promise<Date> {
  const tried = await countTry(db, now, what, limit, tries)
  if (tried.passed) return tried.endsAt
  throw tooManyTries(tooMany, tried.retryAfterSeconds)
}

/**
 * Counts nothing: for tries of which only the wrong ones are counted, once that is known.
 * @throws {ApiError} 429 as `requireTry`
 */
export async function requireTryLeft(
  db: Db,
  now: Date,
  what: string,
  { max, seconds }: Limit,
  tooMany: string,
): Promise<void> {
  const full = await db
    .selectFrom('sign_in_counts')
    .select('ends_at')
    .where('what', '=', what)
    .where('used', '>=', max)
    .where('ends_at', '>', now)
    .where('ends_at', '<=', endOf(now, seconds))
    .executeTakeFirst()
  if (full) throw tooManyTries(tooMany, secondsUntil(full.ends_at, now))
}

const tooManyTries = (tooMany: string, seconds: number) =>
  new ApiError(429, `${tooMany}; try again in ${seconds} s`, {
    code: 'rate_limited',
    headers: { 'retry-after': String(seconds) },
  })

/** The addresses of an IPv6 network of 64 bits are counted together, because one customer gets all of them. */
export function keyOfAddress(kind: string, address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return `${kind} ${parsed.toString()}`
  return `${kind} ${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

/** A hash, so that no list of the addresses that people typed is kept. */
export const keyOfPerson = (kind: string, emailFolded: string) =>
  `${kind} ${createHash('sha256').update(emailFolded).digest('base64url')}`

export async function forgetCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_counts').where('ends_at', '<=', now).execute()
}

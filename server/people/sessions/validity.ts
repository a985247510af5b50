/** When a session is valid, and for what (decisions 41, 43 on elevation), in queries over `sessions session` and its `key`. */
import { type RawBuilder, sql } from 'kysely'
import { dayMs } from '../../platform/time.ts'
import { isServed } from '../caller/frozen.ts'
import { keyHasScope, keyIsValid } from '../caller/keys.ts'
import type { Scope } from '../caller/scopes.ts'

const idleDays = 14
const lifeDays = 90
const elevatedMinutes = 30

export const endOfLife = (now: Date) => new Date(now.getTime() + lifeDays * dayMs)
/** A session that was last used then, or earlier, has ended. */
export const idleSince = (now: Date) => new Date(now.getTime() - idleDays * dayMs)
export const elevatedUntil = (now: Date) => new Date(now.getTime() + elevatedMinutes * 60_000)

/** Its person must be active too. */
export const sessionIsValid = (now: Date) =>
  sql<boolean>`(session.expires_at > ${now} and session.last_used_at > ${idleSince(now)}
    and (session.key_id is null or ${keyIsValid(now)}))`

/**
 * Also over the person as `owner`, and their `workspace`. A session of a key that is not marked super admin may not: a
 * key must not give more rights than it has.
 */
export const mayElevate = sql<boolean>`(owner.admin and workspace.plan = 'enterprise'
  and (session.key_id is null or key.super_admin))`

/** How far the clocks of two processes may differ. */
const clockToleranceMs = 60_000

/** An elevation that ends later than one that begins now was begun by a clock that was ahead, and would last too long. */
export const isElevated = (now: Date) =>
  sql<boolean>`(session.elevated_until is not null and session.elevated_until > ${now}
    and session.elevated_until <= ${new Date(elevatedUntil(now).getTime() + clockToleranceMs)} and ${mayElevate})`

/** The tables that these conditions need. */
export const sessionsWithOwners = sql`sessions session
  join users owner on owner.workspace_id = session.workspace_id and owner.id = session.user_id
  join workspaces workspace on workspace.id = session.workspace_id
  left join api_keys key on key.workspace_id = session.workspace_id and key.id = session.key_id`

/** Ids, as values or as columns of a query. */
export type ActingSession = Record<'workspaceId' | 'sessionId' | 'userId', RawBuilder<unknown>>

/**
 * Whether a session may still act for a person after the request is over; the counterpart of `keyActsFor`.
 * @param also  a further condition, over `owner` and `workspace`
 */
export const sessionActsFor = (
  { workspaceId, sessionId, userId }: ActingSession,
  scope: Scope,
  now: Date,
  also: RawBuilder<boolean>,
) =>
  sql<boolean>`exists (select from ${sessionsWithOwners}
    where session.workspace_id = ${workspaceId} and session.id = ${sessionId}
      and ${sessionIsValid(now)} and ${keyHasScope(scope)} and owner.active and ${isServed(sql`workspace.id`)}
      and (owner.id = ${userId} or ${isElevated(now)} and ${keyHasScope('admin')}) and ${also})`

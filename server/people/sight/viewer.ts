/** Whom a link to media was made for. The request that made it is over, so each use of the link checks the rights. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../caller/caller.ts'
import { actsAsSuperAdmin, keyActsFor } from '../caller/keys.ts'
import { isElevated, sessionIsValid, sessionsWithOwners } from '../sessions/validity.ts'
import { keepsMeetings, linkOpens } from './outside-link-opens.ts'
import { recordingVisibleTo } from './visible.ts'

/**
 * The person whose link it is, and what requested it: a key (their own, or of a super admin who acted for them), or a
 * session that no key made.
 */
export type PersonalViewer = { userId: string } & (
  | { keyId: string; sessionId: null }
  | { keyId: null; sessionId: string }
)

/** That person, or somebody without an account who opened an outside link. */
export type Viewer = PersonalViewer | { outsideLinkId: string }

export const viewerOf = ({ user, via: { id, keyId } }: Caller): PersonalViewer =>
  keyId === null ? { userId: user.id, keyId, sessionId: id } : { userId: user.id, keyId, sessionId: null }

/** True in a query over `recordings` while the viewer may see one. */
export function recordingVisibleBy(viewer: Viewer, now: Date): RawBuilder<boolean> {
  if ('outsideLinkId' in viewer) return visibleByOutsideLink(viewer.outsideLinkId, now)
  return viewer.keyId === null ? visibleBySession(viewer, now) : visibleByKey(viewer, now)
}

/** The link still opens this recording, with its media (decision 57). */
const visibleByOutsideLink = (id: string, now: Date) =>
  sql<boolean>`exists (select from outside_links link where link.workspace_id = recordings.workspace_id
    and link.id = ${id} and link.recording_id = recordings.id and 'media' = any(link.parts)
    and ${linkOpens(now)} and ${keepsMeetings})`

/**
 * The person is active, and sees it, or this session is theirs and elevated (decisions 41 and 43). As long as the
 * person sees it, a link outlives the session that it was made in.
 */
function visibleBySession({ userId, sessionId }: PersonalViewer, now: Date): RawBuilder<boolean> {
  const elevated = sql<boolean>`exists (select from ${sessionsWithOwners}
    where session.workspace_id = recordings.workspace_id and session.id = ${sessionId} and session.user_id = ${userId}
      and ${sessionIsValid(now)} and ${isElevated(now)})`
  return sql<boolean>`(exists (select from users person where person.workspace_id = recordings.workspace_id
      and person.id = ${userId} and person.active) and (${recordingVisibleTo(userId)} or ${elevated}))`
}

/**
 * The key may act for the person, and the person sees it or the key is their own and super admin (decisions 5, 6, 16 and 29c).
 */
function visibleByKey({ userId, keyId }: PersonalViewer, now: Date): RawBuilder<boolean> {
  const acting = { workspaceId: sql`recordings.workspace_id`, keyId: sql`${keyId}`, userId: sql`${userId}` }
  const sees = sql<boolean>`(${recordingVisibleTo(userId)} or holder.id = ${userId} and ${actsAsSuperAdmin})`
  return keyActsFor(acting, 'read', now, sees)
}

/** Announces what happened to notes and recordings to those who named such events (decisions 40, 61). */
import { sql } from 'kysely'
import { addressOf } from '../../people/caller/origin.ts'
import { isInSight } from '../../people/sight/visible.ts'
import { newId } from '../../platform/id.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { announce } from '../../webhooks/announce/announce.ts'
import type { Bodies, DomainEvent } from '../../webhooks/events/domain-events.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import { type AnnouncedThing, deletedBody, type GivenShare, type ThingEventType, thingBody } from './named-events.ts'

/** `publicUrl`: the address of the service for people, for links. */
export type AnnounceOptions = { now: Date; publicUrl: string }
type ThingRef = Pick<AnnouncedThing, 'kind'> & { id: string }
type NamedEvent = DomainEvent & { body: object }

/** @param key  what makes the event different from others of the same type and thing */
export async function announceThing(
  tx: Tx,
  { now, publicUrl }: AnnounceOptions,
  workspaceId: string,
  type: ThingEventType,
  { kind, id, key, shared }: ThingRef & { key: string; shared?: GivenShare },
): Promise<void> {
  const thing = await readThing(tx, workspaceId, type, { kind, id })
  if (!thing) return
  const { note_id: noteId, recording_id: recordingId } = thing
  await announceNamed(tx, now, workspaceId, [
    {
      type,
      key: `${type} ${id} ${key}`,
      facts: { kind, id, ...(shared && { user_id: shared.with.id }) },
      about: { noteId, recordingId },
      toWorkspace: true,
      body: thingBody(type, { ...thing, address: addressOf(publicUrl, thing.subdomain) }, shared),
    },
  ])
}

/** Before they are deleted, while it is known who sees them. @param of  their ids, or those of their notes */
export async function announceDeletions(
  tx: Tx,
  now: Date,
  workspaceId: string,
  of: { recordings: string[] } | { notes: string[] },
): Promise<void> {
  const type = 'recording.deleted'
  const isGone = 'notes' in of ? sql`note_id = any(${of.notes})` : sql`id = any(${of.recordings})`
  const { rows } = await sql<{ id: string; note_id: string }>`select id, note_id from recordings
    where workspace_id = ${workspaceId} and ${isGone} and ${isAwaited(type, workspaceId)}`.execute(tx)
  if (rows.length === 0) return
  const eventOf = (recording: { id: string; note_id: string }): NamedEvent => ({
    type,
    key: `${type} ${recording.id}`,
    facts: { kind: 'recording', id: recording.id },
    // Nothing empties it: it quotes nothing, and receivers must learn that their copy is to be deleted.
    about: {},
    toWorkspace: true,
    body: deletedBody(recording),
  })
  await announceNamed(tx, now, workspaceId, rows.map(eventOf))
}

/** Each share is an event of its own. */
export const announceShare = (
  tx: Tx,
  options: AnnounceOptions,
  workspaceId: string,
  thing: ThingRef,
  shared: GivenShare,
) => announceThing(tx, options, workspaceId, 'note.shared', { ...thing, key: newId('ev', options.now), shared })

const seesIt = (kind: AnnouncedThing['kind']) =>
  isInSight(kind, {
    workspaceId: sql.ref('webhooks.workspace_id'),
    id: sql`domain_event.facts ->> 'id'`,
    person: sql.ref<string>('webhooks.user_id'),
  })

/** Those who see the thing; of a share only the person who received it. */
const isConcerned = sql<boolean>`(case domain_event.facts ->> 'kind'
    when 'note' then ${seesIt('note')} else ${seesIt('recording')} end
  and coalesce(domain_event.facts ->> 'user_id' = webhooks.user_id, true))`

/** @param events  with their body for a user webhook; for workspace webhooks `scope` is added */
export function announceNamed(
  tx: Tx,
  now: Date,
  workspaceId: string,
  events: NamedEvent[],
  audience = isConcerned,
): Promise<number> {
  const bodiesOf = async (received: { event: NamedEvent }[]): Promise<Bodies[]> =>
    received.map(({ event: { body } }) => ({ user: () => body, workspace: () => ({ ...body, scope: 'workspace' }) }))
  return announce(tx, now, { workspaceId, events, audience, bodiesOf })
}

/** Undefined if it was deleted, or if nobody awaits such an event. */
async function readThing(tx: Tx, workspaceId: string, type: EventType, { kind, id }: ThingRef) {
  const recordingId = kind === 'recording' ? id : null
  const { rows } = await sql<Omit<AnnouncedThing, 'address'> & { subdomain: string }>`
    select ${kind}::text as kind, note.id as note_id, recording.id as recording_id,
      coalesce(recording.title, note.title) as title, event.guid, event.starts_at, event.ends_at,
      recording.started_at, recording.ended_at, workspace.subdomain
    from notes note
    join workspaces workspace on workspace.id = note.workspace_id
    left join recordings recording on recording.workspace_id = note.workspace_id and recording.id = ${recordingId}
    left join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
    where note.workspace_id = ${workspaceId} and ${isAwaited(type, workspaceId)}
      and note.id = ${
        kind === 'note' ? id : sql`(select note_id from recordings where workspace_id = ${workspaceId} and id = ${id})`
      }`.execute(tx)
  return rows[0]
}

/** The stream events of `GET /api/v1/events`: enqueued by `announce`, numbered, read, and removed soon after. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { notFrozen, takesChanges } from '../../people/caller/frozen.ts'
import { type ActingKey, keyActsFor } from '../../people/caller/keys.ts'
import { type ActingSession, sessionActsFor } from '../../people/sessions/validity.ts'
import type { EventType } from '../../platform/postgres/column-types.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { bodiesInBatches } from '../events/batch-bodies.ts'
import type { DomainEvent } from '../events/domain-events.ts'

/** One connection's right to listen: its session, else its key; the person whose events it receives, and which. */
export type Listener = {
  workspaceId: string
  userId: string
  keyId: string | null
  sessionId: string | null
  types: EventType[]
}

export const listenerOf = ({ workspace, user, via }: Caller, types: EventType[]): Listener => ({
  types,
  workspaceId: workspace.id,
  userId: user.id,
  keyId: via.keyId,
  sessionId: via.kind === 'session' ? via.id : null,
})

export type StreamEvent = { number: number; body: string; created_at: Date }

export const eventsNotifyChannel = 'minutebook_events'

/** How long after its end a connection can be resumed; its events are kept longer, so that none is missing. */
export const resumableMs = 15 * 60_000
const keptMs = 2 * resumableMs
const renewedEveryMs = 60_000

/** A stream event for one listener. */
export type NewStreamEvent = Pick<DomainEvent, 'type' | 'key' | 'about'> & { userId: string; body: string }

/**
 * Writes one row for each person and event, for all their connections; the same event is enqueued once. Nothing is written
 * for a person who stopped listening after the recipients were found.
 */
export async function enqueueStreamEvents(
  tx: Tx,
  now: Date,
  workspaceId: string,
  events: Iterable<NewStreamEvent>,
): Promise<void> {
  for (const batch of bodiesInBatches(events)) {
    const rows = batch.map(({ userId, type, key, body, about }) => ({
      user_id: userId,
      event_key: key,
      event_type: type,
      body,
      note_id: about.noteId,
      recording_id: about.recordingId,
      item_id: about.itemId,
    }))
    await sql`
      insert into stream_events (workspace_id, user_id, event_key, event_type, body, note_id, recording_id, item_id,
        created_at)
      select ${workspaceId}, user_id, event_key, event_type, body, note_id, recording_id, item_id, ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as event (user_id text, event_key text, event_type text,
        body text, note_id text, recording_id text, item_id text)
      join listeners using (user_id)
      where listeners.workspace_id = ${workspaceId} for key share of listeners
      on conflict (workspace_id, user_id, event_key) do nothing`.execute(tx)
    await sql`select pg_notify(${eventsNotifyChannel}, '')`.execute(tx)
  }
}

/**
 * Listeners receive events from now on; a row that lasts long enough is not written again. A row keeps the types of all
 * connections until the person stops listening.
 */
export async function keepListening(db: Db, now: Date, listeners: Listener[]): Promise<void> {
  const until = new Date(now.getTime() + keptMs)
  await sql`
    insert into listeners (workspace_id, user_id, listens_until, enabled_events)
    select workspace_id, user_id, ${until}::timestamptz, array_agg(distinct type)
    from ${asTable(listeners)}, unnest(string_to_array(types, ',')) as type
    where ${takesChanges('subscribed.workspace_id')} group by 1, 2 order by 1, 2
    on conflict (workspace_id, user_id) do update set listens_until = excluded.listens_until,
      enabled_events = case when listeners.listens_until < ${now} then excluded.enabled_events
        else array(select distinct unnest(listeners.enabled_events || excluded.enabled_events)) end
      where listeners.listens_until < ${new Date(until.getTime() - renewedEveryMs)}
        or not excluded.enabled_events <@ listeners.enabled_events`.execute(db)
}

/** Until the end of the transaction no event gets a number; events that have a number are committed. */
export async function lockNumbering(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${eventsNotifyChannel}))`.execute(tx)
}

/** Numbers the events that were committed since the last run; any process may do so, one at a time. */
export async function numberEvents(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockNumbering(tx)
    // Materialized: a join row by row would call the sequence again for each row, in the order of the other side.
    await sql`
      with unnumbered as materialized (
        select workspace_id, user_id, event_key from stream_events
        where number is null and ${takesChanges('stream_events.workspace_id')} order by written
      ), numbered as materialized (
        select workspace_id, user_id, event_key, nextval('stream_events_number') as number from unnumbered
      )
      update stream_events set number = numbered.number from numbered
      where stream_events.workspace_id = numbered.workspace_id and stream_events.user_id = numbered.user_id
        and stream_events.event_key = numbered.event_key`.execute(tx)
  })
}

/** The people who have events beyond that number, and the last number of each. */
export async function findNewEvents(db: Db, after: number) {
  const people = await db
    .selectFrom('stream_events')
    .select(['workspace_id', 'user_id', (eb) => eb.fn.max('number').as('last')])
    .where('number', '>', String(after))
    .groupBy(['workspace_id', 'user_id'])
    .execute()
  return people.map(({ workspace_id, user_id, last }) => ({ workspace_id, user_id, last: Number(last) }))
}

/** Events that are read at once, and the bytes of their bodies; a larger body is read alone. */
const maxEvents = 10
const maxBytes = 262_144

/**
 * A person's next events, in their order; none once the connection may not listen any more.
 * @returns a few at a time, and whether there may be more
 */
export async function readEvents(
  db: Db,
  now: Date,
  listener: Listener,
  after: number,
): Promise<{ events: StreamEvent[]; hasMore: boolean }> {
  const isFirst = sql`row_number() over (order by number) = 1`
  const bytes = sql`sum(octet_length(body)) over (order by number)`
  const rows = await db
    .selectFrom('stream_events')
    .select(['number', 'created_at'])
    // PostgreSQL knows the length without reading the body.
    .select(sql<string | null>`case when ${isFirst} or ${bytes} <= ${maxBytes} then body end`.as('body'))
    .where('workspace_id', '=', listener.workspaceId)
    .where('user_id', '=', listener.userId)
    .where('number', '>', String(after))
    .where(sql<boolean>`event_type = any(${listener.types})`)
    .where(
      mayListen(now, {
        workspaceId: sql`${listener.workspaceId}`,
        keyId: sql`${listener.keyId}::text`,
        sessionId: sql`${listener.sessionId}::text`,
        userId: sql`${listener.userId}`,
      }),
    )
    .orderBy('number')
    .limit(maxEvents)
    .execute()
  const events = rows.flatMap(({ number, body, created_at }) =>
    body === null ? [] : [{ number: Number(number), body, created_at }],
  )
  return { events, hasMore: rows.length === maxEvents || events.length < rows.length }
}

/** @returns the indexes of the listeners that may go on listening */
export async function findAllowed(db: Db, now: Date, listeners: Listener[]): Promise<Set<number>> {
  const allowed = mayListen(now, {
    workspaceId: sql.ref('subscribed.workspace_id'),
    keyId: sql.ref('subscribed.key_id'),
    sessionId: sql.ref('subscribed.session_id'),
    userId: sql.ref('subscribed.user_id'),
  })
  const { rows } = await sql<{ position: number }>`
    select subscribed.position from ${asTable(listeners)} where ${allowed}`.execute(db)
  return new Set(rows.map(({ position }) => Number(position) - 1))
}

/**
 * The session, else the key, may act for the person, who is active, and webhooks are switched on; the same rights as for a
 * request (decisions 29c on people and keys and 41 on sessions).
 */
function mayListen(now: Date, acting: ActingKey & ActingSession) {
  const mayReceive = sql<boolean>`workspace.webhooks = 'enabled' and exists (select from users listener
      where listener.workspace_id = workspace.id and listener.id = ${acting.userId} and listener.active)`
  return sql<boolean>`case when ${acting.sessionId} is null then ${keyActsFor(acting, 'webhooks', now, mayReceive)}
    else ${sessionActsFor(acting, 'webhooks', now, mayReceive)} end`
}

function asTable(listeners: Listener[]): RawBuilder<unknown> {
  return sql`unnest(${listeners.map(({ workspaceId }) => workspaceId)}::text[],
    ${listeners.map(({ userId }) => userId)}::text[], ${listeners.map(({ keyId }) => keyId)}::text[],
    ${listeners.map(({ sessionId }) => sessionId)}::text[], ${listeners.map(({ types }) => types.join())}::text[])
    with ordinality as subscribed (workspace_id, user_id, key_id, session_id, types, position)`
}

/** Removes events that quote meeting data that was deleted for good (decision 19 on deletion). */
export async function forgetEvents(
  tx: Tx,
  workspaceId: string,
  column: 'note_id' | 'recording_id' | 'item_id',
  ids: string[],
): Promise<void> {
  await tx
    .deleteFrom('stream_events')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`${sql.ref(column)} = any(${ids})`)
    .execute()
}

/** Removes events that no connection can resume any more, and people who do not listen any more. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('stream_events')
    .where('created_at', '<', new Date(now.getTime() - keptMs))
    .where(notFrozen('stream_events.workspace_id'))
    .execute()
  await db.deleteFrom('listeners').where('listens_until', '<', now).where(notFrozen('listeners.workspace_id')).execute()
}

/** Announces decisions to those who named such events (decisions 61, 63). Each hears of them as they may read them. */
import { sql } from 'kysely'
import type { Reader } from '../../people/caller/caller.ts'
import { isInSight } from '../../people/sight/visible.ts'
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import type { DecisionRow } from '../../platform/postgres/tables.ts'
import { announce } from '../../webhooks/announce/announce.ts'
import type { Bodies, DomainEvent } from '../../webhooks/events/domain-events.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import { presentDecision } from './present-decision.ts'
import { type DecisionView, readDecisions } from './read-decisions.ts'

export type DecisionEventType = 'decision.made' | 'decision.superseded'

type DecisionEvent = DomainEvent & { id: string }

/** Mostly nobody awaits them, which costs one statement. */
export async function announceDecisions(
  tx: Tx,
  { workspaceId, now }: { workspaceId: string; now: Date },
  type: DecisionEventType,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<Pick<DecisionRow, 'id' | 'note_id' | 'recording_id' | 'source_kind' | 'source_id'>>`
    select id, note_id, recording_id, source_kind, source_id from decisions
    where workspace_id = ${workspaceId} and id = any(${ids}) and ${isAwaited(type, workspaceId)}`.execute(tx)
  const events = rows.map(
    ({ id, note_id, recording_id, source_kind, source_id }): DecisionEvent => ({
      id,
      type,
      // A decision may be superseded again, by another one.
      key: type === 'decision.made' ? `${type} ${id}` : `${type} ${id} ${newId('ev', now)}`,
      facts: { kind: source_kind, id: source_id },
      about: { noteId: note_id, recordingId: recording_id },
      toWorkspace: true,
    }),
  )
  if (events.length === 0) return
  const bodiesOf = async (received: { event: DecisionEvent; userIds: string[] }[]): Promise<Bodies[]> => {
    const wanted = received.map(({ event }) => event.id)
    const bodies = async (reader: Omit<Reader, 'workspace'>, more: object = {}) => {
      const views = await readDecisions(tx, { ...reader, workspace: { id: workspaceId } }, wanted)
      return new Map(
        views.map((view) => [view.id, { event_type: type, ...presentDecision(withoutQuotes(view)), ...more }]),
      )
    }
    const everything = await bodies({ superAdmin: true, user: { id: '' } }, { scope: 'workspace' })
    const own = new Map<string, Map<string, object>>()
    for (const id of new Set(received.flatMap(({ userIds }) => userIds)))
      own.set(id, await bodies({ superAdmin: false, user: { id } }))
    return received.map(({ event }) => ({
      user: (userId) => own.get(userId)!.get(event.id) ?? null,
      workspace: () => everything.get(event.id)!,
    }))
  }
  await announce(tx, now, { workspaceId, events, audience: isConcerned, bodiesOf })
}

/** Deleting what an event is about empties it; a proposal quotes another recap, which may be deleted before. */
const withoutQuotes = (view: DecisionView): DecisionView => ({
  ...view,
  proposals: view.proposals.map((proposal) => ({ ...proposal, quote: null })),
})

/** Says of those that these replace that they are superseded, because these stand again. */
export async function announceSuperseded(
  tx: Tx,
  change: { workspaceId: string; now: Date },
  newer: string[],
): Promise<void> {
  if (newer.length === 0) return
  const { rows } = await sql<{ older: string }>`select older from decision_successions
    where workspace_id = ${change.workspaceId} and newer = any(${newer}) order by older`.execute(tx)
  const replaced = rows.map(({ older }) => older)
  await announceDecisions(tx, change, 'decision.superseded', replaced)
}

const seesIt = (kind: 'note' | 'recording') =>
  isInSight(kind, {
    workspaceId: sql.ref('webhooks.workspace_id'),
    id: sql`domain_event.facts ->> 'id'`,
    person: sql.ref<string>('webhooks.user_id'),
  })

/** Those who see what it came of. */
const isConcerned = sql<boolean>`case domain_event.facts ->> 'kind'
  when 'note' then ${seesIt('note')} else ${seesIt('recording')} end`

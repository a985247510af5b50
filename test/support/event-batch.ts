/** Invented events for tests. */
import { type RawBuilder, sql } from 'kysely'
import type { DomainEvent, EventBatch } from '../../server/webhooks/events/domain-events.ts'

type MadeUp = Partial<Omit<DomainEvent, 'key'>> & {
  /** One event each. */
  keys: string[]
  workspaceId?: string
  audience?: RawBuilder<boolean>
  user?: (userId: string, key: string) => object
  /** Without it workspace webhooks are no recipients. */
  workspace?: (key: string) => object
}

export function batchOf(batch: MadeUp): EventBatch<DomainEvent> {
  const { keys, workspaceId = 'ws_acme', audience = sql<boolean>`true`, user = () => ({}), workspace, ...more } = batch
  const one = {
    type: 'ai_note.generated' as const,
    facts: {},
    about: {},
    toWorkspace: workspace !== undefined,
    ...more,
  }
  return {
    workspaceId,
    audience,
    events: keys.map((key) => ({ ...one, key })),
    bodiesOf: async (received) =>
      received.map(({ event: { key } }) => ({ user: (id) => user(id, key), workspace: () => workspace!(key) })),
  }
}

/** News that tests make up. */
import { type RawBuilder, sql } from 'kysely'
import type { Happening, News } from '../../server/webhooks/events/domain-events.ts'

type MadeUp = Partial<Omit<Happening, 'key'>> & {
  /** One happening each. */
  keys: string[]
  workspaceId?: string
  audience?: RawBuilder<boolean>
  user?: (userId: string, key: string) => object
  /** Without it workspace webhooks hear nothing. */
  workspace?: (key: string) => object
}

export function newsOf(news: MadeUp): News<Happening> {
  const { keys, workspaceId = 'ws_acme', audience = sql<boolean>`true`, user = () => ({}), workspace, ...more } = news
  const one = {
    type: 'ai_note.generated' as const,
    terms: {},
    about: {},
    toWorkspace: workspace !== undefined,
    ...more,
  }
  return {
    ...{ workspaceId, audience },
    happenings: keys.map((key) => ({ ...one, key })),
    bodiesOf: async (heard) =>
      heard.map(({ happening: { key } }) => ({ user: (id) => user(id, key), workspace: () => workspace!(key) })),
  }
}

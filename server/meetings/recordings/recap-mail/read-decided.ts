/** Decisions of recaps with what they replaced, as one person or a channel may read it now (decisions 59, 63). */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/db.ts'
import { decisionVisible, successor } from '../../decisions/read-decisions.ts'
import type { Decided } from './outline.ts'

type Recaps = { workspaceId: string; ids: string[]; reader: string | null }

/** @returns by recording, as they were said */
export async function readDecided(db: Db, { workspaceId, ids, reader }: Recaps): Promise<Map<string, Decided[]>> {
  if (ids.length === 0) return new Map()
  // The message to a chat is stored, and would outlive the recap of an earlier decision that it quotes.
  const [seesOlder, words] =
    reader === null
      ? [isReadWithIt, sql`''`]
      : [
          decisionVisible({ superAdmin: false, workspace: { id: workspaceId }, user: { id: reader } }, 'older'),
          sql`older.text`,
        ]
  const { rows } = await sql<Decided & { recording_id: string }>`
    select decision.recording_id, decision.text, decision.start_time as seconds, decision.detected,
      decision.status = 'stands' and ${successor()} is null as stands,
      array(select ${words} from decision_successions succession
        join decisions older on older.workspace_id = succession.workspace_id and older.id = succession.older
        where succession.workspace_id = decision.workspace_id and succession.newer = decision.id and ${seesOlder}
        order by older.made_at, older.id) as replaced
    from decisions decision
    where decision.workspace_id = ${workspaceId} and decision.recording_id = any(${ids})
    order by decision.start_time nulls last, decision.created_at, decision.id`.execute(db)
  return Map.groupBy(rows, ({ recording_id }) => recording_id)
}

/** A message goes to channels that read the recap: it names what all of these read. */
const isReadWithIt: RawBuilder<boolean> = sql`not exists (select from sight channel
  where channel.workspace_id = decision.workspace_id and channel.kind = 'recording' and channel.id = decision.recording_id
    and channel.reader_kind = 'channel' and not exists (select from sight seen
      where seen.workspace_id = older.workspace_id and seen.kind = older.source_kind and seen.id = older.source_id
        and seen.reader_kind = 'channel' and seen.reader_id = channel.reader_id))`

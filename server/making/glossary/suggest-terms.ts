/** Proposes terms for the glossary: what people wrote again and again in place of what was heard (decision 66). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { readGlossary } from './glossary.ts'
import { countReplacements, type Suggestion } from './replaced-words.ts'

/** Newer corrections say better what is still missing. */
const maxCorrections = 2_000

/** Counts only corrections of recordings that the caller sees, so a suggestion tells nothing of others. */
export async function suggestTerms(db: Db, caller: Caller): Promise<Suggestion[]> {
  const workspaceId = caller.workspace.id
  const rows = await db
    .selectFrom('recording_changes as entry')
    .innerJoin('recordings', (join) =>
      join
        .onRef('recordings.workspace_id', '=', 'entry.workspace_id')
        .onRef('recordings.id', '=', 'entry.recording_id'),
    )
    .select('entry.change')
    .where('entry.workspace_id', '=', workspaceId)
    .where(sql<boolean>`entry.change ? 'segments'`)
    .where(recordingVisible(caller))
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(maxCorrections)
    .execute()
  const texts = rows.flatMap(({ change }) => change.segments?.flatMap(({ text }) => text ?? []) ?? [])
  const { terms } = await readGlossary(db, workspaceId)
  return countReplacements(
    texts,
    terms.map(({ term }) => term),
  )
}

/** Proposes terms for the glossary: what people wrote again and again in place of what was heard (decision 66). */
import { sql } from 'kysely'
import type { Caller } from '../../people/caller/caller.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { readGlossary } from './glossary.ts'
import { countReplacements, type Suggestion } from './replaced-words.ts'

/** Newer corrections say better what is still missing. Comparing so many texts takes a tenth of a second. */
const maxTexts = 2_000

/** Counts only corrections of recordings that the caller sees, so a suggestion tells nothing of others. */
export async function suggestTerms(db: Db, caller: Caller): Promise<Suggestion[]> {
  const workspaceId = caller.workspace.id
  const { rows } = await sql<{ text: { from: string; to: string } }>`
    select segment -> 'text' as text
    from recording_changes entry
    join recordings on recordings.workspace_id = entry.workspace_id and recordings.id = entry.recording_id
    cross join lateral jsonb_array_elements(entry.change -> 'segments') segment
    where entry.workspace_id = ${workspaceId} and entry.change ? 'segments' and segment ? 'text'
      and ${recordingVisible(caller)}
    order by entry.at desc, entry.id desc limit ${sql.lit(maxTexts)}`.execute(db)
  const { terms } = await readGlossary(db, workspaceId)
  return countReplacements(
    rows.map(({ text }) => text),
    terms.map(({ term }) => term),
  )
}

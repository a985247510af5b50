/**
 * Puts the words of recordings that were indexed one by one together: a row of a word then serves many recordings, and the
 * index takes half the space. Documents keep their numbers.
 */
import { sql } from 'kysely'
import { notFrozen } from '../../people/caller/frozen.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { bundleLimits } from './bundle-texts.ts'
import { postingOf } from './posting.ts'

/** @returns whether some were put together */
export async function joinBundles(db: Db): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const found = await sql<{ workspace_id: string }>`
      select workspace_id from search_bundles where is_single and ${notFrozen('search_bundles.workspace_id')}
      group by workspace_id having count(*) >= ${sql.lit(bundleLimits.least)} limit 1`.execute(tx)
    const workspaceId = found.rows[0]?.workspace_id
    if (workspaceId === undefined) return false
    // Documents before their bundles, as a deletion locks them.
    const { rows } = await sql<{ id: string; bundle: string }>`
      select document.id, document.bundle from search_documents document
      where workspace_id = ${workspaceId} and bundle in (
        select id from search_bundles where workspace_id = ${workspaceId} and is_single
        order by id limit ${sql.lit(bundleLimits.most)})
      order by id for update skip locked`.execute(tx)
    if (rows.length < 2) return false
    const old = rows.map(({ bundle }) => bundle)
    await sql`select from search_bundles where workspace_id = ${workspaceId} and id = any(${old}::bigint[])
      order by id for update`.execute(tx)
    const made = await sql<{ id: string }>`
      insert into search_bundles (workspace_id, is_single) values (${workspaceId}, false) returning id`.execute(tx)
    const bundle = made.rows[0]!.id
    const firsts = rows.map((_, slot) => postingOf(slot, 0))
    const joined = sql`unnest(${rows.map(({ id }) => id)}::bigint[], ${old}::bigint[], ${firsts}::integer[])
      with ordinality as joined (document, bundle, first, number)`
    // The only document of each old bundle has slot 0 there, so its postings are weights.
    await sql`
      insert into search_words (bundle, workspace_id, stem, word, unaccented, postings, positions)
      select ${bundle}::bigint, ${workspaceId}, stem, word, unaccented,
        array_agg(first + posting order by number),
        array_agg(each.positions order by number)
      from ${joined} join search_words word on word.workspace_id = ${workspaceId} and word.bundle = joined.bundle
      cross join lateral unnest(word.postings, word.positions) each (posting, positions)
      group by stem, word, unaccented`.execute(tx)
    await sql`
      update search_documents document set bundle = ${bundle}::bigint, slot = number - 1
      from ${joined} where document.workspace_id = ${workspaceId} and document.id = joined.document`.execute(tx)
    await sql`delete from search_bundles where workspace_id = ${workspaceId} and id = any(${old}::bigint[])`.execute(tx)
    return true
  })
}

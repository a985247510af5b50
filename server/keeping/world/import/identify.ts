/** Gives each object without an id the id of the stored object that it matches, or a new id. */
import { sql } from 'kysely'
import { addressKey } from '../../../meetings/calendar/feeds/feeds.ts'
import { idsNamedIn, readMarkup } from './agendas.ts'
import { identities, type ListKind } from './identity.ts'
import type { ImportContext } from './import-context.ts'

/**
 * Objects of the file and stored objects with the same natural key are matched one to one: the first in the file with
 * the oldest by id, and so on. A stored object that the file names by id, also in an agenda, is not matched.
 */
export async function identify(context: ImportContext, kind: ListKind): Promise<void> {
  const { tx, stage, index: workspace } = context
  if (!stage.has(workspace, kind)) return
  const rules = await sql<{ rule: string }>`
    select distinct key[1] as rule from world_rows
    where workspace = ${workspace} and kind = ${kind} and id is null order by 1`.execute(tx)
  if (rules.rows.length === 0) return
  if (kind === 'uploads' || kind === 'webhooks' || kind === 'calendar_feeds') await namePeopleById(context, kind)
  if (kind === 'calendar_feeds') await nameAddressesByKey(context)
  if (kind in inAgendas) await recordThingsOfAgendas(context, kind as keyof typeof inAgendas)
  for (const { rule } of rules.rows) await matchStored(context, kind, rule)
  if (kind === 'users') await matchOtherAddresses(context)
  await makeIds(context, kind)
}

async function matchStored(
  { tx, index: workspace, workspace: { id } }: ImportContext,
  kind: ListKind,
  rule: string,
): Promise<void> {
  const { id: idColumn, stored, matchLast = 'false' } = identities[kind]
  const key = sql.raw(stored[Number(rule)]!.join(', '))
  await sql`
    with wanted as (
      select index, key, row_number() over (partition by key order by index) as nth from world_rows
      where workspace = ${workspace} and kind = ${kind} and id is null and key[1] = ${rule}
    ), stored as (
      select t.${sql.ref(idColumn)} as id, array[${rule}::text collate "C", ${key}] as key,
        row_number() over (partition by ${key} order by ${sql.raw(matchLast)}, t.${sql.ref(idColumn)}) as nth
      from ${sql.table(kind)} t
      where t.workspace_id = ${id} and not exists (
        select from world_rows named
        where named.workspace = ${workspace} and named.kind = ${kind} and named.id = t.${sql.ref(idColumn)})
      and ${kind in inAgendas ? notNamedByAgendas(workspace, kind) : sql`true`}
    )
    update world_rows set id = stored.id from wanted join stored using (key, nth)
    where workspace = ${workspace} and kind = ${kind} and world_rows.index = wanted.index`.execute(tx)
}

/** A file may name an account by an address that it had before. One account is matched once. */
async function matchOtherAddresses({ tx, index: workspace, workspace: { id } }: ImportContext): Promise<void> {
  const unmatched = sql`workspace = ${workspace} and kind = 'users' and world_rows.id is null`
  await sql`
    update world_rows set id = known.user_id
    from (
      select distinct on (user_id) user_id, email_folded from addresses
      where workspace_id = ${id} and email_folded in (select key[2] from world_rows where ${unmatched})
        and user_id not in (select id from world_rows where workspace = ${workspace} and kind = 'users' and id is not null)
      order by user_id, email_folded) known
    where ${unmatched} and key[2] = known.email_folded`.execute(tx)
}

/** The lists whose objects agendas may name, with the type of their blocks. */
const inAgendas = { action_items: 'action_item', decisions: 'decision' } as const

/** Reads agendas only for their ids, and only if listed objects have none; the notes are imported later. */
async function recordThingsOfAgendas(
  { tx, stage, index: workspace }: ImportContext,
  kind: keyof typeof inAgendas,
): Promise<void> {
  for await (const notes of stage.batches(workspace, 'notes')) {
    const ids = notes.flatMap(({ doc, path }) =>
      doc.agenda ? idsNamedIn(readMarkup(doc.agenda, path), inAgendas[kind]) : [],
    )
    await sql`insert into world_named select ${workspace}::integer, ${kind}, unnest(${ids}::text[])`.execute(tx)
  }
}

const notNamedByAgendas = (workspace: number, kind: ListKind) =>
  sql`t.id not in (select id from world_named where workspace = ${workspace} and kind = ${kind})`

/** Replaces e-mails in keys by ids, because the file may name a person by e-mail. */
async function namePeopleById(
  { tx, index: workspace, workspace: { id } }: ImportContext,
  kind: ListKind,
): Promise<void> {
  await sql`
    update world_rows set key[2] = known.user_id from addresses known
    where workspace = ${workspace} and kind = ${kind} and world_rows.id is null
      and known.workspace_id = ${id} and known.email_folded = key[2]`.execute(tx)
}

/** Addresses of feeds are stored encrypted, and are identified by a keyed hash. */
async function nameAddressesByKey({ tx, index, workspace, secretKey }: ImportContext): Promise<void> {
  const feeds = sql`workspace = ${index} and kind = 'calendar_feeds' and world_rows.id is null and key[1] = '0'`
  const { rows } = await sql<{ index: number; owner: string; url: string }>`
    select index, key[2] as owner, key[3] as url from world_rows where ${feeds}`.execute(tx)
  const keys = rows.map(({ owner, url }) =>
    addressKey(secretKey, { workspaceId: workspace.id, userId: owner }, url).toString('hex'),
  )
  await sql`
    update world_rows set key[3] = address
    from unnest(${rows.map((row) => row.index)}::integer[], ${keys}::text[]) as made (row_index, address)
    where ${feeds} and index = row_index`.execute(tx)
}

const idsAtOnce = 5_000

async function makeIds({ tx, index: workspace, ids }: ImportContext, kind: ListKind): Promise<void> {
  while (true) {
    const { rows } = await sql<{ index: number }>`
      select index from world_rows where workspace = ${workspace} and kind = ${kind} and id is null
      order by index limit ${idsAtOnce}`.execute(tx)
    if (rows.length === 0) return
    await sql`
      update world_rows set id = made.id
      from unnest(${rows.map((row) => row.index)}::integer[], ${rows.map(() => ids.next(identities[kind].prefix))}::text[])
        as made (index, id)
      where workspace = ${workspace} and kind = ${kind} and world_rows.index = made.index`.execute(tx)
  }
}

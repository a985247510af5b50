/** The first step of an erasure: finds what may name the person, and clears the account's identity (decision 50). */
import { sql } from 'kysely'
import { cutWords } from '../../../meetings/text-index/words.ts'
import { addressesOf, saveOtherAddresses } from '../../../people/accounts/addresses.ts'
import { deletedPerson, inLinks } from '../../../people/privacy/name-eraser.ts'
import type { ErasedNames } from '../../../platform/postgres/column-types.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { containsPattern, foldCase } from '../../../platform/text.ts'
import { type Account, collectNames, newStandIn } from './collect-names.ts'

/** Words of a name that are searched for; names rarely have more. */
const maxWords = 8

/** @returns the names to erase, and how many things may contain them */
export async function begin(
  tx: Tx,
  workspaceId: string,
  userId: string,
): Promise<{ names: ErasedNames; things: number }> {
  const account = await tx
    .selectFrom('users')
    .select(['id', 'full_name'])
    .select(sql<string[]>`array${addressesOf(workspaceId, userId)}`.as('addresses'))
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { names, namesakes } = await collectNames(tx, workspaceId, account)
  await findOwnThings(tx, workspaceId, userId, names)
  await findByWords(tx, workspaceId, userId, names)
  await spareNamesakes(tx, workspaceId, userId, namesakes)
  await replaceIdentity(tx, workspaceId, account, names)
  const { rows } = await sql<{ things: number }>`
    select count(*)::int as things from erasure_things
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(tx)
  return { names, things: rows[0]!.things }
}

/** Finds what the person sees, started or is assigned, the items of those notes, and items whose links may name them. Only ids, in one statement. */
async function findOwnThings(
  tx: Tx,
  workspaceId: string,
  userId: string,
  { names, emails }: ErasedNames,
): Promise<void> {
  // The links of items are in no index of words; what is found by the first word of a name is read.
  const firstWords = [...names, ...emails].flatMap(inLinks).map((name) => containsPattern(name.split(/[\s_.+-]/)[0]!))
  await sql`
    with seen as (
      select note.id, coalesce(note.created_by = ${userId}, false) or exists (
          select from event_people attendee where attendee.workspace_id = note.workspace_id
            and attendee.event_guid = note.event_guid and attendee.user_id = ${userId}) as took_part
      from (select distinct id from person_sight
        where workspace_id = ${workspaceId} and user_id = ${userId} and kind = 'note') sight
      join notes note on note.workspace_id = ${workspaceId} and note.id = sight.id
    ), recorded as (
      select recording.id, recording.note_id, true as took_part from recordings recording
      where recording.workspace_id = ${workspaceId} and (recording.started_by = ${userId}
        or (recording.facts::text <> '{}' and exists (
          select from json_array_elements(recording.facts -> 'participants') participant
          where participant ->> 'email' = any(${emails}))))
      union all
      select recording.id, recording.note_id, seen.took_part from seen
      join recordings recording on recording.workspace_id = ${workspaceId} and recording.note_id = seen.id
      union all
      select id, null, false from person_sight
      where workspace_id = ${workspaceId} and user_id = ${userId} and kind = 'recording'
    ), found (kind, id, took_part) as (
      select 'note', id, took_part from seen
      union all select 'note', note_id, true from recorded where took_part and note_id is not null
      union all select 'recording', id, took_part from recorded
      union all select 'item', item.id, seen.took_part from seen
        join action_items item on item.workspace_id = ${workspaceId} and item.note_id = seen.id
      union all select 'item', item_id, true from action_item_assignees
        where workspace_id = ${workspaceId} and user_id = ${userId}
      union all select 'item', id, true from action_items
        where workspace_id = ${workspaceId} and created_by = ${userId} and note_id is null
      union all select 'item', id, false from action_items
        where workspace_id = ${workspaceId} and links <> '[]' and links::text ilike any(${firstWords})
      union all select kind, id, false from search_stale
        where workspace_id = ${workspaceId} and kind <> 'decision'
    )
    insert into erasure_things (workspace_id, user_id, kind, id, took_part)
    select ${workspaceId}, ${userId}, kind, id, bool_or(took_part) from found group by kind, id
    on conflict do nothing`.execute(tx)
}

/** Finds documents of the search index with all words of a name or an address, also as links encode them. Decisions are all read. */
async function findByWords(tx: Tx, workspaceId: string, userId: string, names: ErasedNames): Promise<void> {
  const phrases = new Map(
    [...names.names, ...names.emails].flatMap(inLinks).map((name) => {
      const words = [...new Set([...cutWords(name)].map(({ word }) => word))].slice(0, maxWords)
      return [words.join(' '), words] as const
    }),
  )
  for (const words of phrases.values()) {
    await sql`
      insert into erasure_things (workspace_id, user_id, kind, id, took_part)
      select ${workspaceId}, ${userId},
        case when document.note_id is not null then 'note' when document.recording_id is not null then 'recording'
          else 'item' end,
        coalesce(document.note_id, document.recording_id, document.item_id), false
      from (select bundle, slot_of(posting) as slot from search_words, unnest(postings) posting
        where workspace_id = ${workspaceId} and word = any(${words})
        group by 1, 2 having count(distinct word) = ${words.length}) named
      join search_documents document on document.workspace_id = ${workspaceId} and document.bundle = named.bundle
        and document.slot = named.slot and document.decision_id is null
      on conflict do nothing`.execute(tx)
  }
}

/** Where a person of the same name took part too, the name may be theirs and is not erased. */
async function spareNamesakes(tx: Tx, workspaceId: string, userId: string, namesakes: string[]): Promise<void> {
  if (namesakes.length === 0) return
  await sql`
    update erasure_things thing set took_part = false
    where workspace_id = ${workspaceId} and user_id = ${userId} and took_part and exists (
      select from notes note
      left join event_people attendee
        on attendee.workspace_id = note.workspace_id and attendee.event_guid = note.event_guid
      where note.workspace_id = ${workspaceId} and coalesce(attendee.user_id, note.created_by) = any(${namesakes})
        and note.id = case thing.kind when 'note' then thing.id
          when 'recording' then (select note_id from recordings where workspace_id = ${workspaceId} and id = thing.id)
          else (select note_id from action_items where workspace_id = ${workspaceId} and id = thing.id) end)`.execute(
    tx,
  )
}

/**
 * Invitations first: sight is recomputed when the account changes, and must find it invited as before. Otherwise others
 * would lose what the person has shared.
 */
async function replaceIdentity(
  tx: Tx,
  workspaceId: string,
  { id, addresses }: Account,
  { emails, standIn }: ErasedNames,
): Promise<void> {
  const replace = (some: string[], by: string) => replaceInvited(tx, workspaceId, { addresses: some, emails }, by)
  await replace(addresses, standIn)
  // By addresses that were withdrawn before, the account is not invited, nor is it by what replaces them.
  const former = emails.map(foldCase).filter((email) => !addresses.includes(email))
  await replace(former, newStandIn())
  await tx
    .updateTable('users')
    .set({
      email: standIn,
      email_folded: foldCase(standIn),
      full_name: deletedPerson,
      admin: false,
      active: false,
      language: null,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await saveOtherAddresses(tx, workspaceId, [{ id, email: standIn, other_addresses: [] }])
}

/** An event that invites several of the addresses invites the stand-in once, and has it as its organizer. */
async function replaceInvited(
  tx: Tx,
  workspaceId: string,
  { addresses, emails }: { addresses: string[]; emails: string[] },
  standIn: string,
): Promise<void> {
  const invited = sql`workspace_id = ${workspaceId} and email_folded = any(${addresses})`
  await sql`
    update events set organizer_email = ${standIn}
    where workspace_id = ${workspaceId} and organizer_email = any(${emails}) and guid in (
      select event_guid from event_attendees where ${invited})`.execute(tx)
  await sql`
    delete from event_attendees where ${invited} and (event_guid, email_folded) not in (
      select event_guid, min(email_folded) from event_attendees where ${invited} group by event_guid)`.execute(tx)
  await sql`
    update event_attendees set email = ${standIn}, email_folded = ${foldCase(standIn)}, name = ${deletedPerson}
    where ${invited}`.execute(tx)
}

/** Finds the documents that have words of a query, among those that the caller sees (decision 44). */
import { type RawBuilder, sql } from 'kysely'
import { seenItems } from '../action-items/item-sources.ts'
import type { Tx } from '../platform/postgres/db.ts'
import { seenBy } from '../sight/visible.ts'
import type { PassageKind } from '../text-index/passages.ts'
import type { Caller } from '../workspace/caller.ts'
import type { FoundTerm, QueryWord } from './find-words.ts'
import { seesNoteOfItem } from './join-things.ts'

/** What narrows a search, beside its words. */
export type SearchScope = {
  kinds?: PassageKind[] | null
  note_id?: string | null
  recording_id?: string | null
  channel_id?: string | null
  /** Inclusive. */
  start_at?: Date | null
  /** Exclusive. */
  end_at?: Date | null
}

/** The documents that have a query word, by number, with its weight in each. */
export type Posting = Map<number, number>

export type Postings = {
  /** How many documents are searched. */
  documents: number
  /** The highest number of these documents. */
  newest: number
  /** For each query word of the terms, in order; null for a word that is not looked up. */
  byWord: (Posting | null)[]
}

export async function findDocuments(tx: Tx, caller: Caller, scope: SearchScope, terms: FoundTerm[]): Promise<Postings> {
  const queryWords = terms.flatMap(({ queryWords }) => queryWords)
  const lookedUp = new Set(terms.flatMap((term) => wordsToLookUp(term, terms)))
  const stems = queryWords.flatMap((queryWord, number) =>
    lookedUp.has(queryWord) ? queryWord.stems.map((stem) => ({ number, stem })) : [],
  )
  const searchesAll = caller.superAdmin && Object.values(scope).every((value) => value == null)
  const seen = searchesAll ? sql`search_documents` : sql`seen`
  const joinSeen = searchesAll ? sql`` : sql`join seen on seen.id = word.document`
  const { rows } = await sql<{
    documents: number
    newest: string
    found: { number: number; postings: string }[] | null
  }>`
    with seen as materialized (${seenDocuments(caller, scope)}),
    found as (
      select wanted.number, encode(string_agg(int8send(word.document) || int4send(word.weight), ''), 'hex') as postings
      from unnest(${stems.map(({ number }) => number)}::int[], ${stems.map(({ stem }) => stem)}::text[]) wanted (number, stem)
      cross join lateral (select document, weight from search_words
        where workspace_id = ${caller.workspace.id} and stem = wanted.stem offset 0) word ${joinSeen}
      group by wanted.number)
    select count(*)::int as documents, coalesce(max(id), 0) as newest, (select json_agg(found) from found) as found
    from ${seen} ${searchesAll ? sql`where workspace_id = ${caller.workspace.id}` : sql``}`.execute(tx)
  const { documents, newest, found } = rows[0]!
  const byNumber = new Map(found?.map(({ number, postings }) => [number, postings]))
  const byWord = queryWords.map((queryWord, number) =>
    lookedUp.has(queryWord) ? readPosting(byNumber.get(number) ?? '') : null,
  )
  return { documents, newest: Number(newest), byWord }
}

/**
 * Common words are in nearly every document, so they are looked up only if a query has no others. Words that must not be
 * there are not looked up: each passage is checked for them later.
 */
function wordsToLookUp(term: FoundTerm, terms: FoundTerm[]): QueryWord[] {
  const rare = ({ queryWords }: FoundTerm) => queryWords.filter(({ isCommon }) => !isCommon)
  if (term.kind === 'not') return []
  if (rare(term).length > 0) return rare(term)
  const others = terms.some((other) => other.kind !== 'not' && rare(other).length > 0)
  return others ? [] : term.queryWords
}

function readPosting(hex: string): Posting {
  const bytes = Buffer.from(hex, 'hex')
  const posting: Posting = new Map()
  for (let at = 0; at < bytes.length; at += 12) {
    const document = bytes.readUInt32BE(at) * 4_294_967_296 + bytes.readUInt32BE(at + 4)
    posting.set(document, (posting.get(document) ?? 0) + bytes.readInt32BE(at + 8))
  }
  return posting
}

function seenDocuments(caller: Caller, scope: SearchScope): RawBuilder<unknown> {
  const has = (...kinds: PassageKind[]) => scope.kinds == null || scope.kinds.some((kind) => kinds.includes(kind))
  const parts = [
    ...(has('title', 'agenda') ? [seenNotes(caller, scope)] : []),
    ...(has('title', 'ai_notes', 'transcript') ? [seenRecordings(caller, scope)] : []),
    ...(has('action_item') ? [seenItemDocuments(caller, scope)] : []),
  ]
  return sql.join(parts, sql` union all `)
}

function seenNotes(caller: Caller, scope: SearchScope): RawBuilder<unknown> {
  return sql`select document.id from ${seenBy(caller, 'note', scope.channel_id)}
    join search_documents document on document.workspace_id = ${caller.workspace.id} and document.note_id = seen.id
    where ${isNull(scope.recording_id)} and ${equals(sql`seen.id`, scope.note_id)} and ${isInTime(caller, scope, sql`seen.id`, sql`seen.created_at`)}`
}

function seenRecordings(caller: Caller, scope: SearchScope): RawBuilder<unknown> {
  const { workspace } = caller
  const narrowed = scope.note_id != null || hasTimes(scope)
  const recording = narrowed
    ? sql`join recordings recording on recording.workspace_id = ${workspace.id} and recording.id = seen.id`
    : sql``
  return sql`select document.id from ${seenBy(caller, 'recording', scope.channel_id)} ${recording}
    join search_documents document on document.workspace_id = ${workspace.id} and document.recording_id = seen.id
    where ${equals(sql`seen.id`, scope.recording_id)} and ${equals(sql`recording.note_id`, scope.note_id)}
      and ${isInTime(caller, scope, sql`recording.note_id`, sql`seen.created_at`)}`
}

/** Items are not published themselves: the channel filter asks for the item's note. */
function seenItemDocuments(caller: Caller, scope: SearchScope): RawBuilder<unknown> {
  const { workspace, superAdmin } = caller
  const items = superAdmin ? sql`(select * from action_items where workspace_id = ${workspace.id})` : seenItems(caller)
  const inChannel =
    scope.channel_id == null
      ? sql`true`
      : sql`exists (select from ${seenBy(caller, 'note', scope.channel_id)} where seen.id = item.note_id)`
  return sql`select document.id from ${items} item
    join search_documents document on document.workspace_id = ${workspace.id} and document.item_id = item.id
    where ${isNull(scope.recording_id)} and ${equals(sql`item.note_id`, scope.note_id)} and ${inChannel}
      and ${isInTime(caller, scope, sql`item.note_id`, sql`item.created_at`, seesNoteOfItem(caller))}`
}

const isNull = (value: unknown) => (value == null ? sql`true` : sql`false`)
const equals = (column: RawBuilder<unknown>, value: string | null | undefined) =>
  value == null ? sql`true` : sql`${column} = ${value}`
const hasTimes = ({ start_at, end_at }: SearchScope) => start_at != null || end_at != null

/** By the start of the event. By the creation if there is no event, or if the caller does not see the item's note. */
function isInTime(
  caller: Caller,
  scope: SearchScope,
  noteId: RawBuilder<unknown>,
  createdAt: RawBuilder<unknown>,
  showsEvent = sql<boolean>`true`,
) {
  if (!hasTimes(scope)) return sql`true`
  const at = sql`coalesce((select event.starts_at from notes note
    join events event on event.workspace_id = note.workspace_id and event.guid = note.event_guid
    where note.workspace_id = ${caller.workspace.id} and note.id = ${noteId} and ${showsEvent}), ${createdAt})`
  const { start_at = null, end_at = null } = scope
  return sql`${at} >= coalesce(${start_at}::timestamptz, '-infinity') and ${at} < coalesce(${end_at}::timestamptz, 'infinity')`
}

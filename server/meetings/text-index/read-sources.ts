/** Reads the texts of things that are to be indexed. */
import { sql } from 'kysely'
import type { Tx } from '../../platform/postgres/db.ts'
import type { DocumentKind } from './build-document.ts'
import type { ThingTexts } from './build-rows.ts'
import { dictionaryOf, usualDictionary } from './languages.ts'

export type IndexedThing = { workspace_id: string; kind: DocumentKind; id: string }

/** `language`: the text search dictionary of its stems. */
export type Text = { id: string; language: string; source: ThingTexts }

/** Titles and agendas do not say their language: that of most of the newest twenty recordings is taken. */
export async function usualLanguage(tx: Tx, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ language: string }>`
    select language from (
      select language, id from search_documents where workspace_id = ${workspaceId} and recording_id is not null
      order by id desc limit 20) newest
    group by language order by count(*) desc, max(id) desc limit 1`.execute(tx)
  return rows[0]?.language ?? usualDictionary
}

export const idsOf = (things: IndexedThing[], kind: DocumentKind) =>
  things.filter((thing) => thing.kind === kind).map(({ id }) => id)

/** @returns those that are still there, with the length of their texts */
export async function measure(
  tx: Tx,
  workspaceId: string,
  things: IndexedThing[],
): Promise<(IndexedThing & { bytes: number })[]> {
  const { rows } = await sql<IndexedThing & { bytes: number }>`
    select workspace_id, 'note' as kind, id, octet_length(agenda::text) as bytes from notes
    where workspace_id = ${workspaceId} and id = any(${idsOf(things, 'note')})
    union all select workspace_id, 'item', id, octet_length(text) from action_items
    where workspace_id = ${workspaceId} and id = any(${idsOf(things, 'item')})
    union all select workspace_id, 'decision', id, octet_length(text) from decisions
    where workspace_id = ${workspaceId} and id = any(${idsOf(things, 'decision')})
    union all select workspace_id, 'recording', id,
      coalesce(octet_length(transcript::text), 0) + coalesce(octet_length(ai_notes::text), 0) from recordings
    where workspace_id = ${workspaceId} and id = any(${idsOf(things, 'recording')})`.execute(tx)
  return rows
}

/**
 * Long texts are read as they are, to be parsed in a thread.
 * @param usual  the language of texts that do not say theirs
 */
export async function readTexts(tx: Tx, workspaceId: string, things: IndexedThing[], usual: string): Promise<Text[]> {
  return [
    ...(await readNotes(tx, workspaceId, idsOf(things, 'note'), usual)),
    ...(await readShort(tx, workspaceId, 'item', idsOf(things, 'item'), usual)),
    ...(await readShort(tx, workspaceId, 'decision', idsOf(things, 'decision'), usual)),
    ...(await readRecordings(tx, workspaceId, idsOf(things, 'recording'), usual)),
  ]
}

async function readNotes(tx: Tx, workspaceId: string, ids: string[], language: string): Promise<Text[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; title: string; agenda: string }>`
    select id, title, agenda::text as agenda from notes
    where workspace_id = ${workspaceId} and id = any(${ids})`.execute(tx)
  return rows.map(({ id, ...texts }) => ({ id, language, source: { kind: 'note', ...texts } }))
}

async function readShort(
  tx: Tx,
  workspaceId: string,
  kind: 'item' | 'decision',
  ids: string[],
  language: string,
): Promise<Text[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; text: string }>`
    select id, text from ${sql.table({ item: 'action_items', decision: 'decisions' }[kind])}
    where workspace_id = ${workspaceId} and id = any(${ids})`.execute(tx)
  return rows.map(({ id, text }) => ({ id, language, source: { kind, text } }))
}

async function readRecordings(tx: Tx, workspaceId: string, ids: string[], usual: string): Promise<Text[]> {
  if (ids.length === 0) return []
  type Row = { id: string; title: string; aiNotes: string | null; transcript: string | null; code: string | null }
  const { rows } = await sql<Row>`
    select id, title, ai_notes::text as "aiNotes", transcript::text as transcript, transcript ->> 'language_code' as code
    from recordings where workspace_id = ${workspaceId} and id = any(${ids})`.execute(tx)
  return rows.map(({ id, code, ...texts }) => ({
    id,
    language: code === null ? usual : dictionaryOf(code),
    source: { kind: 'recording', ...texts },
  }))
}

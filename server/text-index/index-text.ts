/**
 * Keeps the index of words in step with what is written (decision 44). Triggers record what a transaction has written
 * (migrations/0028_search.sql); its writer calls `indexText` at the end, and a job indexes what is left.
 */
import { sql } from 'kysely'
import { inBatches } from '../platform/in-batches.ts'
import { asRows, type Db, type Tx } from '../platform/postgres/db.ts'
import type { StoredAiNotes, StoredBlock, StoredTranscript } from '../tables.ts'
import { notFrozen } from '../workspace/frozen.ts'
import { buildDocument, type DocumentKind, type IndexedDocument } from './build-document.ts'
import { dictionaryOf, usualDictionary } from './languages.ts'
import {
  agendaPassages,
  aiNotesPassages,
  itemPassage,
  type Passage,
  titlePassage,
  transcriptPassages,
} from './passages.ts'

/** A transaction that wrote more leaves the rest to the job: an import, or the deletion of all transcripts. */
const maxAtOnce = 500
/** Of the job, whose transaction blocks writers that change the same rows. */
const batch = 50
/** Bytes of transcripts that are read at once, as PostgreSQL stores them. */
const maxBytes = 4_000_000

type Thing = { workspace_id: string; kind: DocumentKind; id: string }
type Text = Thing & { language: string; passages: Passage[] }

/** Indexes what this transaction has written; to be called at its end. The cost grows with what was written. */
export async function indexText(tx: Tx): Promise<void> {
  const { rows } = await sql<Thing>`
    delete from search_stale where (workspace_id, kind, id) in (
      select workspace_id, kind, id from search_stale where transaction = pg_current_xact_id() limit ${sql.lit(maxAtOnce)})
    returning workspace_id, kind, id`.execute(tx)
  await indexThings(tx, rows)
}

/** Indexes some of what was left, in a transaction of its own. @returns how many */
export async function indexSome(db: Db, most = batch): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<Thing>`
      delete from search_stale where (workspace_id, kind, id) in (
        select workspace_id, kind, id from search_stale where ${notFrozen('search_stale.workspace_id')}
        order by transaction limit ${most} for update skip locked)
      returning workspace_id, kind, id`.execute(tx)
    await indexThings(tx, rows)
    return rows.length
  })
}

async function indexThings(tx: Tx, things: Thing[]): Promise<void> {
  if (things.length === 0) return
  await removeDocuments(tx, things)
  for (const [workspaceId, some] of Map.groupBy(things, (thing) => thing.workspace_id)) {
    const idsOf = (kind: DocumentKind) => some.filter((thing) => thing.kind === kind).map(({ id }) => id)
    const language = await usualLanguage(tx, workspaceId)
    const texts = [
      ...(await readNotes(tx, workspaceId, idsOf('note'), language)),
      ...(await readItems(tx, workspaceId, idsOf('item'), language)),
    ]
    await writeDocuments(tx, texts)
    for (const ids of inBatches(await measure(tx, workspaceId, idsOf('recording')), ({ bytes }) => bytes, {
      size: maxBytes,
    })) {
      await writeDocuments(
        tx,
        await readRecordings(
          tx,
          workspaceId,
          ids.map(({ id }) => id),
          language,
        ),
      )
    }
  }
}

async function removeDocuments(tx: Tx, things: Thing[]): Promise<void> {
  await sql`
    delete from search_documents document
    using json_to_recordset(${JSON.stringify(things)}::json) thing (workspace_id text, kind text, id text)
    where document.workspace_id = thing.workspace_id
      and case thing.kind when 'note' then document.note_id when 'recording' then document.recording_id
        else document.item_id end = thing.id`.execute(tx)
}

/** Titles and agendas do not say their language: that of the newest recording is taken. */
async function usualLanguage(tx: Tx, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ language: string }>`
    select language from search_documents where workspace_id = ${workspaceId} and recording_id is not null
    order by id desc limit 1`.execute(tx)
  return rows[0]?.language ?? usualDictionary
}

async function readNotes(tx: Tx, workspace_id: string, ids: string[], language: string): Promise<Text[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; title: string; agenda: StoredBlock[] }>`
    select id, title, agenda from notes where workspace_id = ${workspace_id} and id = any(${ids})`.execute(tx)
  return rows.map(({ id, title, agenda }) => ({
    ...{ workspace_id, kind: 'note', id, language, passages: [titlePassage(title), ...agendaPassages(agenda)] },
  }))
}

async function readItems(tx: Tx, workspace_id: string, ids: string[], language: string): Promise<Text[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; text: string }>`
    select id, text from action_items where workspace_id = ${workspace_id} and id = any(${ids})`.execute(tx)
  return rows.map(({ id, text }) => ({ workspace_id, kind: 'item', id, language, passages: [itemPassage(text)] }))
}

async function measure(tx: Tx, workspaceId: string, ids: string[]): Promise<{ id: string; bytes: number }[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; bytes: number }>`
    select id, coalesce(pg_column_size(transcript), 0) as bytes from recordings
    where workspace_id = ${workspaceId} and id = any(${ids})`.execute(tx)
  return rows
}

/** The segments are read as rows: one large JSON text would block the event loop. */
async function readRecordings(tx: Tx, workspace_id: string, ids: string[], usual: string): Promise<Text[]> {
  const { rows } = await sql<{ id: string; title: string; ai_notes: StoredAiNotes | null; language: string | null }>`
    select id, title, ai_notes, transcript ->> 'language_code' as language
    from recordings where workspace_id = ${workspace_id} and id = any(${ids})`.execute(tx)
  const { rows: segments } = await sql<{ id: string } & StoredTranscript['speech_segments'][number]>`
    select id, segment ->> 'speaker' as speaker, segment ->> 'text' as text,
      (segment ->> 'start_time')::float as start_time, (segment ->> 'end_time')::float as end_time
    from recordings, json_array_elements(transcript -> 'speech_segments') with ordinality as list (segment, number)
    where workspace_id = ${workspace_id} and id = any(${ids}) order by id, number`.execute(tx)
  const byRecording = Map.groupBy(segments, (segment) => segment.id)
  return rows.map(({ id, title, ai_notes, language }) => ({
    ...{ workspace_id, kind: 'recording' as const, id },
    language: language === null ? usual : dictionaryOf(language),
    passages: [
      titlePassage(title),
      ...(ai_notes ? aiNotesPassages(ai_notes) : []),
      ...transcriptPassages(byRecording.get(id) ?? []),
    ],
  }))
}

/** @param texts  all of one workspace */
async function writeDocuments(tx: Tx, texts: Text[]): Promise<void> {
  if (texts.length === 0) return
  const built: (Text & IndexedDocument)[] = []
  for (const text of texts) built.push({ ...text, ...(await buildDocument(text.kind, text.passages)) })
  const ids = await insertDocuments(tx, built)
  const passages = built.flatMap(({ workspace_id, passages }, index) =>
    passages.map((passage, number) => ({ document: ids[index], workspace_id, number, ...passage })),
  )
  const words = built.flatMap(({ workspace_id, words }, index) =>
    words.map(({ positions, ...word }) => ({
      document: ids[index],
      workspace_id,
      ...word,
      positions: asBytea(positions),
    })),
  )
  const columns = sql`document, workspace_id, number, kind, speakers, start_time, end_time, text`
  await sql`insert into search_passages (${columns}) select ${columns} from ${asRows('search_passages', passages)}`.execute(
    tx,
  )
  await sql`
    insert into search_words (document, workspace_id, stem, word, weight, positions)
    select word.document, word.workspace_id,
      coalesce((ts_lexize(document.language::regdictionary, word.word))[1], word.word), word.word, word.weight, word.positions
    from ${asRows('search_words', words)} word
    join search_documents document on document.id = word.document
    where document.workspace_id = ${texts[0]!.workspace_id}`.execute(tx)
}

/** @returns their numbers, in order */
async function insertDocuments(tx: Tx, documents: (Text & IndexedDocument)[]): Promise<string[]> {
  const rows = documents.map(({ workspace_id, kind, id, language, layout }) => ({
    ...{ workspace_id, language, layout: asBytea(layout) },
    ...{ note_id: null, recording_id: null, item_id: null, [`${kind}_id`]: id },
  }))
  const columns = sql`workspace_id, note_id, recording_id, item_id, language, layout`
  const inserted = await sql<{ id: string; kind: DocumentKind; thing: string }>`
    insert into search_documents (${columns}) select ${columns} from ${asRows('search_documents', rows)}
    returning id, coalesce(note_id, recording_id, item_id) as thing,
      case when note_id is not null then 'note' when recording_id is not null then 'recording' else 'item' end as kind`.execute(
    tx,
  )
  const numbers = new Map(inserted.rows.map(({ id, kind, thing }) => [`${kind} ${thing}`, id]))
  return documents.map(({ kind, id }) => numbers.get(`${kind} ${id}`)!)
}

const asBytea = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

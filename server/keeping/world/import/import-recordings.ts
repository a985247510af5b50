/** Imports recordings with transcript and AI notes, and their uploads. */
import { sql } from 'kysely'
import { foldCase } from '../../../platform/text.ts'
import { momentOr, readTimes } from '../format/read-moment.ts'
import { peopleInAiNotes, readAiNotes, readFacts, readTranscript, readWords } from '../format/recording-contents.ts'
import { WorldError } from '../format/world-error.ts'
import { type Changes, type ImportContext, resolveField } from './import-context.ts'
import { importHistory, ofRecordings, peopleInHistory } from './import-history.ts'
import { importMarks, peopleInMarks } from './import-marks.ts'
import { importMedia } from './import-media.ts'
import { findEventMakers, makersOf } from './makers.ts'
import { People } from './people.ts'
import { fetchById, findExisting, idsOf, type Row, recordset, saveRows } from './rows.ts'
import { namesIn, saveShares } from './shares.ts'
import type { Staged } from './stage.ts'

export async function importRecordings(context: ImportContext, batch: Staged<'recordings'>[]): Promise<Changes> {
  const columns = [
    ...(['id', 'note_id', 'title', 'title_folded', 'created_at', 'updated_at'] as const),
    ...(['started_at', 'ended_at', 'started_by', 'facts'] as const),
  ] as const
  const stored = await fetchById(context, 'recordings', 'id', idsOf(batch), columns)
  const notes = await fetchById(
    context,
    'notes',
    'id',
    batch.map(({ doc }) => doc.note),
    ['id', 'event_guid', 'created_by'],
  )
  const makers = await findEventMakers(
    context,
    [...notes.values()].flatMap((note) => note.event_guid ?? []),
  )
  const people = await People.find(context, [
    ...namesIn(batch.map(({ doc }) => doc)),
    ...batch.map(({ doc }) => doc.started_by),
    ...batch.flatMap(({ doc }) => [...peopleInAiNotes(doc.ai_notes), ...peopleInHistory(doc), ...peopleInMarks(doc)]),
  ])
  const rows = batch.map(({ id, doc, path }) => {
    const before = stored.get(id)
    if (!notes.has(doc.note)) throw new WorldError(`${path}.note`, `there is no note ${doc.note}`)
    const started_at = doc.started_at === null ? null : momentOr(doc.started_at, before?.started_at ?? null)
    // Without a creation time, recordings are listed in the order of their meetings.
    const made = started_at && started_at < context.now ? started_at : context.now
    return {
      id,
      note_id: doc.note,
      title: doc.title,
      title_folded: foldCase(doc.title),
      ...readTimes(doc, path, before, made),
      started_at,
      ended_at: doc.ended_at === null ? null : momentOr(doc.ended_at, before?.ended_at ?? null),
      started_by: resolveField(people.optionalIdOf(doc.started_by, `${path}.started_by`), before?.started_by, null),
      facts: readFacts(doc, before?.facts),
    }
  })
  const contents = readContents(context, batch, people)
  const changes = await saveRows(context, 'recordings', 'id', stored, rows, ({ id }) => contents.get(id)!)
  await updateContents(context, 'transcript', contents, changes)
  await updateContents(context, 'words', contents, changes)
  await updateContents(context, 'ai_notes', contents, changes)
  await importHistory(context, ofRecordings, batch, people, changes)
  await importMarks(context, { owner: 'recording_id', staged: batch }, people, changes)
  await importMedia(context, batch, changes)
  const recordings = batch.map((staged) => ({ ...staged, makers: makersOf(notes.get(staged.doc.note)!, makers) }))
  await saveShares(context, 'recording', recordings, people, changes)
  return changes
}

type Contents = Partial<Pick<Row<'recordings'>, 'transcript' | 'words' | 'ai_notes'>>

/** The transcript with its words and the AI notes in the file; undefined if missing. */
function readContents(
  { workspace }: ImportContext,
  batch: Staged<'recordings'>[],
  people: People,
): Map<string, Contents> {
  const keepsTranscripts = workspace.retention === 'standard'
  return new Map(
    batch.map(({ id, doc, path }) => [
      id,
      {
        // Zero-day retention stores none (decision 29b).
        transcript: doc.transcript === undefined || !keepsTranscripts ? undefined : readTranscript(doc.transcript),
        words: doc.transcript === undefined || !keepsTranscripts ? undefined : readWords(doc.transcript),
        ai_notes: doc.ai_notes === undefined ? undefined : readAiNotes(doc.ai_notes, people, `${path}.ai_notes`),
      },
    ]),
  )
}

/** Compares with the stored values in PostgreSQL, because they may be long. */
async function updateContents(
  context: ImportContext,
  column: keyof Contents,
  contents: Map<string, Contents>,
  changes: Changes,
): Promise<void> {
  const named = [...contents].filter(([id, content]) => content[column] !== undefined && !changes.isNew(id))
  if (named.length === 0) return
  const rows = named.map(([id, content]) => ({ id, [column]: content[column] }))
  const name = sql.ref(column)
  // A trigger takes the quotations out of AI notes without a transcript.
  const kept =
    column === 'ai_notes'
      ? sql`case when t.transcript is null then without_quotes(n.ai_notes::jsonb) else n.ai_notes::jsonb end`
      : sql`n.${name}::jsonb`
  const changed = await sql<{ id: string }>`
    update recordings t set ${name} = n.${name} from ${recordset(context, 'recordings', rows)} n
    where t.workspace_id = ${context.workspace.id} and t.id = n.id and t.${name}::jsonb is distinct from ${kept}
    returning t.id`.execute(context.tx)
  changes.update(changed.rows.map(({ id }) => id))
}

export async function importUploads(context: ImportContext, batch: Staged<'uploads'>[]): Promise<Changes> {
  const columns = [
    ...(['recording_id', 'submitted_by', 'title', 'title_folded', 'status', 'failure_reason'] as const),
    ...(['event_guid', 'channel_id', 'template_id', 'import_key', 'created_at', 'updated_at'] as const),
  ] as const
  const stored = await fetchById(context, 'uploads', 'recording_id', idsOf(batch), columns)
  const people = await People.find(
    context,
    batch.map(({ doc }) => doc.submitted_by),
  )
  const events = await findExisting(
    context,
    'events',
    'guid',
    batch.map(({ doc }) => doc.event),
  )
  const channels = await findExisting(
    context,
    'channels',
    'id',
    batch.map(({ doc }) => doc.channel),
  )
  const recordings = await findExisting(context, 'recordings', 'id', idsOf(batch))
  const rows = batch.map(({ id, doc, path }) => {
    const before = stored.get(id)
    // A recording exists only after its upload has succeeded (decision 28).
    if (doc.status !== 'SUCCESS' && recordings.has(id)) {
      throw new WorldError(`${path}.status`, `recording ${id} exists, so its upload has succeeded`)
    }
    if (doc.event && !events.has(doc.event)) throw new WorldError(`${path}.event`, `there is no event ${doc.event}`)
    if (doc.channel && !channels.has(doc.channel)) {
      throw new WorldError(`${path}.channel`, `there is no channel ${doc.channel}`)
    }
    return {
      recording_id: id,
      submitted_by: people.idOf(doc.submitted_by, `${path}.submitted_by`),
      title: doc.title,
      title_folded: foldCase(doc.title),
      status: doc.status,
      failure_reason: resolveField(doc.failure_reason, before?.failure_reason, null),
      event_guid: resolveField(doc.event, before?.event_guid, null),
      channel_id: resolveField(doc.channel, before?.channel_id, null),
      template_id: resolveField(doc.template, before?.template_id, null),
      import_key: resolveField(doc.import_key, before?.import_key, null),
      ...readTimes(doc, path, before, context.now),
    }
  })
  return saveRows(context, 'uploads', 'recording_id', stored, rows)
}

/** Writing, changing and deleting a decision (decision 63). */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Caller } from '../../people/caller/caller.ts'
import { lockEditableNote, noteEditable } from '../../people/sight/editable.ts'
import { recordingVisible } from '../../people/sight/visible.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound, ResourceLimitError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { appendToAgenda, requireRoom } from '../action-items/append-to-agenda.ts'
import { maxBlocks } from '../action-items/schemas.ts'
import { indexText } from '../text-index/index-text.ts'
import type { Quote, WantedQuote } from '../text-index/locate-quote.ts'
import { announceDecisions, announceSuperseded } from './announce-decisions.ts'
import { type ChangeOptions, changeDecisions, lockDecisions } from './change-decisions.ts'
import { findQuotes, type QuoteSource } from './find-quotes.ts'
import { holdDecisions } from './hold-decisions.ts'
import { type DecisionView, getDecision } from './read-decisions.ts'
import type { CreateDecision, EditDecision } from './schemas.ts'
import { dismiss, hasSuccessor, supersede } from './successions.ts'

export type DecisionWriting = Pick<Context, 'db' | 'clock' | 'threads' | 'jobs'> & { holdSeconds: number }

/**
 * One of the note alone stands at the end of its agenda.
 * @throws {ApiError} 404 and 403 for the note, 404 for a recording or a decision that the caller does not see, 400
 */
export async function createDecision(
  writing: DecisionWriting,
  caller: Caller,
  wanted: Static<typeof CreateDecision>,
  sharer: string | undefined,
): Promise<DecisionView> {
  const { db, threads } = writing
  const { note_id: noteId, text, start_time, supersedes } = wanted
  const recordingId = wanted.recording_id ?? null
  for (const field of ['quote', 'start_time'] as const)
    if (wanted[field] != null && recordingId === null) throw invalid(`body.${field}`, 'needs `recording_id`')
  return db.transaction().execute(async (tx) => {
    await lockEditableNote(tx, caller, noteId)
    if (recordingId !== null) await lockOwnRecording(tx, caller, noteId, recordingId)
    const source = { workspaceId: caller.workspace.id, recordingId: recordingId!, sharer }
    const said = { quote: wanted.quote!, start_time: start_time ?? null }
    const quote = wanted.quote == null ? null : await quoteOf(tx, { threads }, source, said)
    const change = changeBy(writing, caller, noteId)
    if (recordingId === null) await requireRoom(tx, change, text, null)
    const created = [{ text, recording_id: recordingId, quote, start_time }]
    const [id] = await changeDecisions(tx, change, { created })
    if (recordingId === null) await appendToAgenda(tx, change, 'decision', id!)
    const replaced = supersedes ? await supersede(tx, caller, change, id!, supersedes) : []
    await announceDecisions(tx, change, 'decision.made', [id!])
    await announceDecisions(tx, change, 'decision.superseded', replaced)
    await indexText(tx)
    return getDecision(tx, caller, id!)
  })
}

/**
 * Changes the given fields; null is not given (decision 1 on bodies). One that a model found is a person's from now on.
 * @throws {ApiError} 404, 403 without the edit right, 400
 */
export async function editDecision(
  writing: DecisionWriting,
  caller: Caller,
  id: string,
  wanted: Static<typeof EditDecision>,
): Promise<DecisionView> {
  return writing.db.transaction().execute(async (tx) => {
    const decision = await lockEditable(tx, caller, id)
    if (Object.values(wanted).every((value) => value == null)) return decision
    const { text, status, supersedes, dismiss: dismissed } = wanted
    const change = changeBy(writing, caller, decision.note_id)
    if (status === 'stands' && (await hasSuccessor(tx, caller.workspace.id, id)))
      throw invalid('body.status', 'cannot be `stands`: another decision superseded this one')
    if (text != null && decision.recording_id === null) await requireRoom(tx, change, text, decision.text)
    const changed = [{ id, text: text ?? undefined, status: status ?? undefined }]
    await changeDecisions(tx, change, { changed })
    if (text != null && decision.text === '') await holdDecisions(tx, change, { made: [id], changed: [] })
    if (dismissed) await dismiss(tx, caller, change, id, dismissed)
    const replaced = supersedes ? await supersede(tx, caller, change, id, supersedes) : []
    const standsAgain = decision.status === 'withdrawn' && status === 'stands'
    if (standsAgain) {
      await holdDecisions(tx, change, { made: [], changed: [id] })
      await announceSuperseded(tx, change, [id])
    } else if ((status ?? decision.status) !== 'withdrawn')
      await announceDecisions(tx, change, 'decision.superseded', replaced)
    await indexText(tx)
    return getDecision(tx, caller, id)
  })
}

/** @throws {ApiError} 404, 403 without the edit right; 409 for one that people made or changed, until it is withdrawn */
export async function deleteDecision(writing: DecisionWriting, caller: Caller, id: string): Promise<void> {
  await writing.db.transaction().execute(async (tx) => {
    const decision = await lockEditable(tx, caller, id)
    if (decision.status !== 'withdrawn' && (await isOfPeople(tx, caller.workspace.id, id)))
      throw new ApiError(409, 'People made or changed this decision: withdraw it before you delete it')
    const change = changeBy(writing, caller, decision.note_id)
    await changeDecisions(tx, change, { removed: [id] })
    if (decision.recording_id === null) await removeFromAgenda(tx, change, id)
    await indexText(tx)
  })
}

const changeBy = ({ clock, jobs, holdSeconds }: DecisionWriting, caller: Caller, noteId: string) => {
  const author = { workspaceId: caller.workspace.id, actorId: caller.user.id, through: 'api' as const, now: clock() }
  return { ...author, jobs, holdSeconds, noteId } satisfies ChangeOptions
}

async function lockEditable(tx: Tx, caller: Caller, id: string): Promise<DecisionView> {
  if (!isStorable(id)) throw notFound('Decision')
  await lockDecisions(tx, caller.workspace.id, [id])
  const decision = await getDecision(tx, caller, id)
  const { rows } = await sql<{ edits: boolean }>`
    select ${noteEditable(caller, sql`${caller.workspace.id}`, sql`${decision.note_id}`)} as edits`.execute(tx)
  if (!rows[0]!.edits) throw new ApiError(403, 'You may see this decision and not edit it')
  return decision
}

async function isOfPeople(tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const { changed_by_people } = await tx
    .selectFrom('decisions')
    .select('changed_by_people')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return changed_by_people
}

/**
 * Locks it after its note, so that neither it nor its transcript goes before the decision that quotes them is there.
 * @throws {ApiError} 404 for a recording that the caller does not see, 400 for one of another note, or with too many decisions
 */
async function lockOwnRecording(tx: Tx, caller: Caller, noteId: string, id: string): Promise<void> {
  const recording = await tx
    .selectFrom('recordings')
    .select([
      'note_id',
      sql<number>`(select count(*)::integer from decisions
        where workspace_id = ${caller.workspace.id} and recording_id = ${id})`.as('decisions'),
    ])
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', id)
    .where(recordingVisible(caller))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!recording) throw notFound('Recording')
  if (recording.note_id !== noteId) throw invalid('body.recording_id', 'is a recording of another note')
  if (recording.decisions >= maxBlocks)
    throw invalid('body.recording_id', `has ${recording.decisions} decisions already; it can have at most ${maxBlocks}`)
}

/** @throws {ApiError} 400 if nobody said so, or if it takes too long to find */
async function quoteOf(
  tx: Tx,
  deps: Pick<Context, 'threads'>,
  source: QuoteSource,
  wanted: WantedQuote,
): Promise<Quote> {
  const [quote] = await findQuotes(tx, deps, source, [wanted]).catch((error) => {
    throw error instanceof ResourceLimitError ? invalid('body.quote', `cannot be found: ${error.message}`) : error
  })
  if (!quote)
    throw invalid('body.quote', 'does not stand in the transcript word for word, or is too short to prove something')
  return quote
}

/** What is nested below it moves up when it is read. */
async function removeFromAgenda(tx: Tx, { workspaceId, noteId, now }: ChangeOptions, id: string): Promise<void> {
  await sql`
    update notes set updated_at = greatest(updated_at, ${now}), agenda = coalesce((
      select jsonb_agg(block order by number) from jsonb_array_elements(agenda) with ordinality as list (block, number)
      where block ->> 'type' <> 'decision' or block ->> 'id' <> ${id}), '[]')
    where workspace_id = ${workspaceId} and id = ${noteId}`.execute(tx)
}

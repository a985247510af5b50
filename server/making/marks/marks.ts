/** Makes and deletes marks: moments of a recording that a person found worth keeping (decision 67). */
import { type NotNull, sql } from 'kysely'
import { type StoredMark, whoMarked } from '../../meetings/recordings/library/list-recordings.ts'
import { presentMark } from '../../meetings/recordings/library/present-recording.ts'
import type { Caller } from '../../people/caller/caller.ts'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { lockForEdit } from '../corrections/lock-recording.ts'
import { expiry } from '../uploads/media-use.ts'
import { type MovingDeps, moveRecording } from './move-recording.ts'
import { maxMarks, tooManyMarks } from './schemas.ts'

/** Seconds beyond the known end at which a mark is still taken: clocks of recorders differ from that of the sound. */
const slackSeconds = 5

type Deps = Pick<Context, 'db'> & MovingDeps

/**
 * The same person's mark of the same millisecond is that mark, so a request that is sent again makes no second one.
 * @param mark  `at` in seconds from the start
 * @throws {ApiError} 404; 403 without the edit right of the note; 400 beyond the end; 409 for one mark too many
 */
export async function makeMark(deps: Deps, caller: Caller, recordingId: string, mark: Pick<StoredMark, 'at' | 'text'>) {
  const at = Math.round(mark.at * 1_000) / 1_000
  return deps.db.transaction().execute(async (tx) => {
    const target = await lockMarked(tx, deps.clock(), caller, recordingId)
    if (target.seconds !== null && at > target.seconds + slackSeconds)
      throw invalid('body.at', `must not be after the end of the recording, at ${target.seconds} s`)
    const own = { at, user_id: caller.user.id }
    const before = await findMark(tx, caller, recordingId, own)
    if (before && (mark.text === null || mark.text === before.text)) return presentMark(before)
    if (before) await changeText(tx, deps, caller, target, before, mark.text)
    else await insertMark(tx, deps, caller, recordingId, { at, text: mark.text })
    if (target.isRecording) await moveRecording(tx, deps, caller, recordingId)
    return presentMark((await findMark(tx, caller, recordingId, own))!)
  })
}

/** @throws {ApiError} as `makeMark`; 404 for a mark that the recording does not have */
export async function deleteMark(deps: Deps, caller: Caller, recordingId: string, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const target = await lockMarked(tx, deps.clock(), caller, recordingId)
    const mark = isStorable(id) ? await findMark(tx, caller, recordingId, { id }) : undefined
    if (!mark) throw notFound('Mark')
    await keepText(tx, deps, caller, target, mark)
    await tx.deleteFrom('marks').where('workspace_id', '=', caller.workspace.id).where('id', '=', id).execute()
    if (target.isRecording) await moveRecording(tx, deps, caller, recordingId)
  })
}

/** `seconds` is the length, null where nobody knows it. */
type Marked = { id: string; isRecording: boolean; seconds: number | null }

/**
 * Locks what bears the id, so that its marks are counted one request after another. An upload becomes a recording and never
 * the reverse, so they are looked for in this order.
 */
async function lockMarked(tx: Tx, now: Date, caller: Caller, id: string): Promise<Marked> {
  if (!isStorable(id)) throw notFound('Recording')
  const [workspaceId, userId] = [caller.workspace.id, caller.user.id]
  const session = await tx
    .selectFrom('upload_sessions')
    .select('complete')
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', id)
    .where('user_id', '=', userId)
    .where('created_at', '>', expiry(now))
    .forUpdate()
    .executeTakeFirst()
  if (session?.complete === false) return { id, isRecording: false, seconds: null }
  const upload = await tx
    .selectFrom('uploads')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('recording_id', '=', id)
    .where('submitted_by', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (upload?.status === 'PENDING') return { id, isRecording: false, seconds: null }
  const recording = await lockForEdit(tx, caller, id)
  return { id, isRecording: true, seconds: await readSeconds(tx, workspaceId, recording.id) }
}

/** The length of the recording; of a transcript alone that of its words; null if there are media of unknown length. */
async function readSeconds(tx: Tx, workspaceId: string, id: string): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select case
      when ended_at is not null then extract(epoch from ended_at - started_at)::float8
      when not exists (select from recording_media media
        where media.workspace_id = recordings.workspace_id and media.recording_id = recordings.id)
      then (transcript -> 'speech_segments' -> -1 ->> 'end_time')::float8 end as seconds
    from recordings where workspace_id = ${workspaceId} and id = ${id}`.execute(tx)
  return rows[0]?.seconds ?? null
}

async function findMark(
  tx: Tx,
  caller: Caller,
  recordingId: string,
  wanted: { id: string } | { at: number; user_id: string },
): Promise<StoredMark | undefined> {
  return tx
    .selectFrom('marks')
    .innerJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'marks.workspace_id').onRef('person.id', '=', 'marks.user_id'),
    )
    .select(['marks.id', 'marks.at', 'marks.text', 'marks.created_at'])
    .select(whoMarked.as('by'))
    .$narrowType<{ at: NotNull }>()
    .where('marks.workspace_id', '=', caller.workspace.id)
    .where('marks.recording_id', '=', recordingId)
    .where((eb) =>
      eb.and('id' in wanted ? { 'marks.id': wanted.id } : { 'marks.at': wanted.at, 'marks.user_id': wanted.user_id }),
    )
    .executeTakeFirst()
}

async function insertMark(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  caller: Caller,
  recordingId: string,
  mark: { at: number; text: string | null },
): Promise<void> {
  const ids = { workspace_id: caller.workspace.id, recording_id: recordingId }
  const { count } = await tx
    .selectFrom('marks')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where((eb) => eb.and(ids))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxMarks) throw new ApiError(409, tooManyMarks)
  const now = clock()
  await tx
    .insertInto('marks')
    .values({ ...ids, ...mark, id: newId('mk', now), user_id: caller.user.id, created_at: now })
    .execute()
}

async function changeText(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  target: Marked,
  before: StoredMark,
  text: string | null,
): Promise<void> {
  await keepText(tx, deps, caller, target, before)
  await tx
    .updateTable('marks')
    .set({ text })
    .where('workspace_id', '=', caller.workspace.id)
    .where('id', '=', before.id)
    .execute()
}

/** A legal hold covers recordings (decision 51). */
async function keepText(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  caller: Caller,
  { id, isRecording }: Marked,
  { at, text }: StoredMark,
): Promise<void> {
  if (!isRecording || text === null) return
  const by = { workspaceId: caller.workspace.id, userId: caller.user.id, now: clock() }
  await keepFormerTexts(tx, by, () => [{ kind: 'recording', id, what: 'mark', former: { at, text } }])
}

/**
 * Marks beside a bot (decision 67): a bot's recording has no id before its service reports it, so they are of the note and of
 * an instant. A recording of the note takes those that lie in it, by a trigger (0006_uploads.sql).
 */
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { whoMarked } from '../../meetings/recordings/library/list-recordings.ts'
import type { Caller, Person } from '../../people/caller/caller.ts'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import { lockEditableNote, requireEditableNote } from '../../people/sight/editable.ts'
import type { Context } from '../../platform/context/context.ts'
import { ApiError, invalid, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { utc } from '../../platform/time.ts'
import { findBot } from '../recorders/bots/sent-bots.ts'
import { type MovingDeps, moveRecording } from './move-recording.ts'
import { maxMarks, type NoteMark, tooManyOfNote } from './schemas.ts'

/** Clocks of browsers differ from ours by so much. A moment that is a little later than now is now. */
const slackMs = 60_000

type Deps = Pick<Context, 'db' | 'clock'>
type Stored = { id: string; made_at: Date; text: string | null; by: Person; created_at: Date }

/** Those that no recording took. @throws {ApiError} 404; 403 without the edit right */
export async function listNoteMarks({ db, clock }: Deps, caller: Caller, noteId: string) {
  await requireEditableNote(db, caller, noteId)
  const data = (await marksOf(db, caller, noteId).execute()).map(present)
  return { data, may_mark: (await findBot(db, caller.workspace.id, noteId, clock())) !== undefined }
}

/**
 * The same person's mark of the same millisecond is that mark, and a text replaces the one before.
 * @throws {ApiError} 404; 403; 409 without a bot, and for one mark too many; 400 for a moment that the bot cannot have
 */
export async function markNote(
  deps: Pick<Context, 'db'> & MovingDeps,
  caller: Caller,
  noteId: string,
  { madeAt, text }: { madeAt: Date | null; text: string | null },
): Promise<Static<typeof NoteMark>> {
  return deps.db.transaction().execute(async (tx) => {
    await waitForRecordings(tx, caller, noteId)
    await lockEditableNote(tx, caller, noteId)
    const now = deps.clock()
    const bot = await findBot(tx, caller.workspace.id, noteId, now)
    if (!bot) throw new ApiError(409, 'No bot is in the call of this meeting')
    const made_at = madeAt === null || madeAt > now ? now : madeAt
    if (madeAt && madeAt.getTime() > now.getTime() + slackMs) throw invalid('body.made_at', 'must not be in the future')
    if (made_at.getTime() < bot.sent_at.getTime() - slackMs)
      throw invalid('body.made_at', `must not be before the bot was sent, at ${utc(bot.sent_at)}`)
    const all = await marksOf(tx, caller, noteId).execute()
    const before = all.find((mark) => mark.by.id === caller.user.id && mark.made_at.getTime() === made_at.getTime())
    if (before && text !== null && text !== before.text) {
      await keepText(tx, now, caller, noteId, before)
      const own = tx.updateTable('marks').where('workspace_id', '=', caller.workspace.id).where('id', '=', before.id)
      await own.set({ text }).execute()
    } else if (!before) {
      if (all.length >= maxMarks) throw new ApiError(409, tooManyOfNote)
      const ids = { workspace_id: caller.workspace.id, id: newId('mk', now), note_id: noteId, user_id: caller.user.id }
      await tx
        .insertInto('marks')
        .values({ ...ids, made_at, text, created_at: now })
        .execute()
    }
    const after = await marksOf(tx, caller, noteId)
      .where('marks.user_id', '=', caller.user.id)
      .where('made_at', '=', made_at)
    const mark = present(await after.executeTakeFirstOrThrow())
    if (!before) await giveToRecording(tx, deps, caller, noteId, made_at)
    return mark
  })
}

/** A recording that is being made refers to the note, and takes only the marks that are committed by then. */
async function waitForRecordings(tx: Tx, { workspace }: Caller, noteId: string): Promise<void> {
  if (!isStorable(noteId)) return
  const note = tx.selectFrom('notes').select('id').where('workspace_id', '=', workspace.id).where('id', '=', noteId)
  await note.forUpdate().execute()
}

/** To one that came before the mark. */
async function giveToRecording(tx: Tx, deps: MovingDeps, caller: Caller, noteId: string, at: Date): Promise<void> {
  const { rows } = await sql<{ id: string; took: boolean }>`
    select id, take_marks_of_note(recording) as took from recordings recording
    where workspace_id = ${caller.workspace.id} and note_id = ${noteId}
      and ${at} between started_at and ended_at + interval '5 seconds' order by started_at, id limit 1`.execute(tx)
  if (rows[0]?.took) await moveRecording(tx, deps, caller, rows[0].id)
}

/** @throws {ApiError} 404; 403 */
export async function deleteNoteMark({ db, clock }: Deps, caller: Caller, noteId: string, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockEditableNote(tx, caller, noteId)
    const mark = isStorable(id) && (await marksOf(tx, caller, noteId).where('marks.id', '=', id).executeTakeFirst())
    if (!mark) throw notFound('Mark')
    await keepText(tx, clock(), caller, noteId, mark)
    await tx.deleteFrom('marks').where('workspace_id', '=', caller.workspace.id).where('id', '=', id).execute()
  })
}

const marksOf = (db: Db, { workspace }: Caller, noteId: string) =>
  db
    .selectFrom('marks')
    .innerJoin('users as person', (join) =>
      join.onRef('person.workspace_id', '=', 'marks.workspace_id').onRef('person.id', '=', 'marks.user_id'),
    )
    .select(['marks.id', 'marks.made_at', 'marks.text', 'marks.created_at', whoMarked.as('by')])
    .where('marks.workspace_id', '=', workspace.id)
    .where('marks.note_id', '=', noteId)
    .orderBy('marks.made_at')
    .orderBy('marks.id')
    .$castTo<Stored>()

const present = ({ made_at, created_at, ...mark }: Stored): Static<typeof NoteMark> => ({
  ...mark,
  made_at: utc(made_at),
  created_at: utc(created_at),
})

/** A legal hold covers notes (decision 51). */
async function keepText(tx: Tx, now: Date, caller: Caller, noteId: string, { made_at, text }: Stored): Promise<void> {
  if (text === null) return
  const by = { workspaceId: caller.workspace.id, userId: caller.user.id, now }
  await keepFormerTexts(tx, by, () => [
    { kind: 'note', id: noteId, what: 'mark', former: { made_at: utc(made_at), text } },
  ])
}

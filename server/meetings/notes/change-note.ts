/**
 * Changes a note: its title, its agenda, and the action items and decisions in it, all or nothing (spec 4.5; decisions 21 on
 * native markup, 22, 29f, 63).
 */
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Acting, Caller } from '../../people/caller/caller.ts'
import { type FormerText, keepFormerTexts } from '../../people/privacy/former-texts.ts'
import type { Context } from '../../platform/context/context.ts'
import type { ItemLink } from '../../platform/postgres/column-types.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { foldCase } from '../../platform/text.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { isAwaited } from '../../webhooks/events/is-awaited.ts'
import { changeItems } from '../action-items/change-items.ts'
import { changeDecisions } from '../decisions/change-decisions.ts'
import { holdDecisions } from '../decisions/hold-decisions.ts'
import { indexText } from '../text-index/index-text.ts'
import type { Agenda } from './agenda.ts'
import { holdChange } from './change-holds.ts'
import type { Edit } from './edits.ts'
import { fillNote, type LockedNote, lockNote } from './lock-note.ts'
import { planEdit } from './plan-edit.ts'
import type { WritePlan } from './plan-write.ts'
import { storeAgenda } from './stored-agenda.ts'

/** Absent fields stay unchanged. `links` are those of the items that the edit adds, in their order. */
export type NoteChange = { title?: string | null | undefined; edit?: Edit | null | undefined; links?: ItemLink[][] }

/**
 * @param ifMatch  the header, if one was sent
 * @param alsoDo  in the same transaction, with the note locked
 * @returns the note after the change
 * @throws {ApiError} 404, 403, 412, and only after these 400 and 422 for the new content; 409 if it cannot be kept
 */
export function changeNote(
  deps: Pick<Context, 'db' | 'clock' | 'jobs'> & { holdSeconds: number },
  caller: Caller,
  id: string,
  ifMatch: string | undefined,
  change: NoteChange,
  alsoDo?: (tx: Tx) => Promise<void>,
): Promise<LockedNote> {
  return deps.db.transaction().execute(async (tx) => {
    const note = await lockNote(tx, caller, id, ifMatch)
    await alsoDo?.(tx)
    const written = await writeNote(tx, deps, caller, note, change)
    await indexText(tx)
    return written
  })
}

/** @param note  locked by this transaction; if nothing would change, it is not written and keeps `updated_at` */
export async function writeNote(
  tx: Tx,
  { clock, jobs, holdSeconds }: Pick<Context, 'clock' | 'jobs'> & { holdSeconds: number },
  caller: Acting,
  note: LockedNote,
  { title, edit, links = [] }: NoteChange,
): Promise<LockedNote> {
  const workspaceId = caller.workspace.id
  const now = clock()
  const plan = edit && (await planEdit(tx, workspaceId, now, note, edit))
  await yieldToLoop()
  const rewritten = plan && !isDeepStrictEqual(plan.agenda, note.agenda) ? plan : null
  const renamed = title != null && title !== note.title
  if (!rewritten && !renamed) return note
  const by = { workspaceId, userId: caller.user.id, now }
  await keepFormerTexts(tx, by, () => formerTexts(note, renamed, rewritten?.agenda))
  const options = { jobs, holdSeconds, now, workspaceId, actorId: caller.user.id, noteId: note.id }
  if (rewritten) {
    const created = rewritten.created.map((item, index) => ({ ...item, links: links[index] }))
    await changeItems(tx, options, { ...rewritten, created })
  }
  await yieldToLoop()
  const agenda = storeAgenda((rewritten ?? note).agenda)
  const { awaited } = await tx
    .updateTable('notes')
    .set({
      ...(rewritten && { agenda: JSON.stringify(agenda) }),
      ...(renamed && { title, title_folded: foldCase(title), titled_by_person: true }),
      // If an import set `updated_at` later than now, it stays.
      updated_at: sql`greatest(updated_at, ${now}::timestamptz)`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', note.id)
    .returning(isAwaited('note.changed', workspaceId).as('awaited'))
    .executeTakeFirstOrThrow()
  // After the note, whose title they are told with.
  if (rewritten) {
    await changeDecisions(tx, { ...options, through: 'agenda' }, rewritten.decisions)
    await holdDecisions(tx, options, newWords(note.agenda, rewritten.decisions))
  }
  const held = { workspace_id: workspaceId, kind: 'note' as const, id: note.id }
  if (awaited) await holdChange(tx, { jobs, holdSeconds, now }, held)
  return fillNote(tx, workspaceId, { id: note.id, title: title ?? note.title, agenda })
}

/** One that had no words was not told. */
function newWords(agenda: Agenda, { created, changed }: WritePlan['decisions']): { made: string[]; changed: string[] } {
  const wordless = new Set(
    agenda.flatMap((block) => (block.type === 'decision' && block.text === '' ? [block.id] : [])),
  )
  const fresh = [...created, ...changed.filter(({ id }) => wordless.has(id))].filter(({ text }) => text !== '')
  const made = fresh.map(({ id }) => id!)
  return { made, changed: changed.map(({ id }) => id).filter((id) => !made.includes(id)) }
}

/** What the change overwrites. An agenda that loses no block, as by an append, is not kept. */
function formerTexts({ id, title, agenda, content }: LockedNote, renamed: boolean, now?: Agenda): FormerText[] {
  const left = new Set(now?.map((block) => JSON.stringify(block)))
  const loses = now !== undefined && agenda.some((block) => !left.has(JSON.stringify(block)))
  return [
    ...(renamed ? [{ kind: 'note' as const, id, what: 'title' as const, former: title }] : []),
    ...(loses ? [{ kind: 'note' as const, id, what: 'agenda' as const, former: content }] : []),
  ]
}

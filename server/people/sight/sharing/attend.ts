/** Only attendees may share and publish, and undo both (spec 2.1; decisions 17, 29d). */
import { ApiError, notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import type { Acting } from '../../caller/caller.ts'
import { type SharedKind, sightOf } from '../visible.ts'

/** A note, a recording or a series. */
export type Thing<Kind extends SharedKind = SharedKind> = { kind: Kind; id: string }

const labels = { note: 'Note', recording: 'Recording', series: 'Series' }

/**
 * @returns whether the caller attends it; without an event, whether they created it
 * @throws {ApiError} 404 if it is unknown, in another workspace, or not visible to the caller
 */
export async function attends(tx: Tx, caller: Acting, thing: Thing): Promise<boolean> {
  const sight = isStorable(thing.id) ? await sightOf(tx, caller, thing) : undefined
  if (!sight?.sees) throw notFound(labels[thing.kind])
  return sight.attends
}

/** @throws {ApiError} 404 if the caller does not see it; 403 if they only see it, as a super admin sees everything */
export async function requireAttendee(tx: Tx, caller: Acting, thing: Thing): Promise<void> {
  if (!(await attends(tx, caller, thing))) throw notAttending(thing)
}

export const notAttending = ({ kind }: Thing) =>
  new ApiError(403, `Only its attendees may share or publish this ${kind}`)

/** The bodies of the events of notes and recordings that must be named (decision 61). *Pure.* */

import type { Person } from '../../people/caller/caller.ts'
import { utcOrNull } from '../../platform/time.ts'

export type ThingEventType = 'note.changed' | 'note.shared' | 'recording.ready' | 'recording.changed'

/** A note, or one of its recordings with the columns of its note's event. */
export type AnnouncedThing = {
  kind: 'note' | 'recording'
  note_id: string
  recording_id: string | null
  title: string
  guid: string | null
  starts_at: Date | null
  ends_at: Date | null
  started_at: Date | null
  ended_at: Date | null
  /** The address of the workspace for people. */
  address: string
}

/** What a person may read of a share that they received. */
export type GivenShare = { by: Person; with: Person; canEdit: boolean }

/** The same for a user webhook and, with `scope`, for a workspace webhook. It has no text but the title. */
export function thingBody(type: ThingEventType, thing: AnnouncedThing, shared?: GivenShare): object {
  const { note_id, recording_id, title, guid, starts_at, ends_at, address } = thing
  const ofRecording = type.startsWith('recording.')
  return {
    event_type: type,
    ...(ofRecording ? { id: recording_id, note_id } : { id: note_id }),
    ...(shared && { recording_id }),
    title,
    event_id: guid,
    event_start: utcOrNull(starts_at),
    event_end: utcOrNull(ends_at),
    ...(ofRecording && { recording_start: utcOrNull(thing.started_at), recording_end: utcOrNull(thing.ended_at) }),
    url: recording_id === null ? `${address}/note/${note_id}` : `${address}/recap/${recording_id}`,
    ...(shared && { shared_by: shared.by, shared_with: shared.with, can_edit: shared.canEdit }),
  }
}

/** It quotes nothing, because what it would quote is deleted. */
export const deletedBody = (recording: { id: string; note_id: string }) => ({
  event_type: 'recording.deleted',
  id: recording.id,
  note_id: recording.note_id,
})

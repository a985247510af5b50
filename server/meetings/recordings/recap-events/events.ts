/** The bodies of `ai_note.generated` and `ai_note.shared_to_channel` (spec 6.1, decision 40 on recipients). *Pure.* */

import type { Participant } from '../../../platform/postgres/column-types.ts'
import { foldCase } from '../../../platform/text.ts'
import { utcOrNull } from '../../../platform/time.ts'

export type AiNoteEventType = 'ai_note.generated' | 'ai_note.shared_to_channel'

/** The facts of a note, for any recipient. */
export type NoteFacts = {
  id: string
  /** The agenda as prose. */
  agenda: string
  event: { guid: string; title: string; starts_at: Date; ends_at: Date; organizer_email: string | null } | null
}

/** A recording of the note; `transcript` as lines of text, '' if none is stored. */
export type RecordingFacts = {
  title: string
  started_at: Date | null
  ended_at: Date | null
  started_by: string | null
  url: string
  aiNotes: string
  transcript: string
  attendees: Participant[]
  /** Case-folded. */
  workspaceDomains: string[]
}

/** The facts for one body; a fact is null if the recipient may not see it or it does not exist. */
export type BodyInput = {
  type: AiNoteEventType
  note: NoteFacts
  seesNote: boolean
  recording: RecordingFacts | null
  /** Only for `ai_note.shared_to_channel`. */
  channelId?: string
}

/** For the owner of a user webhook. */
export function userBody(input: BodyInput, userId: string): object {
  const started = input.recording !== null && input.recording.started_by === userId
  return body(input, { is_user_who_started_recording: started }, {})
}

/** For a workspace webhook, which receives all fields. */
export function workspaceBody(input: Omit<BodyInput, 'seesNote'>): object {
  return body({ ...input, seesNote: true }, {}, { scope: 'workspace' })
}

/** Without a recording it is the reduced form, with the fields of the calendar. */
function body({ type, note, seesNote, recording, channelId }: BodyInput, ofUser: object, ofWorkspace: object): object {
  const { event } = note
  return {
    event_type: type,
    id: note.id,
    event_id: event?.guid ?? null,
    event_title: [event?.title, recording?.title].find((title) => title?.trim()) ?? '',
    event_start: utcOrNull(event?.starts_at ?? null),
    event_end: utcOrNull(event?.ends_at ?? null),
    recording_start: utcOrNull(recording?.started_at ?? null),
    recording_end: utcOrNull(recording?.ended_at ?? null),
    recap_url: recording?.url ?? '',
    organizer_email: event?.organizer_email ?? '',
    ai_notes: recording?.aiNotes ?? '',
    agenda_notes: seesNote ? note.agenda : '',
    has_external_attendees: recording !== null && hasExternal(recording),
    transcript: recording?.transcript ?? '',
    ...ofUser,
    attendees: recording?.attendees.map(({ name, email }) => ({ name, email })) ?? [],
    ...(channelId !== undefined && { channel_id: channelId }),
    ...ofWorkspace,
  }
}

/** Whether an attendee's address is in none of the workspace's domains; attendees without an address do not count. */
function hasExternal({ attendees, workspaceDomains }: RecordingFacts): boolean {
  const domains = attendees.filter(({ email }) => email.includes('@')).map(({ email }) => email.split('@').at(-1)!)
  return domains.some((domain) => !workspaceDomains.includes(foldCase(domain)))
}

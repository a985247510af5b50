/** A note as the API prints it (decision 15 on note fields). *Pure.* */
import type { Static } from 'typebox'
import { utc, utcOrNull } from '../../platform/time.ts'
import type { Agenda } from './agenda.ts'
import { printAgenda } from './agenda-print.ts'
import type { NoteView } from './list-notes.ts'
import { printProse } from './prose.ts'
import type { Note, NoteInclude } from './schemas.ts'

/** @param agenda  the note's blocks with their items, if `include` asks for content */
export function presentNote(note: NoteView, include: NoteInclude, agenda: Agenda): Static<typeof Note> {
  return {
    id: note.id,
    title: note.title,
    created_at: utc(note.created_at),
    updated_at: utc(note.updated_at),
    event_guid: note.event_guid,
    event_start: utcOrNull(note.starts_at),
    event_end: utcOrNull(note.ends_at),
    event_is_all_day: note.all_day ?? false,
    call_url: note.call_url,
    organizer_email: note.organizer_email,
    series_id: note.series_id,
    recording_ids: note.recording_ids,
    ...(note.rule_id !== null && { by_rule: note.rule_id }),
    ...(include.content_markdown && { content_markdown: printProse(agenda) }),
    ...(include.content_native_markdown && { content_native_markdown: printAgenda(agenda) }),
    ...(include.event_attendees && { event_attendees: note.event_attendees ?? [] }),
  }
}

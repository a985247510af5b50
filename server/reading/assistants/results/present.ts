/** Meetings and action items as results show them; everything that people wrote is fenced. *Pure.* */
import type { Static } from 'typebox'
import type { ItemView } from '../../../meetings/action-items/list-items.ts'
import { presentItem } from '../../../meetings/action-items/present-item.ts'
import type { Note } from '../../../meetings/notes/schemas.ts'
import { utc, utcOrNull } from '../../../platform/time.ts'
import { itemUrl, noteUrl, recapUrl } from '../../ask/links.ts'
import { fenceShort, fenceShortOrNull } from './fence.ts'
import type { Item } from './shapes.ts'
import type { SharedRecording } from './shared-recordings.ts'
import { maxAssignees } from './text-room.ts'

export function showMeeting(origin: string, note: Static<typeof Note>) {
  return {
    id: note.id,
    title: fenceShort(note.title),
    start: note.event_start,
    end: note.event_end,
    created_at: note.created_at,
    organizer: fenceShortOrNull(note.organizer_email),
    url: noteUrl(origin, note.id),
    recap_only: false,
  }
}

/** A meeting of which only a recap may be read. */
export function showSharedRecording(origin: string, meeting: SharedRecording) {
  return {
    id: meeting.id,
    title: fenceShort(meeting.title),
    start: utcOrNull(meeting.starts_at),
    end: utcOrNull(meeting.ends_at),
    created_at: utc(meeting.created_at),
    organizer: null,
    url: recapUrl(origin, meeting.recording_ids[0]!),
    recap_only: true,
  }
}

/** @param seen  notes that the caller sees */
export function showItem(origin: string, view: ItemView, seen: Set<string>): Static<typeof Item> {
  const { id, text, status, due_date, assignees, note_id, created_at } = presentItem(view)
  const shown = assignees.slice(0, maxAssignees)
  return {
    id,
    text: fenceShort(text),
    status,
    due_date,
    assignees: shown.map((person) => ({
      id: person.id,
      name: fenceShort(person.full_name),
      email: fenceShort(person.email),
    })),
    more_assignees: assignees.length - shown.length,
    note_id,
    created_at,
    url: itemUrl(origin, note_id, seen.has(note_id ?? '')),
  }
}

/** `- ai_1 (Incomplete, due 2026-01-09) ⟦Send the deck⟧, for ⟦Ada Moreau⟧ — https://…` */
export function itemLine({ id, status, due_date, text, assignees, url }: Static<typeof Item>): string {
  const people = assignees.map(({ name }) => name).join(', ')
  return `- ${id} (${status}${due_date ? `, due ${due_date}` : ''}) ${text}${people && `, for ${people}`}; ${url}`
}

/** `2 meetings:` and a line for each, or `No meetings.` */
export function printList(things: string, lines: string[], nextCursor: string | null): string {
  if (lines.length === 0) return `No ${things}.`
  const nextPage = nextCursor === null ? [] : [`More: call again with cursor ${nextCursor}`]
  return [`${lines.length} ${things}:`, ...lines, ...nextPage].join('\n')
}

/** @param names  fenced */
export const recognisedHint = (names: string[]): string[] =>
  names.length > 0 ? [`Named by their voice or microphone, which may be wrong: ${names.join(', ')}.`] : []

/** Notes, agendas and recordings in the form of the hosted original. *Pure.* */
import type { Static } from 'typebox'
import type { Note } from '../../meetings/notes/schemas.ts'
import type { Agenda } from '../../meetings/notes/write-schemas.ts'
import type { Recording } from '../../meetings/recordings/library/schemas.ts'

export type Thing = Record<string, unknown>
type GivenNote = Static<typeof Note>
type GivenRecording = Omit<Static<typeof Recording>, 'transcript'>
type AiNotes = NonNullable<GivenRecording['ai_notes']>
type Section = AiNotes['sections'][number]
type Point = NonNullable<Section['items']>[number]

/** Renames the content, and makes each invited address an object. */
export function hostedNote({ event_attendees, ...note }: GivenNote): Thing {
  return {
    ...renameContent(note),
    ...(event_attendees && { event_attendees: event_attendees.map((email) => ({ email })) }),
  }
}

export const hostedAgenda = (agenda: Static<typeof Agenda>): Thing => renameContent(agenda)

function renameContent({ content_native_markdown, ...rest }: { content_native_markdown?: string }): Thing {
  return { ...rest, ...(content_native_markdown !== undefined && { content_fellow_markdown: content_native_markdown }) }
}

/** Puts AI notes into a list of one. Without the transcript: see `withStartAndEnd`. */
export function hostedRecording({ ai_notes, ai_notes_status: _, ...recording }: GivenRecording): Thing {
  return { ...recording, ...(ai_notes !== undefined && { ai_notes: ai_notes && [hostedAiNotes(ai_notes)] }) }
}

/** Without sections in the contract, one section contains the Markdown. */
function hostedAiNotes({ generated_by, imported, markdown, sections }: AiNotes): Thing {
  const given = sections.length > 0 ? sections : [{ title: 'Summary', content: markdown }]
  return {
    id: 'GENERAL',
    is_active: true,
    title: 'GENERAL',
    // Nothing else in this form says that an import named itself so.
    template_creator: imported ? null : (generated_by ?? null),
    sections: given.map((section) => ({ title: section.title, type: 'STANDARD', content: contentOf(section) })),
  }
}

const noTask = { assignees: [], completion_type: null, due_date: null, accepted: false, status: 'Incomplete' }

/** A text or points. If one of the points has an assignee, all have the fields of a task. */
function contentOf({ content, items }: Section): string | Thing[] {
  if (!items) return content ?? ''
  const hasTasks = items.some(({ assignees }) => assignees && assignees.length > 0)
  return items.map(({ timestamp, text, assignees }: Point) => ({
    ...(hasTasks && { id: null, ...noTask, ...(assignees && { assignees }) }),
    timestamp,
    text,
  }))
}

/**
 * Adds `start` and `end` to each segment of a transcript, and to its words. A transcript has megabytes and is not
 * parsed: in JSON only a key is followed by an unescaped quote and a colon.
 */
export const withStartAndEnd = (json: string): string =>
  json.replace(/"(start|end)_time": ?(-?[\d.eE+-]+)/g, '$&, "$1": $2')

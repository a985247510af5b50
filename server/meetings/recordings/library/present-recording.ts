/** A recording as the API prints it (decision 16 on recording fields), without its transcript (with-transcripts.ts). *Pure.* */
import type { Static } from 'typebox'
import type { Person } from '../../../people/caller/caller.ts'
import type { ProvedSentence, StoredAiNotes } from '../../../platform/postgres/column-types.ts'
import { utc, utcOrNull } from '../../../platform/time.ts'
import type { RecordingView, StoredMark } from './list-recordings.ts'
import type { Mark, Recording, RecordingInclude } from './schemas.ts'

/**
 * @param people  the people that the AI notes name, by id
 * @param linkTo  makes a link to the media of a recording
 */
export function presentRecording(
  recording: RecordingView,
  include: Omit<RecordingInclude, 'transcript'>,
  { people, linkTo }: { people: Map<string, Person>; linkTo: (recordingId: string) => string },
): Static<typeof Recording> {
  const { consent } = recording.facts ?? {}
  return {
    id: recording.id,
    note_id: recording.note_id,
    title: recording.title,
    created_at: utc(recording.created_at),
    updated_at: utc(recording.updated_at),
    started_at: utcOrNull(recording.started_at),
    ended_at: utcOrNull(recording.ended_at),
    event_guid: recording.event_guid,
    event_start: utcOrNull(recording.starts_at),
    event_end: utcOrNull(recording.ends_at),
    event_call_url: recording.call_url,
    user_has_calendar_event: recording.user_has_calendar_event,
    ...(include.ai_notes && {
      ai_notes: recording.ai_notes ? withPeople(recording.ai_notes, people) : null,
      ai_notes_status: recording.ai_notes_status,
    }),
    ...(include.media_url && { media_url: recording.has_media ? linkTo(recording.id) : null }),
    ...(include.consent && { consent: consent ? { ...consent, by: recording.told_by } : null }),
    ...(include.marks && { marks: recording.marks!.map(presentMark) }),
  }
}

export const presentMark = (mark: StoredMark): Static<typeof Mark> => ({
  ...mark,
  created_at: utc(new Date(mark.created_at)),
})

export function withPeople({ sections, ...notes }: StoredAiNotes, people: Map<string, Person>) {
  return {
    ...notes,
    sections: sections.map(({ items, sentences, ...section }) => ({
      ...section,
      ...withQuotes(sentences),
      ...(items && {
        items: items.map(({ assignees, sentences, ...item }) => ({
          ...item,
          ...withQuotes(sentences),
          ...(assignees && { assignees: assignees.flatMap((id) => people.get(id) ?? []) }),
        })),
      }),
    })),
  }
}

const withQuotes = (sentences: ProvedSentence[] | undefined) =>
  sentences && { sentences: sentences.map((sentence) => ({ ...sentence, quote: sentence.quote ?? null })) }

/** Converts new AI notes and publications in a channel to domain events (spec 6, decision 40 on recipients). */
import { sql } from 'kysely'
import type { PublishableKind } from '../../../people/sight/visible.ts'
import { newId } from '../../../platform/id.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { DomainEvent } from '../../../webhooks/events/domain-events.ts'
import type { AiNoteEventType } from './events.ts'

/** New AI notes of a recording or, with a channel, a note or recording that was published there. */
export type AiNoteChange = {
  kind: PublishableKind
  id: string
  channelId: string | null
  /** It was published before it had notes: only its chat waits for them. */
  chatOnly?: boolean
}

export type AiNoteEvent = DomainEvent & {
  type: AiNoteEventType
  noteId: string
  recordingId: string | null
  channelId?: string
}

/** Each publication is an event of its own, also if the same thing is unpublished and published again in the channel. */
export async function eventsOf(
  tx: Tx,
  now: Date,
  workspaceId: string,
  changes: AiNoteChange[],
): Promise<AiNoteEvent[]> {
  const idsOf = (wanted: PublishableKind) => changes.filter(({ kind }) => kind === wanted).map(({ id }) => id)
  const recordings = await tx
    .selectFrom('recordings')
    .select(['id', 'note_id'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`(id = any(${idsOf('recording')}) or note_id = any(${idsOf('note')}))`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const noteOf = new Map(recordings.map((recording) => [recording.id, recording.note_id]))
  const recordingsOf = Map.groupBy(recordings, ({ note_id }) => note_id)
  return changes.flatMap(({ kind, id, channelId, chatOnly = false }) => {
    if (channelId === null) return generated(noteOf.get(id)!, id)
    const key = newId('ev', now)
    if (kind === 'recording') {
      const event = shared({ key, channelId, noteId: noteOf.get(id)!, recordingId: id, chatOnly })
      return { ...event, toWorkspace: !chatOnly }
    }
    return sharedNote({ key, channelId, noteId: id }, recordingsOf.get(id) ?? [])
  })
}

const generated = (noteId: string, recordingId: string): AiNoteEvent => ({
  type: 'ai_note.generated',
  key: `ai_note.generated ${recordingId}`,
  noteId,
  recordingId,
  facts: { note_id: noteId, recording_id: recordingId },
  about: { noteId, recordingId },
  toWorkspace: true,
})

type PublishedRecap = { key: string; channelId: string; noteId: string; recordingId: string | null; chatOnly?: boolean }

/** @param newest  only recipients for whom this is the newest visible recording of the note */
function shared(
  { key, channelId, noteId, recordingId, chatOnly = false }: PublishedRecap,
  newest = false,
): AiNoteEvent {
  return {
    type: 'ai_note.shared_to_channel',
    key: `ai_note.shared_to_channel ${key}`,
    channelId,
    noteId,
    recordingId,
    facts: { channel_id: channelId, chat_only: chatOnly, newest, note_id: noteId, recording_id: recordingId },
    about: { noteId, recordingId },
    toWorkspace: true,
  }
}

/**
 * Each member receives the note with the newest recording that they may see; workspace webhooks get the newest. There is
 * one event per recording, so that each message names the recording that it quotes and is deleted with it.
 */
function sharedNote(note: Omit<PublishedRecap, 'recordingId'>, recordings: { id: string }[]): AiNoteEvent[] {
  return [...recordings.map(({ id }) => id), null].map((recordingId, index) => ({
    ...shared({ ...note, recordingId }, true),
    toWorkspace: index === 0,
  }))
}

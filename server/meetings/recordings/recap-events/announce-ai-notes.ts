/** Announces new AI notes, and publications in a channel: the recipients and the bodies (decision 40), and mails (59). */
import { sql } from 'kysely'
import { isInSight, type PublishableKind } from '../../../people/sight/visible.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { announce } from '../../../webhooks/announce/announce.ts'
import type { Bodies, Received } from '../../../webhooks/events/domain-events.ts'
import type { AnnounceOptions } from '../../notes/announce-things.ts'
import { chatBody } from '../recap-mail/compose-chat.ts'
import { queueRecapMails } from '../recap-mail/queue-recap-mails.ts'
import { readOutlines } from '../recap-mail/read-outlines.ts'
import { type AiNoteChange, type AiNoteEvent, eventsOf } from './ai-note-events.ts'
import { loadNoteFacts, loadRecordings } from './event-facts.ts'
import { userBody, workspaceBody } from './events.ts'

/** The transcripts of this number of events are in memory at the same time. */
const announcedAtOnce = 10

export async function announceAiNotes(
  tx: Tx,
  { now, publicUrl }: AnnounceOptions,
  workspaceId: string,
  changes: AiNoteChange[],
): Promise<void> {
  const recaps = changes.filter(({ kind }) => kind === 'recording').map(({ id }) => ({ recordingId: id }))
  await queueRecapMails(tx, now, workspaceId, recaps)
  const all = await eventsOf(tx, now, workspaceId, changes)
  const bodiesOf = (received: Received<AiNoteEvent>[]) => readBodies(tx, workspaceId, publicUrl, received)
  for (let first = 0; first < all.length; first += announcedAtOnce) {
    const events = all.slice(first, first + announcedAtOnce)
    await announce(tx, now, { workspaceId, events, audience: isConcerned, channelAudience: isOfChannel, bodiesOf })
  }
}

async function readBodies(
  tx: Tx,
  workspaceId: string,
  publicUrl: string,
  received: Received<AiNoteEvent>[],
): Promise<Bodies[]> {
  const noteIds = received.map(({ event }) => event.noteId)
  const recordingIds = received.flatMap(({ event }) => event.recordingId ?? [])
  const ids = received.flatMap(({ event, toChat }) => (toChat ? (event.recordingId ?? []) : []))
  const wanted = { workspaceId, ids, reader: null, publicUrl, most: announcedAtOnce }
  const outlines = ids.length > 0 ? (await readOutlines(tx, wanted)).outlines : []
  const people = [...new Set(received.flatMap(({ userIds }) => userIds))]
  const notes = await loadNoteFacts(tx, workspaceId, noteIds)
  const recordings = await loadRecordings(tx, workspaceId, recordingIds, publicUrl)
  const noteReaders = await findReaders(tx, workspaceId, 'note', noteIds, people)
  const recordingReaders = await findReaders(tx, workspaceId, 'recording', recordingIds, people)
  return received.map(({ event: { type, channelId, noteId, recordingId } }) => {
    const recording = recordingId === null ? null : recordings.get(recordingId)!
    const facts = { type, note: notes.get(noteId)!, recording, ...(channelId !== undefined && { channelId }) }
    return {
      user(id) {
        const seesRecording = recordingReaders.has(`${recordingId} ${id}`)
        const input = {
          ...facts,
          recording: seesRecording ? recording : null,
          seesNote: noteReaders.has(`${noteId} ${id}`),
        }
        return userBody(input, id)
      },
      workspace: () => workspaceBody(facts),
      channel: (chat) => chatBody(chat, outlines.find(({ id }) => id === recordingId)!),
    }
  })
}

/** Which of these people may see which thing, as `thing-id person-id`. */
async function findReaders(tx: Tx, workspaceId: string, kind: PublishableKind, ids: string[], people: string[]) {
  const pair = { workspaceId: sql`${workspaceId}`, id: sql.ref('thing.id'), person: sql.ref<string>('person.id') }
  const { rows } = await sql<{ pair: string }>`select thing.id || ' ' || person.id as pair
    from unnest(${[...new Set(ids)]}::text[]) as thing (id), unnest(${people}::text[]) as person (id)
    where ${isInSight(kind, pair)}`.execute(tx)
  return new Set(rows.map(({ pair }) => pair))
}

const owner = { workspaceId: sql.ref('webhooks.workspace_id'), person: sql.ref<string>('webhooks.user_id') }

const sees = (kind: PublishableKind) =>
  isInSight(kind, { ...owner, id: sql`domain_event.facts ->> ${sql.lit(`${kind}_id`)}` })

const isMember = sql`exists (select from channel_members member
  where member.workspace_id = webhooks.workspace_id and member.user_id = webhooks.user_id
    and member.channel_id = domain_event.facts ->> 'channel_id')`

const newestSeen = sql`(select recording.id from recordings recording
  where recording.workspace_id = webhooks.workspace_id and recording.note_id = domain_event.facts ->> 'note_id'
    and ${isInSight('recording', { ...owner, id: sql.ref('recording.id') })}
  order by recording.created_at desc, recording.id desc limit 1)`

/** AI notes: people who may see the note or the recording now receive the event; publications: the channel's members. */
const isConcerned = sql<boolean>`case domain_event.event_type
  when 'ai_note.generated' then ${sees('note')} or ${sees('recording')}
  else ${isMember} and not (domain_event.facts -> 'chat_only')::boolean and (not (domain_event.facts -> 'newest')::boolean
    or ${newestSeen} is not distinct from domain_event.facts ->> 'recording_id') end`

/** A recap that was published in the channel, which reads it, once it has notes; a note alone has no recap. */
const isOfChannel = sql<boolean>`(domain_event.event_type = 'ai_note.shared_to_channel'
  and domain_event.facts ->> 'channel_id' = webhooks.channel_id and not (domain_event.facts -> 'newest')::boolean
  and exists (select from sight where sight.workspace_id = webhooks.workspace_id and sight.kind = 'recording'
    and sight.id = domain_event.facts ->> 'recording_id' and sight.reader_kind = 'channel'
    and sight.reader_id = webhooks.channel_id)
  and exists (select from recordings recording where recording.workspace_id = webhooks.workspace_id
    and recording.id = domain_event.facts ->> 'recording_id' and recording.ai_notes is not null))`

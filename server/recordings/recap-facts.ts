/** What events say of a note and of a recap of it. */
import { printProse } from '../notes/prose.ts'
import { readAgendas } from '../notes/read-agenda.ts'
import type { Tx } from '../platform/db.ts'
import type { NoteFacts, RecapFacts } from './events.ts'
import { findAttendees } from './participants.ts'
import { printText } from './transcript/print-transcript.ts'

export async function loadNoteFacts(tx: Tx, workspaceId: string, noteId: string): Promise<NoteFacts> {
  const { guid, title, starts_at, ends_at, organizer_email, ...note } = await tx
    .selectFrom('notes as note')
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .select(['note.id', 'note.agenda'])
    .select(['event.guid', 'event.title', 'event.starts_at', 'event.ends_at', 'event.organizer_email'])
    .where('note.workspace_id', '=', workspaceId)
    .where('note.id', '=', noteId)
    .executeTakeFirstOrThrow()
  const agendas = await readAgendas(tx, workspaceId, [note])
  const event =
    guid === null ? null : { guid, title: title!, starts_at: starts_at!, ends_at: ends_at!, organizer_email }
  return { id: note.id, agenda: printProse(agendas.get(note.id)!), event }
}

/** @param publicUrl  where people reach the service */
export async function loadRecap(
  tx: Tx,
  workspaceId: string,
  recordingId: string,
  publicUrl: string,
): Promise<RecapFacts> {
  const recap = await tx
    .selectFrom('recordings as recording')
    .innerJoin('workspaces as workspace', 'workspace.id', 'recording.workspace_id')
    .innerJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'recording.workspace_id').onRef('note.id', '=', 'recording.note_id'),
    )
    .select(['recording.title', 'recording.started_at', 'recording.ended_at', 'recording.started_by'])
    .select(['recording.transcript', 'recording.ai_notes', 'recording.participants'])
    .select(['note.event_guid', 'workspace.email_domains'])
    .where('recording.workspace_id', '=', workspaceId)
    .where('recording.id', '=', recordingId)
    .executeTakeFirstOrThrow()
  const { title, started_at, ended_at, started_by, transcript, event_guid } = recap
  return {
    ...{ title, started_at, ended_at, started_by },
    url: `${publicUrl}/recap/${recordingId}`,
    aiNotes: recap.ai_notes?.markdown ?? '',
    transcript: transcript ? printText(transcript) : '',
    attendees: event_guid === null ? recap.participants : await findAttendees(tx, workspaceId, event_guid),
    workspaceDomains: recap.email_domains,
  }
}

/** Reads the facts of notes and recordings for event bodies. */
import { sql } from 'kysely'
import { addressOf } from '../../../people/caller/origin.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { printProse } from '../../notes/prose.ts'
import { readAgendas } from '../../notes/read-agenda.ts'
import { findAttendees } from '../library/participants.ts'
import { printText } from '../transcript/print-transcript.ts'
import type { NoteFacts, RecordingFacts } from './events.ts'

/** @returns by id */
export async function loadNoteFacts(tx: Tx, workspaceId: string, ids: string[]): Promise<Map<string, NoteFacts>> {
  const notes = await tx
    .selectFrom('notes as note')
    .leftJoin('events as event', (join) =>
      join.onRef('event.workspace_id', '=', 'note.workspace_id').onRef('event.guid', '=', 'note.event_guid'),
    )
    .select(['note.id', 'note.agenda'])
    .select(['event.guid', 'event.title', 'event.starts_at', 'event.ends_at', 'event.organizer_email'])
    .where('note.workspace_id', '=', workspaceId)
    .where(sql<boolean>`note.id = any(${ids})`)
    .execute()
  const agendas = await readAgendas(tx, workspaceId, notes)
  return new Map(
    notes.map(({ id, guid, title, starts_at, ends_at, organizer_email }) => {
      const event =
        guid === null ? null : { guid, title: title!, starts_at: starts_at!, ends_at: ends_at!, organizer_email }
      return [id, { id, agenda: printProse(agendas.get(id)!), event }]
    }),
  )
}

/**
 * @param publicUrl  PUBLIC_URL, or where this process listens
 * @returns by id
 */
export async function loadRecordings(
  tx: Tx,
  workspaceId: string,
  ids: string[],
  publicUrl: string,
): Promise<Map<string, RecordingFacts>> {
  const recordings = await tx
    .selectFrom('recordings as recording')
    .innerJoin('workspaces as workspace', 'workspace.id', 'recording.workspace_id')
    .innerJoin('notes as note', (join) =>
      join.onRef('note.workspace_id', '=', 'recording.workspace_id').onRef('note.id', '=', 'recording.note_id'),
    )
    .select(['recording.id', 'recording.title', 'recording.started_at', 'recording.ended_at', 'recording.started_by'])
    .select(['recording.transcript', 'recording.ai_notes', 'recording.facts'])
    .select(['note.event_guid', 'workspace.email_domains', 'workspace.subdomain'])
    .where('recording.workspace_id', '=', workspaceId)
    .where(sql<boolean>`recording.id = any(${ids})`)
    .execute()
  const guids = recordings.flatMap(({ event_guid }) => event_guid ?? [])
  const attendees = await findAttendees(tx, workspaceId, guids)
  return new Map(
    recordings.map(({ id, title, started_at, ended_at, started_by, transcript, event_guid, ...recording }) => [
      id,
      {
        title,
        started_at,
        ended_at,
        started_by,
        url: `${addressOf(publicUrl, recording.subdomain)}/recap/${id}`,
        aiNotes: recording.ai_notes?.markdown ?? '',
        transcript: transcript ? printText(transcript) : '',
        attendees: event_guid === null ? (recording.facts.participants ?? []) : (attendees.get(event_guid) ?? []),
        workspaceDomains: recording.email_domains,
      },
    ]),
  )
}

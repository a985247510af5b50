/** Tells of AI notes that were written, and of notes and recaps shown in a channel: who hears, and what (decision 40). */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/db.ts'
import { newId } from '../platform/id.ts'
import { announce } from '../webhooks/announce.ts'
import { type RecapEventType, userBody, workspaceBody } from './events.ts'
import { loadNoteFacts, loadRecap } from './recap-facts.ts'

/** `publicUrl`: where people reach the service, for links. */
export type AnnounceTerms = { now: Date; publicUrl: string }

type Recap = { workspaceId: string; noteId: string; recordingId: string }

/** Everyone hears who may see the note or the recap at this moment. */
export async function announceGenerated(tx: Tx, terms: AnnounceTerms, recap: Recap): Promise<void> {
  const audience = sql<boolean>`(${sees('note', recap.noteId)} or ${sees('recording', recap.recordingId)})`
  await tell(tx, terms, { ...recap, type: 'ai_note.generated', key: recap.recordingId, audience, toWorkspace: true })
}

type Shared = { workspaceId: string; noteId: string; channelId: string }

/** A recap was shown in a channel: its members hear. */
export async function announceSharedRecap(tx: Tx, terms: AnnounceTerms, shared: Shared & Recap): Promise<void> {
  await tell(tx, terms, { ...shared, ...sharing(terms), audience: isMember(shared.channelId), toWorkspace: true })
}

/**
 * A note was shown in a channel: each member hears of it with its newest recap that they may see. Told recap by recap,
 * so that every payload says which one it quotes, and goes with it.
 */
async function announceSharedNote(tx: Tx, terms: AnnounceTerms, shared: Shared): Promise<void> {
  const recaps = await tx
    .selectFrom('recordings')
    .select('id')
    .where('workspace_id', '=', shared.workspaceId)
    .where('note_id', '=', shared.noteId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const event = sharing(terms)
  for (const [index, recordingId] of [...recaps.map(({ id }) => id), null].entries()) {
    const audience = sql<boolean>`(${isMember(shared.channelId)}
      and ${newestSeen(shared.noteId)} is not distinct from ${recordingId}::text)`
    await tell(tx, terms, { ...shared, ...event, recordingId, audience, toWorkspace: index === 0 })
  }
}

/** What somebody publishes by itself, apart from an upload. */
export async function announcePublished(
  tx: Tx,
  terms: AnnounceTerms,
  { workspaceId, thing, channelId }: { workspaceId: string; thing: { kind: Kind; id: string }; channelId: string },
): Promise<void> {
  if (thing.kind === 'note') return announceSharedNote(tx, terms, { workspaceId, noteId: thing.id, channelId })
  const { note_id: noteId } = await tx
    .selectFrom('recordings')
    .select('note_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', thing.id)
    .executeTakeFirstOrThrow()
  await announceSharedRecap(tx, terms, { workspaceId, noteId, recordingId: thing.id, channelId })
}

/** What was unpublished and is published again is told again. */
const sharing = ({ now }: AnnounceTerms) =>
  ({ type: 'ai_note.shared_to_channel', key: newId('ev', now) }) satisfies Partial<Told>

type Told = Omit<Recap, 'recordingId'> & {
  recordingId: string | null
  type: RecapEventType
  key: string
  /** Over `webhooks`. */
  audience: RawBuilder<boolean>
  toWorkspace: boolean
  channelId?: string
}

async function tell(tx: Tx, { now, publicUrl }: AnnounceTerms, told: Told): Promise<void> {
  const { workspaceId, noteId, recordingId, type, key, audience, channelId } = told
  const facts = async () => ({
    ...{ type, ...(channelId !== undefined && { channelId }) },
    note: await loadNoteFacts(tx, workspaceId, noteId),
    recap: recordingId === null ? null : await loadRecap(tx, workspaceId, recordingId, publicUrl),
  })
  await announce(tx, now, {
    ...{ workspaceId, type, key: `${type} ${key}`, audience, about: { noteId, recordingId } },
    async userBodies(userIds) {
      const telling = await facts()
      const seesNote = await findReaders(tx, workspaceId, 'note', noteId, userIds)
      const seesRecap = await findReaders(tx, workspaceId, 'recording', recordingId, userIds)
      return new Map(
        userIds.map((id) => {
          const recap = seesRecap.has(id) ? telling.recap : null
          return [id, userBody({ ...telling, recap, seesNote: seesNote.has(id) }, id)]
        }),
      )
    },
    workspaceBody: async () => (told.toWorkspace ? workspaceBody(await facts()) : null),
  })
}

/** Who of them may see it. */
async function findReaders(tx: Tx, workspaceId: string, kind: Kind, id: string | null, userIds: string[]) {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from ${sql.table(`${kind}_sight`)} where workspace_id = ${workspaceId}
      and ${sql.ref(`${kind}_id`)} = ${id} and user_id = any(${userIds})`.execute(tx)
  return new Set(rows.map(({ user_id }) => user_id))
}

type Kind = 'note' | 'recording'

const sees = (kind: Kind, id: string) => sql<boolean>`exists (select from ${sql.table(`${kind}_sight`)} sight
  where sight.workspace_id = webhooks.workspace_id and sight.${sql.ref(`${kind}_id`)} = ${id}
    and sight.user_id = webhooks.user_id)`

const isMember = (channelId: string) => sql<boolean>`exists (select from channel_members member
  where member.workspace_id = webhooks.workspace_id and member.channel_id = ${channelId}
    and member.user_id = webhooks.user_id)`

const newestSeen = (noteId: string) => sql<string | null>`(select recording.id from recordings recording
  join recording_sight sight on sight.workspace_id = recording.workspace_id and sight.recording_id = recording.id
    and sight.user_id = webhooks.user_id
  where recording.workspace_id = webhooks.workspace_id and recording.note_id = ${noteId}
  order by recording.created_at desc, recording.id desc limit 1)`

/** The recorders of a workspace whose services send bots. */

import { ApiError, notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { open, type SecretKey } from '../../../platform/secrets.ts'
import { type BotKind, botKinds } from '../kinds/kinds.ts'
import { keyRefused } from './ask-service.ts'
import { apiKeyOwner, type BotAccount } from './bot-service.ts'
import { canJoin } from './call-of-note.ts'

export type BotRecorder = { workspace_id: string; id: string; kind: BotKind; base_url: string; api_key: Buffer }

const botRecorders = (db: Db, workspaceId: string) =>
  db
    .selectFrom('recorders')
    .select(['workspace_id', 'id', 'kind', 'base_url', 'api_key'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', 'in', botKinds)
    .$castTo<BotRecorder>()

/**
 * The oldest active one that may send bots and can join the call.
 * @param wantedId  the only one to use
 * @throws {ApiError} 409, 400
 */
export async function findRecorder(
  db: Db,
  { workspace }: { workspace: { id: string } },
  callUrl: string,
  wantedId: string | null = null,
): Promise<BotRecorder> {
  const own = botRecorders(db, workspace.id).where('active', '=', true).where('sends_bots', '=', true)
  const all = (await own.orderBy('created_at').orderBy('id').execute()).filter(
    ({ id }) => wantedId === null || id === wantedId,
  )
  if (all.length === 0)
    throw new ApiError(
      409,
      wantedId === null
        ? 'The workspace has no active recorder that sends bots'
        : 'The recorder of the rule is not active, or sends no bots',
    )
  const fitting = all.find(({ kind }) => canJoin(kind, callUrl))
  if (!fitting) throw new ApiError(400, 'No recorder of the workspace can send a bot into a call of this kind')
  return fitting
}

/** @throws {ApiError} 404 */
export async function readRecorder(db: Db, workspaceId: string, id: string): Promise<BotRecorder> {
  const recorder = await botRecorders(db, workspaceId).where('id', '=', id).executeTakeFirst()
  if (!recorder) throw notFound('Recorder')
  return recorder
}

/** An administrator can give another key, so the recorder says it too, until its service takes the key. */
export async function storeKeyRefusal(db: Db, { workspace_id, id, kind }: BotRecorder, error: unknown): Promise<void> {
  const sentence = keyRefused(kind)
  const own = db.updateTable('recorders').where('workspace_id', '=', workspace_id).where('id', '=', id)
  if (error === null) await own.set({ last_error: null }).where('last_error', '=', sentence).execute()
  else if (error instanceof ApiError && error.message === sentence) await own.set({ last_error: sentence }).execute()
}

export const accountOf = (key: SecretKey, { workspace_id, id, kind, base_url, api_key }: BotRecorder): BotAccount => ({
  kind,
  baseUrl: base_url,
  apiKey: open(key, api_key, apiKeyOwner(workspace_id, id)),
})

/** What people of the workspace are told when they are recorded; null if it has no sentence of its own. */
export async function readConsentText(db: Db, workspaceId: string): Promise<string | null> {
  const { consent_text } = await db
    .selectFrom('workspaces')
    .select('consent_text')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return consent_text
}

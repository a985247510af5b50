/** What must be right of a recorder that is made or changed. */
import { ApiError, invalid } from '../platform/errors.ts'
import type { Tx } from '../platform/postgres/db.ts'
import { findPeople } from '../workspace/find-people.ts'
import type { Kind } from './kinds.ts'

/** Of one workspace. */
const mostRecorders = 20

type Application = { tenant_id: string | null; client_id: string | null }

/** An application is Microsoft's word; the secret alone is enough for Zoom. @throws {ApiError} 400 */
export function requireApplication(kind: Kind, given: Application): void {
  for (const [name, value] of Object.entries(given)) {
    if (kind === 'teams' && value === null) throw invalid(`body.${name}`, 'is required for teams')
    if (kind !== 'teams' && value !== null) throw invalid(`body.${name}`, 'goes with teams')
  }
}

/** Two at once count one after the other. @throws {ApiError} 400 */
export async function requireRoom(tx: Tx, workspaceId: string): Promise<void> {
  await tx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()
  const own = await tx.selectFrom('recorders').select('id').where('workspace_id', '=', workspaceId).execute()
  if (own.length >= mostRecorders)
    throw new ApiError(400, `The workspace has ${mostRecorders} recorders; remove one first`)
}

/** @throws {ApiError} 400 */
export async function findUser(tx: Tx, workspaceId: string, user: string | null): Promise<string | null> {
  if (user === null) return null
  const account = (await findPeople(tx, workspaceId, [user])).get(user)
  if (!account?.active || account.erased) throw invalid('body.user', 'must be the id or e-mail of an active account')
  return account.id
}

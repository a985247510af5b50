/** Whether anything may go to people without an account: `outside_links` of the workspace (decision 57). */
import { ApiError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/db.ts'

export async function sharesOutside(tx: Tx, workspaceId: string): Promise<boolean> {
  const workspace = tx.selectFrom('workspaces').select('outside_links').where('id', '=', workspaceId)
  return (await workspace.executeTakeFirstOrThrow()).outside_links
}

/** @throws {ApiError} 409 */
export async function requireSharesOutside(tx: Tx, workspaceId: string): Promise<void> {
  if (!(await sharesOutside(tx, workspaceId)))
    throw new ApiError(409, 'Sharing with outsiders is switched off in this workspace')
}

/** Whether anything may go to people without an account: `outside_links` of the workspace (decision 57). */
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'

export async function sharesOutside(db: Db, workspaceId: string): Promise<boolean> {
  const workspace = db.selectFrom('workspaces').select('outside_links').where('id', '=', workspaceId)
  return (await workspace.executeTakeFirstOrThrow()).outside_links
}

/** @throws {ApiError} 409 */
export async function requireSharesOutside(db: Db, workspaceId: string): Promise<void> {
  if (!(await sharesOutside(db, workspaceId)))
    throw new ApiError(409, 'Sharing with outsiders is switched off in this workspace')
}

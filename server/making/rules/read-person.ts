/** As whom a rule acts. */
import type { Acting } from '../../people/caller/caller.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'

/** @throws {ApiError} 409 for nobody */
export async function readPerson(db: Db, workspaceId: string, userId: string | null): Promise<Acting> {
  const row = await db
    .selectFrom('users as person')
    .innerJoin('workspaces as workspace', 'workspace.id', 'person.workspace_id')
    .select(['person.id', 'person.email', 'person.full_name', 'workspace.name', 'workspace.subdomain'])
    .where('person.workspace_id', '=', workspaceId)
    .where('person.id', '=', userId ?? '')
    .where('person.active', '=', true)
    .executeTakeFirst()
  if (!row) throw new ApiError(409, nobody)
  const { name, subdomain, ...user } = row
  return { workspace: { id: workspaceId, name, subdomain }, user, superAdmin: false }
}

/** As whom the workspace's rule would act. */
export const nobody = 'Neither the organizer nor who brought the meeting has an account'

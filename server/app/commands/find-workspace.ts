/** The workspace that an operator names. */
import { OperatorError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/db.ts'

/** @throws {OperatorError} there is none */
export async function findWorkspace(db: Db, subdomain: string): Promise<string> {
  const row = await db.selectFrom('workspaces').select('id').where('subdomain', '=', subdomain).executeTakeFirst()
  if (!row) throw new OperatorError(`There is no workspace ${subdomain}.`)
  return row.id
}

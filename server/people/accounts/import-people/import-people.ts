/** Imports people: new ones get an account, the others are changed as the table says; all or nothing (decision 52). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { invalidRequest } from '../../../platform/errors.ts'
import { newId } from '../../../platform/id.ts'
import { asRows, type Db, type Tx } from '../../../platform/postgres/db.ts'
import { foldCase } from '../../../platform/text.ts'
import { changesOf, recordAction } from '../../caller/audit.ts'
import { changeSight } from '../../caller/change-sight.ts'
import { requireSuperAdmin } from '../../caller/require-super-admin.ts'
import { lastAdmin } from '../people.ts'
import { type KnownAccount, type PlannedRow, planImport } from './plan-import.ts'
import type { ReadRows } from './read-rows.ts'

export type PeopleImport = {
  dry_run: boolean
  created: number
  updated: number
  unchanged: number
  users: { row: number; email: string; id: string | null; change: PlannedRow['change'] }[]
}

/**
 * @param read    the rows of the table
 * @param nameOf  the location of a row's field in errors
 * @throws {ApiError} 403 without super admin; 400 with every error; 409 if no active admin would be left
 */
export async function importPeople(
  db: Db,
  now: Date,
  request: FastifyRequest,
  { rows, errors }: ReadRows,
  { dryRun, nameOf }: { dryRun: boolean; nameOf: (row: number, field: string) => string },
): Promise<PeopleImport> {
  const { caller } = request
  requireSuperAdmin(caller)
  if (errors.length > 0) throw invalidRequest(errors)
  const workspaceId = caller.workspace.id
  return changeSight(db, workspaceId, async (tx) => {
    const accounts = await readAccounts(
      tx,
      workspaceId,
      rows.flatMap(({ email, new_email }) => [email, new_email ?? email]).map(foldCase),
    )
    const { planned, errors } = planImport(rows, accounts, nameOf)
    if (errors.length > 0) throw invalidRequest(errors)
    await requireAdminLeft(tx, workspaceId, planned)
    const numbered = planned.map((row) => ({ ...row, id: row.id ?? (dryRun ? null : newId('u', now)) }))
    const count = (change: PlannedRow['change']) => numbered.filter((row) => row.change === change).length
    const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
    const changed = numbered.filter(({ change }) => change !== 'unchanged')
    if (!dryRun && changed.length > 0) {
      await writePeople(tx, now, workspaceId, changed)
      const of = (change: PlannedRow['change']) => changed.flatMap((row) => (row.change === change ? row.id : []))
      const details = { created: of('created'), updated: of('updated'), ...renamed(accounts, changed) }
      await recordAction(tx, now, request, { action: 'users.import', details })
    }
    const users = numbered.map(({ row, email, id, change }) => ({ row, email, id, change }))
    return { dry_run: dryRun, ...counts, users }
  })
}

/** An erasure searches for earlier names and addresses too (decision 50). */
function renamed(accounts: KnownAccount[], people: { id: string | null; after: PlannedRow['after'] }[]) {
  const known = new Map(accounts.map((account) => [account.id, account]))
  const before = people.flatMap(({ id, after }) => {
    const account = known.get(id ?? '')
    const changes = account && changesOf(account, ['full_name', 'email'], after)
    return changes ? [{ user_id: id, ...changes.before }] : []
  })
  return before.length > 0 && { before }
}

async function readAccounts(tx: Tx, workspaceId: string, addresses: string[]): Promise<KnownAccount[]> {
  const { rows } = await sql<KnownAccount>`
    select known.email_folded as key, id, person.email, full_name, admin, active, erased_at is not null as erased
    from addresses known join users person on person.workspace_id = known.workspace_id and person.id = known.user_id
    where known.workspace_id = ${workspaceId} and known.email_folded = any(${addresses})`.execute(tx)
  return rows
}

/** @throws {ApiError} 409 */
async function requireAdminLeft(tx: Tx, workspaceId: string, planned: PlannedRow[]): Promise<void> {
  const removesAdmin = planned.some(({ id, after }) => id !== null && !(after.admin && after.active))
  if (!removesAdmin || planned.some(({ after }) => after.admin && after.active)) return
  const named = planned.flatMap(({ id }) => id ?? [])
  const { rows } = await sql<{ before: boolean; after: boolean }>`
    select coalesce(bool_or(id = any(${named})), false) as before, coalesce(bool_or(id <> all(${named})), false) as after
    from users where workspace_id = ${workspaceId} and admin and active`.execute(tx)
  if (rows[0]!.before && !rows[0]!.after) throw lastAdmin()
}

type Written = Omit<PlannedRow, 'id'> & { id: string | null }

async function writePeople(tx: Tx, now: Date, workspaceId: string, people: Written[]): Promise<void> {
  const rows = people.map(({ id, after, change }) => ({
    workspace_id: workspaceId,
    id,
    ...after,
    email_folded: foldCase(after.email),
    created_at: now,
    change,
  }))
  const columns = sql`workspace_id, id, email, email_folded, full_name, admin, active, created_at`
  await sql`insert into users (${columns}) select ${columns} from ${asRows(
    'users',
    rows.filter(({ change }) => change === 'created'),
  )}`.execute(tx)
  await sql`
    update users set email = wanted.email, email_folded = wanted.email_folded, full_name = wanted.full_name, admin = wanted.admin, active = wanted.active
    from ${asRows(
      'users',
      rows.filter(({ change }) => change === 'updated'),
    )} wanted
    where users.workspace_id = ${workspaceId} and users.id = wanted.id`.execute(tx)
}

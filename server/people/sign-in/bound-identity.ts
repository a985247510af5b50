/** Who an account is at the identity provider: bound at the first sign-in, until an administrator releases it (decision 42). */
import type { FastifyRequest } from 'fastify'
import { notFound } from '../../platform/errors.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { isStorable } from '../../platform/text.ts'
import { recordAction } from '../caller/audit.ts'
import { requireSuperAdmin } from '../caller/require-super-admin.ts'
import { type Identity, SignInRefused } from './identity-provider.ts'
import type { FoundPerson } from './people-by-email.ts'

/**
 * Binds the account, if it is not bound yet.
 * @throws {SignInRefused} the account or the identity is bound to another one
 */
export async function bindIdentity(
  tx: Tx,
  now: Date,
  { workspaceId, userId }: Pick<FoundPerson, 'workspaceId' | 'userId'>,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('bound_identities')
    .values({ workspace_id: workspaceId, user_id: userId, issuer, subject, bound_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return
  const bound = await tx
    .selectFrom('bound_identities')
    .select(['issuer', 'subject'])
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!bound) throw otherAccount()
  if (bound.issuer !== issuer || bound.subject !== subject) throw otherIdentity()
}

const otherIdentity = () =>
  new SignInRefused(
    403,
    'other_identity',
    'The account of your e-mail address belongs to another identity; an administrator can release it',
  )

const otherAccount = () =>
  new SignInRefused(
    403,
    'other_account',
    'Your identity belongs to another account here; an administrator can release it',
  )

/**
 * The next sign-in at the identity provider binds the account anew. Sessions stay.
 * @throws {ApiError} 403 without super admin; 404 for an account that is unknown or not bound
 */
export async function releaseIdentity(db: Db, now: Date, request: FastifyRequest, userId: string): Promise<void> {
  const { caller } = request
  requireSuperAdmin(caller)
  await db.transaction().execute(async (tx) => {
    const released = isStorable(userId)
      ? await tx
          .deleteFrom('bound_identities')
          .where('workspace_id', '=', caller.workspace.id)
          .where('user_id', '=', userId)
          .returning('issuer')
          .executeTakeFirst()
      : undefined
    if (!released) throw notFound('Identity')
    const details = { user_id: userId, issuer: released.issuer }
    await recordAction(tx, now, request, { action: 'identity.release', status: 204, details })
  })
}

/** The link in each mail that ends these mails, without signing in (RFC 8058). Its token is good for nothing else. */
import { createHmac, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { recordActor } from '../../../people/caller/audit.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { allKeys, isSameSecret, type SecretKey } from '../../../platform/secrets.ts'
import { lockPerson, readWish, saveNotifications } from './notifications.ts'

export const unsubscribePath = '/unsubscribe'

type MailedPerson = { workspaceId: string; userId: string }

export const unsubscribeUrl = (origin: string, { current }: SecretKey, person: MailedPerson) =>
  `${origin}${unsubscribePath}?${new URLSearchParams({
    workspace: person.workspaceId,
    person: person.userId,
    token: tokenOf(current, person),
  })}`

function tokenOf(key: Buffer, { workspaceId, userId }: MailedPerson): string {
  const own = Buffer.from(hkdfSync('sha256', key, '', 'minutebook unsubscribe links', 32))
  return createHmac('sha256', own).update(`${workspaceId}\n${userId}`).digest('base64url')
}

/** Using the link again changes nothing. @throws {ApiError} 400 for a link that is not ours */
export async function unsubscribe(
  { db, now, secretKey }: { db: Db; now: Date; secretKey: SecretKey },
  request: FastifyRequest,
  query: Record<string, unknown>,
): Promise<void> {
  const [workspaceId = '', userId = '', token = ''] = [query.workspace, query.person, query.token].map(String)
  const person = { workspaceId, userId }
  if (!allKeys(secretKey).some((key) => isSameSecret(token, tokenOf(key, person)))) {
    throw new ApiError(400, 'This link is not valid; sign in to change what you get by mail')
  }
  await db.transaction().execute(async (tx) => {
    if (!(await lockPerson(tx, workspaceId, userId))) return
    const before = await readWish(tx, workspaceId, userId)
    if (before.recaps === 'none') return
    await saveNotifications(tx, workspaceId, userId, { ...before, recaps: 'none' })
    const details = { before: { recaps: before.recaps }, after: { recaps: 'none' }, by: 'mail' }
    const action = { action: 'notifications.change', status: 204, details }
    await recordActor(tx, now, { workspaceId, userId, keyId: null }, request, action)
  })
}

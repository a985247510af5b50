/** What super admins do with channels is in the audit log, as all that they do with their rights; what members do is not. */
import type { FastifyRequest } from 'fastify'
import type { Db } from '../platform/postgres/db.ts'
import { recordAction } from './audit.ts'

type ChannelTask = {
  action: 'channel.create' | 'channel.change' | 'channel.delete'
  status?: number
  /** `added` and `removed` are ids of people, as where an identity provider changes a group. */
  details: { channel_id: string; added?: string[]; removed?: string[] } & Record<string, unknown>
}

/** Writes the row in the transaction of the change. Who acts on behalf of somebody is no super admin, and has a row already. */
export async function recordChannelAction(
  tx: Db,
  now: Date,
  request: FastifyRequest,
  task: ChannelTask,
): Promise<void> {
  if (request.caller.superAdmin) await recordAction(tx, now, request, task)
}

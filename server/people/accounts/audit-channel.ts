/**
 * The audit log has what super admins do with channels, as everything they do with their rights; not what members do.
 */
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/postgres/db.ts'
import { recordAction } from '../caller/audit.ts'

type ChannelTask = {
  action: 'channel.create' | 'channel.change' | 'channel.delete'
  status?: number
  /** `added` and `removed` are user ids; an identity provider may change several people at once. */
  details: { channel_id: string; added?: string[]; removed?: string[] } & Record<string, unknown>
}

/** Writes the row in the transaction of the change. A caller who acts on behalf of a person has a row already. */
export async function recordChannelAction(
  tx: Db,
  now: Date,
  request: FastifyRequest,
  task: ChannelTask,
): Promise<void> {
  if (request.caller.superAdmin) await recordAction(tx, now, request, task)
}

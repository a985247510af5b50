/** `minutebook prune`: removes the log of deliveries past its retention now, or what is older than the operator says. */
import { stdout } from 'node:process'
import { type Base, prepareBase } from '../base.ts'
import { OperatorError } from '../platform/errors.ts'
import { countOldDeliveries, forgetDeliveries } from '../webhooks/delivery/forget-deliveries.ts'
import type { Flags, Run } from './command.ts'
import { findWorkspace } from './find-workspace.ts'

/** As a setting has it. */
const mostDays = 36_500

export const prune: Run = async (base, _argument, flags) => {
  const olderThanDays = flags['older-than'] === undefined ? undefined : readDays(flags['older-than'])
  await prepareBase(base)
  stdout.write(`${await pruneDeliveries(base, olderThanDays, flags)}\n`)
}

/**
 * @returns what it did, in a sentence
 * @throws {OperatorError} there is no such workspace
 */
export async function pruneDeliveries(
  { db, clock, config }: Base,
  olderThanDays: number | undefined,
  { workspace, 'dry-run': isDry = false }: Pick<Flags, 'workspace' | 'dry-run'>,
): Promise<string> {
  const retention = {
    ...{ now: clock(), days: config.deliveryRetentionDays },
    ...(olderThanDays !== undefined && { olderThanDays }),
    ...(workspace !== undefined && { workspaceId: await findWorkspace(db, workspace) }),
  }
  const count = await (isDry ? countOldDeliveries : forgetDeliveries)(db, retention)
  return `${count} ${count === 1 ? 'delivery' : 'deliveries'} ${isDry ? 'would be' : count === 1 ? 'was' : 'were'} removed.`
}

/** @throws {OperatorError} */
function readDays(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= mostDays) return days
  throw new OperatorError(`--older-than must be a whole number of days from 1 to ${mostDays}.`)
}

/**
 * `minutebook prune`: removes now what is past its retention, or what is older in one log than a given number of days.
 */
import { stdout } from 'node:process'
import { countOldAudit, forgetAudit } from '../../people/privacy/forget-audit.ts'
import { OperatorError } from '../../platform/errors.ts'
import { daysBefore } from '../../platform/time.ts'
import { countOldChanges, forgetChanges } from '../../reading/changes/forget-changes.ts'
import { countOldDeliveries, forgetDeliveries } from '../../webhooks/delivery/forget-deliveries.ts'
import { type Base, prepareBase } from '../base.ts'
import type { Command, Flags } from './command.ts'
import { findWorkspace } from './find-workspace.ts'

/** The same limit as for the settings. */
const maxDays = 36_500

type Options = { now: Date; olderThanDays?: number; workspaceId?: string; isDry: boolean }

/** @returns what it did, in a sentence */
type Prune = (base: Base, options: Options) => Promise<string>

const logs: Record<string, Prune> = {
  async deliveries({ db, config }, { isDry, ...options }) {
    const prune = isDry ? countOldDeliveries : forgetDeliveries
    return countSentence(
      await prune(db, { ...options, days: config.deliveryRetentionDays }),
      'delivery',
      'deliveries',
      isDry,
    )
  },
  async changes({ db, config }, { now, olderThanDays = config.changesRetentionDays, workspaceId, isDry }) {
    const old = { before: daysBefore(now, olderThanDays), workspaceId }
    return countSentence(await (isDry ? countOldChanges : forgetChanges)(db, old), 'change', 'changes', isDry)
  },
  async audit({ db, config }, { now, olderThanDays = config.auditRetentionDays, workspaceId, isDry }) {
    if (olderThanDays === 0) return 'The audit log is kept for ever.'
    const old = { before: daysBefore(now, olderThanDays), workspaceId }
    return countSentence(
      await (isDry ? countOldAudit(db, old) : forgetAudit(db, now, old)),
      'audit row',
      'audit rows',
      isDry,
    )
  },
}

export const prune: Command = (log, flags) => {
  const olderThanDays = flags['older-than'] === undefined ? undefined : readDays(flags['older-than'])
  requireLog(log, olderThanDays)
  return async (base) => {
    await prepareBase(base)
    stdout.write(await pruneLogs(base, log, olderThanDays, flags))
  }
}

/** @throws {OperatorError} there is no such log, or days are given for all logs */
function requireLog(log: string | undefined, olderThanDays: number | undefined): void {
  const names = Object.keys(logs)
  if (log !== undefined && !names.includes(log))
    throw new OperatorError(`There is no log ${log}: name one of ${names.join(', ')}, or none for all.`)
  if (log === undefined && olderThanDays !== undefined)
    throw new OperatorError(
      `--older-than is for one of ${names.join(', ')}: minutebook prune deliveries --older-than 7`,
    )
}

/**
 * @param log  one of `logs`; all of them without it
 * @returns a line for each log
 * @throws {OperatorError} there is no such workspace
 */
export async function pruneLogs(
  base: Base,
  log: string | undefined,
  olderThanDays: number | undefined,
  { workspace, 'dry-run': isDry = false }: Pick<Flags, 'workspace' | 'dry-run'>,
): Promise<string> {
  const workspaceId = workspace === undefined ? undefined : await findWorkspace(base.db, workspace)
  const lines: string[] = []
  for (const name of log === undefined ? Object.keys(logs) : [log])
    lines.push(`${await logs[name]!(base, { now: base.clock(), olderThanDays, workspaceId, isDry })}\n`)
  return lines.join('')
}

const countSentence = (count: number, one: string, many: string, isDry: boolean) =>
  `${count} ${count === 1 ? one : many} ${isDry ? 'would be' : count === 1 ? 'was' : 'were'} removed.`

/** @throws {OperatorError} */
function readDays(text: string): number {
  const days = Number(text)
  if (/^\d+$/.test(text) && days >= 1 && days <= maxDays) return days
  throw new OperatorError(`--older-than must be a whole number of days from 1 to ${maxDays}.`)
}

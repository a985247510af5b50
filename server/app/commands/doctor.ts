/** `minutebook doctor [BACKUPS]`: is everything right here, and if not, what is to be done? It changes nothing. */
import { stdout } from 'node:process'
import { type Logger, pino } from 'pino'
import { type Config, readConfig } from '../../platform/context/config.ts'
import { OperatorError } from '../../platform/errors.ts'
import { type Clock, systemClock } from '../../platform/time.ts'
import { checkAddress, type Visitor } from '../doctor/check-address.ts'
import { checkBackup } from '../doctor/check-backup.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkMachine } from '../doctor/check-machine.ts'
import { checkServices } from '../doctor/check-services.ts'
import { type Finding, reasonIn, wrong } from '../doctor/finding.ts'
import type { Flags } from './command.ts'
import { StopSignal } from './stop-signal.ts'

const marks = { right: 'right  ', wrong: 'WRONG  ', unknown: '–      ' }

/**
 * @param backups  a backup, or a folder of backups
 * @throws {ConfigError} a setting is wrong: nothing else can be seen then
 * @throws {OperatorError} something is wrong; all of it was printed before
 */
export async function doctor(backups: string | undefined, flags: Flags): Promise<void> {
  const config = readConfig(process.env)
  using stop = new StopSignal({ reason: new OperatorError('Stopped.') })
  // What fails is said as a finding.
  const log = pino({ level: 'silent' })
  let faults = 0
  const visitor = { key: flags.key ?? process.env.MINUTEBOOK_KEY, workspace: flags.workspace }
  for await (const finding of examine(config, { backups, visitor, clock: systemClock, log, signal: stop.signal })) {
    if (finding.state === 'wrong') faults++
    stdout.write(`${printFinding(finding)}\n`)
  }
  if (faults > 0) throw new OperatorError(`${faults} ${faults === 1 ? 'thing is' : 'things are'} wrong.`)
}

export const printFinding = ({ part, state, says, todo }: Finding) =>
  `${marks[state]}${part}: ${says}${todo ? `\n       → ${todo}` : ''}`

type Examined = { backups: string | undefined; visitor: Visitor; clock: Clock; log: Logger; signal: AbortSignal }

/** What cannot be examined is wrong itself, and the rest is examined. */
export async function* examine(
  config: Config,
  { backups, visitor, clock, log, signal }: Examined,
): AsyncGenerator<Finding> {
  const parts: [part: string, todo: string, check: () => AsyncGenerator<Finding>][] = [
    ['machine', 'Read the message', () => checkMachine(config, signal)],
    ['database', 'Check DATABASE_URL or DATA_DIR; its user must own the database', () => checkDatabase(config, log)],
    ['service', 'Read the message', () => checkAddress(config, visitor, clock)],
    ['services', 'Read the message', () => checkServices(config)],
  ]
  for (const [part, todo, check] of parts) {
    try {
      yield* check()
    } catch (error) {
      signal.throwIfAborted()
      yield wrong(part, reasonIn(error), todo)
    }
  }
  yield await checkBackup(config, backups, clock())
}

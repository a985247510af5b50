/** `minutebook workspace freeze`, `unfreeze`, `move` and `delete`: moves a workspace from one database to another. */
import { realpath } from 'node:fs/promises'
import { stdout } from 'node:process'
import { type Cell, requireMovingRight, withMoveLock } from '../../keeping/cells/cell.ts'
import { deleteWorkspace } from '../../keeping/cells/delete-workspace.ts'
import { freezeWorkspace } from '../../keeping/cells/freeze.ts'
import { moveWorkspace, requireAt, unfreezeWorkspace } from '../../keeping/cells/move-workspace.ts'
import { type Config, readConfig, settings } from '../../platform/context/config.ts'
import { OperatorError } from '../../platform/errors.ts'
import { isMigrated } from '../../platform/postgres/migrate.ts'
import { type Base, mediaFolderOf, openBase, openMovingDb, prepareBase } from '../base.ts'
import { sealedKinds } from '../rooms.ts'
import type { Command } from './command.ts'

const print = (line: string) => void stdout.write(`${line}\n`)

export const workspace: Command = (action, flags, [subdomain]) => {
  if (action === undefined || !Object.hasOwn(actions, action) || !subdomain)
    throw new OperatorError(
      'Try minutebook workspace freeze, unfreeze, move or delete, and the subdomain of the workspace.',
    )
  if (action === 'delete' && flags.yes !== subdomain)
    throw new OperatorError(`This removes everything of ${subdomain}. If you mean it: --yes ${subdomain}`)
  return async (base) => {
    await prepareBase(base)
    await actions[action]!(base, subdomain, flags)
  }
}

type Action = (base: Base, subdomain: string, flags: { to?: string }) => Promise<void>

const actions: Record<string, Action> = {
  freeze: (base, subdomain) =>
    withCell(base, async (cell) => {
      const { id, state } = await requireAt(cell, subdomain)
      if (state !== null && state !== 'draining' && state !== 'frozen')
        throw new OperatorError(`${subdomain} is ${state}.`)
      await withMoveLock(cell, id, () => freezeWorkspace(cell, id, null, print))
    }),
  unfreeze: (base, subdomain, { to }) =>
    withCell(base, (source) =>
      to || process.env.TO_DATABASE_URL
        ? withTarget(base, to, (target) =>
            withCell(target, (cell) => unfreezeWorkspace(source, cell, subdomain, print)),
          )
        : unfreezeWorkspace(source, null, subdomain, print),
    ),
  move: (base, subdomain, { to }) =>
    withTarget(base, to, (target) =>
      withCell(base, (source) =>
        withCell(target, async (cell) =>
          moveWorkspace(source, cell, subdomain, { sealedKinds, print, sharesMedia: await sharesMedia(base, target) }),
        ),
      ),
    ),
  delete: (base, subdomain) => withCell(base, (cell) => deleteWorkspace(cell, subdomain, print)),
}

/** Runs with the base in the form that `cells/` needs. */
export async function withCell<Result>(base: Base, run: (cell: Cell) => Promise<Result>): Promise<Result> {
  await requireMovingRight(base.db, base.databaseUrl)
  const moving = openMovingDb(base)
  try {
    return await run({ ...base, db: moving.db })
  } finally {
    await moving.close()
  }
}

/** @throws {OperatorError} the target cannot be used, or has another schema */
async function withTarget(base: Base, to: string | undefined, run: (target: Base) => Promise<void>): Promise<void> {
  const target = await openBase(targetConfig(process.env, to), base.log)
  try {
    if (!(await isMigrated(target.db)))
      throw new OperatorError('The target has not the schema of this release: run minutebook migrate there first.')
    await run(target)
  } finally {
    await target.close()
  }
}

/**
 * The settings of the target: those of this process, each replaced by `TO_…` of the same name if that is set.
 * @param to  its address, instead of TO_DATABASE_URL
 * @throws {ConfigError} one of them is wrong
 */
export function targetConfig(environment: Record<string, string | undefined>, to: string | undefined): Config {
  const url = to ?? environment.TO_DATABASE_URL
  if (!url) throw new OperatorError('Name the database that it moves to: --to postgres://…, or TO_DATABASE_URL.')
  // If only some settings of a bucket or folder are set for the target, those of the source must not complete them.
  const keepsMedia = Object.keys(environment).some((name) => /^TO_(MEDIA_DIR|DATA_DIR|S3_)/.test(name))
  const inherited = Object.values(settings).filter(({ name }) => !(keepsMedia && /^(MEDIA_DIR|S3_)/.test(name)))
  const named = inherited.map(({ name }) => [name, environment[name]])
  const own = Object.values(settings).flatMap(({ name }) =>
    environment[`TO_${name}`] === undefined ? [] : [[name, environment[`TO_${name}`]]],
  )
  return readConfig({ ...Object.fromEntries(named), ...Object.fromEntries(own), DATABASE_URL: url })
}

/** Whether both keep media in the same folder, or the same part of a bucket. */
export async function sharesMedia(one: Base, other: Base): Promise<boolean> {
  const locations = await Promise.all([mediaLocationOf(one), mediaLocationOf(other)])
  return locations[0] === locations[1]
}

async function mediaLocationOf({ config }: Base): Promise<string> {
  if (config.s3Bucket) return `${config.s3Endpoint ?? config.s3Region} ${config.s3Bucket} ${config.s3Prefix}`
  const folder = mediaFolderOf(config)
  return realpath(folder).catch(() => folder)
}

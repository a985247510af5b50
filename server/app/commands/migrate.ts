/** `minutebook migrate`: brings the schema up to date, and that of the job queue, even if MIGRATE is off. */
import { migrateBase, openJobTables } from '../base.ts'
import type { Command } from './command.ts'

export const migrate: Command = () => async (base) => {
  const names = await migrateBase(base)
  await openJobTables(base)
  const text = names.length > 0 ? 'The schema was brought up to date' : 'The schema is up to date'
  base.log.info({ migrations: names }, text)
}

/** `minutebook migrate`: brings the schema up to date, that of the job queue too; also where MIGRATE is off. */
import { migrateBase, openJobTables } from '../base.ts'
import type { Run } from './command.ts'

export const migrate: Run = async (base) => {
  const names = await migrateBase(base)
  await openJobTables(base)
  const text = names.length > 0 ? 'The schema was brought up to date' : 'The schema is up to date'
  base.log.info({ migrations: names }, text)
}

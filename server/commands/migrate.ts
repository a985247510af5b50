/** `minutebook migrate`: brings the schema up to date, that of the job queue too. */
import { migrateBase } from '../base.ts'
import type { Run } from './command.ts'

export const migrate: Run = async (base) => {
  const { jobs, log } = base
  const names = await migrateBase(base)
  await jobs.open()
  log.info({ migrations: names }, names.length > 0 ? 'The schema was brought up to date' : 'The schema is up to date')
}

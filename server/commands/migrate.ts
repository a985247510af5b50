/** `minutebook migrate`: brings the schema up to date, that of the job queue too; also where MIGRATE is off. */
import { migrateBase } from '../base.ts'
import { Jobs } from '../platform/jobs/jobs.ts'
import type { Run } from './command.ts'

export const migrate: Run = async (base) => {
  const { databaseUrl, log } = base
  const names = await migrateBase(base)
  const jobs = new Jobs(databaseUrl, log)
  try {
    await jobs.open()
  } finally {
    await jobs.stop()
  }
  log.info({ migrations: names }, names.length > 0 ? 'The schema was brought up to date' : 'The schema is up to date')
}

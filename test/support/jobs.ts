/** Runs queued jobs in the process of the test and with its clock, in the order of their due times. */
import { sql } from 'kysely'
import type { JobDefinition } from '../../server/platform/jobs/jobs.ts'
import type { Db } from '../../server/platform/postgres/db.ts'

type Job = { id: string; name: string; data: object }

/** Runs due jobs, and the jobs that these send, until none is due. @returns the names of the jobs that ran */
export async function runDueJobs(db: Db, works: JobDefinition[], now: () => Date): Promise<string[]> {
  const ran: string[] = []
  for (let job = await takeDue(db, now()); job; job = await takeDue(db, now())) {
    const work = works.find(({ name }) => name === job!.name)
    if (!work) throw new Error(`No worker does ${job.name}`)
    await work.run(job.data)
    ran.push(job.name)
  }
  return ran
}

/** Whose the jobs of this name are that have not begun. */
export async function sharersOf(db: Db, name: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ group_id: string | null }>`
    select group_id from pgboss.job where name = ${name} and state = 'created' order by created_on`.execute(db)
  return rows.map(({ group_id }) => group_id)
}

// A job without a start time is due by PostgreSQL's clock, which does not move with the test's clock.
async function takeDue(db: Db, now: Date): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update pgboss.job set state = 'completed', completed_on = ${now}
    where id = (select id from pgboss.job where state in ('created', 'retry')
      and (start_after <= ${now} or start_after = created_on) and name not like '\_\_pgboss%' order by start_after, created_on, id limit 1)
    returning id, name, data`.execute(db)
  return rows[0]
}

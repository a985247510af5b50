/** What a measurement cost PostgreSQL: its processor time says more than the clock on a machine that others use too. */
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Base } from '../server/app/base.ts'

/** CPU time of PostgreSQL so far, including ended processes. */
export async function databaseCpuMs({ db }: Pick<Base, 'db'>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const statOf = async (pid: number | string) => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(fields[1]),
      own: Number(fields[11]) + Number(fields[12]),
      ended: Number(fields[13]) + Number(fields[14]),
    }
  }
  const { parent: postmaster } = await statOf(rows[0]!.pid)
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map(statOf))
  const living = stats.filter(({ parent }) => parent === postmaster).reduce((sum, { own }) => sum + own, 0)
  const { own, ended } = await statOf(postmaster)
  // The kernel counts in hundredths of a second.
  return (living + own + ended) * 10
}

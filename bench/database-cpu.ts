/** What a measurement cost PostgreSQL: its processor time says more than the clock on a machine that others use too. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Base } from '../server/app/base.ts'
import { childrenOf } from './linux-processes.ts'

/** CPU time of PostgreSQL so far, including ended processes. */
export async function databaseCpuMs({ db }: Pick<Base, 'db'>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const statOf = async (pid: number) => {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return {
      parent: Number(fields[1]),
      own: Number(fields[11]) + Number(fields[12]),
      ended: Number(fields[13]) + Number(fields[14]),
    }
  }
  const { parent: postmaster } = await statOf(rows[0]!.pid)
  const children = await Promise.all((await childrenOf(postmaster)).map(statOf))
  const living = children.reduce((sum, { own }) => sum + own, 0)
  const { own, ended } = await statOf(postmaster)
  // The kernel counts in hundredths of a second.
  return (living + own + ended) * 10
}

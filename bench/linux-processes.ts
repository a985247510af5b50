/** What Linux tells of processes, in /proc. */
import { readdir, readFile } from 'node:fs/promises'

/** @returns 0 for a process that has ended */
export async function kilobytesOf(pid: number, field: 'VmRSS' | 'VmHWM' | 'RssAnon'): Promise<number> {
  return Number(await statusOf(pid, field))
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map((pid) => statusOf(pid, 'PPid')))
  return pids.filter((_, index) => Number(parents[index]) === parent)
}

async function statusOf(pid: number, field: string): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? '0'
}

/** A group of processes with a limit of memory, as a container has: Linux with cgroup v1, as root. */
import { chmod, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { OperatorError } from '../server/platform/errors.ts'
import { ofRepository, type Program } from '../test/support/program.ts'

/** `bytes` is what cannot be given back: without the files that the system keeps in memory as long as there is space. */
export type Taken = { bytes: number; kills: number; atLimit: number; cpuSeconds: number }

export type MemoryGroup = {
  /** The program, in the group with all that it starts. */
  program: Program
  taken(): Promise<Taken>
  [Symbol.asyncDispose](): Promise<void>
}

const roots = { memory: '/sys/fs/cgroup/memory', cpu: '/sys/fs/cgroup/cpuacct' }

/**
 * @param folder  where its file that starts a program is written
 * @throws {OperatorError} groups cannot be made here
 */
export async function openMemoryGroup(limitBytes: number, folder: string): Promise<MemoryGroup> {
  const name = `minutebook-${process.pid}`
  const [memory, cpu] = [join(roots.memory, name), join(roots.cpu, name)]
  try {
    for (const group of [memory, cpu]) await mkdir(group)
    await writeFile(join(memory, 'memory.limit_in_bytes'), String(limitBytes))
    // With swap the limit would be one of speed.
    await writeFile(join(memory, 'memory.swappiness'), '0')
  } catch (cause) {
    throw new OperatorError('Groups of memory need root and cgroup v1 (/sys/fs/cgroup/memory).', { cause })
  }
  const node = join(folder, 'node-in-group')
  const enter = [memory, cpu].map((group) => `echo $$ > ${group}/cgroup.procs`)
  await writeFile(node, ['#!/bin/sh', ...enter, `exec ${process.execPath} "$@"`, ''].join('\n'))
  await chmod(node, 0o755)
  const read = (file: string) => readFile(join(memory, file), 'utf8')
  return {
    program: { path: ofRepository.path, node },
    async taken() {
      const [usage, stat, control, failures, cpuUsage] = await Promise.all([
        ...['memory.usage_in_bytes', 'memory.stat', 'memory.oom_control', 'memory.failcnt'].map(read),
        readFile(join(cpu, 'cpuacct.usage'), 'utf8'),
      ])
      const field = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
      // What PostgreSQL shares counts as a file, and cannot be given back either.
      const files = field(stat!, 'total_cache') - field(stat!, 'total_shmem')
      return {
        bytes: Number(usage) - files,
        kills: field(control!, 'oom_kill'),
        atLimit: Number(failures),
        cpuSeconds: Number(cpuUsage) / 1e9,
      }
    },
    async [Symbol.asyncDispose]() {
      // A process that has just ended is still in it.
      for (const group of [memory, cpu]) while (!(await removed(group))) await pause(200)
    },
  }
}

const removed = (group: string) =>
  rmdir(group).then(
    () => true,
    () => false,
  )

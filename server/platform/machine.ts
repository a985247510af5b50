/** What this machine has for work. */
import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'

/** `isLimited`: a container, or systemd, gives less than the machine has. */
export type Machine = { cores: number; memoryBytes: number; isLimited: boolean }

export function thisMachine(): Machine {
  const limit = memoryLimitBytes()
  const cores = availableParallelism()
  return { cores, memoryBytes: Math.min(totalmem(), limit), isLimited: limit < totalmem() }
}

/**
 * The least that a control group of Linux allows, from that of this process up to the first. Node looks at its own one
 * alone, and misses the limit of a slice or of a container in which a service has a group of its own.
 * @param root  where the files of the system are
 * @returns Infinity without a limit, and where there are no groups
 */
export function memoryLimitBytes(root = '/'): number {
  const lines = linesOf(join(root, 'proc/self/cgroup'))
  return Math.min(...lines.flatMap((line) => limitsOf(line, join(root, 'sys/fs/cgroup'))), Number.POSITIVE_INFINITY)
}

/** @param line  `0::/path` of version 2, `4:memory:/path` of version 1 */
function limitsOf(line: string, groups: string): number[] {
  const [, number, controllers = '', path = '/'] = /^(\d+):([^:]*):(.*)$/.exec(line) ?? []
  if (number === '0' && controllers === '') return limitsUp(groups, path, ['memory.max', 'memory.high'])
  if (controllers.split(',').includes('memory'))
    return limitsUp(join(groups, 'memory'), path, ['memory.limit_in_bytes'])
  return []
}

/** In a container the path may be that of the host: nothing is there, and the first group is the container's. */
function limitsUp(groups: string, path: string, files: string[]): number[] {
  const here = files.flatMap((file) => linesOf(join(groups, path, file))).filter((text) => /^\d+$/.test(text))
  const above = path === dirname(path) ? [] : limitsUp(groups, dirname(path), files)
  return [...here.map(Number), ...above]
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

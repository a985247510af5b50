/** Programs of the machine that tests start where they are there. */
import { execFileSync } from 'node:child_process'

/** @returns false, or why a test is skipped, for its `skip` */
export function missing(program: string, install: string): string | false {
  try {
    // nginx is not in the path of ordinary users.
    execFileSync('sh', ['-c', `PATH="$PATH:/usr/sbin"; command -v ${program}`], { stdio: 'ignore' })
    return false
  } catch {
    return `${program} is not installed (${install})`
  }
}

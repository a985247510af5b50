import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The tags of the releases, the oldest first; none in a clone without tags. */
export async function releaseTags(): Promise<string[]> {
  const args = ['tag', '--list', 'v*', '--sort=version:refname']
  const { stdout } = await promisify(execFile)('git', args, { cwd: import.meta.dirname })
  return stdout.split('\n').filter(Boolean)
}

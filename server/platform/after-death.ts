/** Work that is done when this process was killed. */
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { parse } from 'node:path'

/**
 * A shell waits for the end of a pipe from this process. It has a session of its own, so signals to this process's group
 * do not reach it; and neither our folder, which might be removed, nor our environment, which holds keys.
 * @param script  for `sh`; the arguments are `$0`, `$1` and so on
 * @returns what to call when the work is not needed any more
 */
export function runAfterDeath(script: string, args: string[]): () => void {
  const shell = spawn('sh', ['-c', `read -r _; ${script}`, ...args], {
    cwd: parse(process.cwd()).root,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell the work waits for the next start.
  shell.on('error', () => {})
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
  return () => void shell.kill()
}

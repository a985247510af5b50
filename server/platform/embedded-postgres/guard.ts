/**
 * Stops the server when its last user was killed. A shell waits for the end of a pipe from this process, and then runs
 * `stop-unused.ts`. It has a session of its own, so signals to this process's group do not reach it.
 */
import { spawn } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { processOptions } from './programs.ts'

const script = 'read -r _; sleep "$0"; exec "$@"'

/**
 * @param home          the data folder
 * @param graceSeconds  a restart within this time finds the server running
 * @returns what to call when this process has left the server
 */
export function startGuard(home: string, graceSeconds: number): () => void {
  const program = fileURLToPath(new URL('./stop-unused.ts', import.meta.url))
  const guard = spawn('sh', ['-c', script, String(graceSeconds), process.execPath, program, home], {
    ...processOptions(undefined),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without it the next start still finds the server.
  guard.on('error', () => {})
  guard.unref()
  if (guard.stdin instanceof Socket) guard.stdin.unref()
  return () => void guard.kill()
}

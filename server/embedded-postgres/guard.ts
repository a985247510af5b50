/**
 * What stops the server when its last user was killed. A shell waits for the end of a pipe from this process, in a
 * session of its own so that no signal to this process's group reaches it. Then it runs `stop-unused.ts`.
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

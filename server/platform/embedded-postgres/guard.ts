/** Stops the server when its last user was killed: then `stop-unused.ts` runs. */
import { fileURLToPath } from 'node:url'
import { runAfterDeath } from '../after-death.ts'

/**
 * @param home          the data folder
 * @param graceSeconds  a restart within this time finds the server running
 * @returns what to call when this process has left the server
 */
export function startGuard(home: string, graceSeconds: number): () => void {
  const program = fileURLToPath(new URL('./stop-unused.ts', import.meta.url))
  return runAfterDeath('sleep "$0"; exec "$@"', [String(graceSeconds), process.execPath, program, home])
}

/**
 * A port of this machine that nothing listens on, for a program that must be told one. It is below those that the
 * system gives to whoever asks for any: until the program listens, no other connection can get it.
 */
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const [lowest, firstGivenOut] = [12_000, 32_768]

export async function freePort(): Promise<number> {
  const port = randomInt(lowest, firstGivenOut)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}

/** `minutebook openapi`: prints the public contract. */
import { stdout } from 'node:process'
import { buildApi } from '../api.ts'
import type { Run } from './command.ts'

export const openapi: Run = async (base) => {
  const server = await buildApi(base)
  stdout.write(`${JSON.stringify(server.document(), null, 2)}\n`)
  await server.close()
}

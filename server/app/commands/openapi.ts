/** `minutebook openapi`: prints the public contract. */
import { stdout } from 'node:process'
import { pino } from 'pino'
import { readConfig } from '../../platform/context/config.ts'
import { buildApi } from '../api.ts'
import { openBase } from '../base.ts'

/**
 * The contract as text, from the schemas of the routes. It needs no database, because a pool connects only to be used.
 * @param settings  environment variables of the installation it is for
 */
export async function documentText(settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const config = readConfig({
    ...settings,
    DATABASE_URL: 'postgres://nowhere.invalid/none',
    SECRET_KEY: '00'.repeat(32),
  })
  const base = await openBase(config, pino({ level: 'silent' }), undefined, { usesKey: false })
  const server = await buildApi(base)
  const text = `${JSON.stringify(server.document(), null, 1)}\n`
  await server.close()
  await base.close()
  return text
}

export async function printDocument(): Promise<void> {
  stdout.write(await documentText(process.env))
}

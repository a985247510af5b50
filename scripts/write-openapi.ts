/**
 * Writes openapi.json from the routes' own schemas, and the types of the client from openapi.json. The pool connects
 * lazily, so no database is needed.
 */
import { writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { buildApi } from '../server/api.ts'
import { openBase } from '../server/base.ts'
import { readConfig } from '../server/config.ts'
import { clientTypes } from './client-types.ts'

const config = readConfig({ DATABASE_URL: 'postgres://nowhere.invalid/none', SECRET_KEY: '00'.repeat(32) })
const base = await openBase(config, pino({ level: 'silent' }), undefined, { usesKey: false })
const server = await buildApi(base)
const text = `${JSON.stringify(server.document(), null, 2)}\n`
await writeFile(new URL('../openapi.json', import.meta.url), text)
await writeFile(new URL('../sdk/src/generated/openapi.ts', import.meta.url), await clientTypes(text))
await server.close()
await base.close()

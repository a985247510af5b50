/** Writes openapi.json, and the types of the client from it. */
import { writeFile } from 'node:fs/promises'
import { documentText } from '../server/app/commands/openapi.ts'
import { clientTypes } from './client-types/client-types.ts'

const text = await documentText()
await writeFile(new URL('../openapi.json', import.meta.url), text)
await writeFile(new URL('../sdk/src/generated/openapi.ts', import.meta.url), await clientTypes(text))

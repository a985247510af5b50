/** What the client knows of the API is what openapi.json says. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import { clientTypes } from '../scripts/client-types/client-types.ts'
import { eventCatalog } from '../server/app/rooms.ts'

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8')
const text = await read('openapi.json')
const document = JSON.parse(text)

test('the types of the client are those of openapi.json; npm run openapi writes both', async () => {
  const fresh = (await read('sdk/src/generated/openapi.ts')) === (await clientTypes(text))
  assert(fresh, 'sdk/src/generated/openapi.ts is stale: npm run openapi')
})

test('openapi.json has the payloads of every event, for both scopes', () => {
  const ajv = new Ajv.default({ strict: false }).addSchema(document, 'contract')
  assert.deepEqual(Object.keys(document.webhooks).sort(), Object.keys(eventCatalog).sort())
  for (const [type, { user, workspace }] of Object.entries(eventCatalog)) {
    const place = `contract#/webhooks/${type}/post/requestBody/content/application~1json/schema`
    for (const { example } of user ? [user, workspace] : [workspace]) {
      assert(ajv.validate({ $ref: place }, example), `${type}: ${ajv.errorsText()}`)
      assert(!ajv.validate({ $ref: place }, { ...example, more: 1 }), `${type} takes what nobody is sent`)
    }
  }
})

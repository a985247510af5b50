/** Ids as requests name them: the document says their form, and the service judges what the document says (decision 8). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { OpenApi } from '../server/platform/http/openapi-document.ts'
import { idPattern } from '../server/platform/id.ts'
import { acmeWithWebhooks, keys } from './support/acme.ts'
import { operationsOf } from './support/contract.ts'
import { type Documented, exampleCall, send } from './support/example-calls.ts'
import { failureBody } from './support/failure-body.ts'
import { openWorld, type World } from './support/world.ts'

let world: World
let operations: [string, Documented][]
before(async () => {
  world = await openWorld({ WEBHOOK_DNS_SERVERS: '127.0.0.1:1' })
  await world.load(...acmeWithWebhooks())
  operations = operationsOf(world.api.document() as OpenApi)
})
after(() => world[Symbol.asyncDispose]())

type Schema = { pattern?: string; minLength?: number; properties?: Record<string, Schema>; items?: Schema }
type Parameter = { name: string; in: string; schema?: Schema; content?: Record<string, { schema: Schema }> }

const malformed = [' ', 'a b', 'n.1', 'ü', 'x'.repeat(65)]
const unknown = 'x'.repeat(64)

/** Every field of a request that names things, with its way there: `filters.note_id`. */
function idFields(schema: Schema, way: string[] = []): { way: string[]; schema: Schema }[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [
    ...(/_id$|^event_guid$|^user$|^assignees$/.test(name)
      ? [{ way: [...way, name], schema: each.items ?? each }]
      : idFields(each, [...way, name])),
  ])
}

const bodyOf = ({ requestBody }: Documented) => (requestBody?.content['application/json']?.schema ?? {}) as Schema

/** The example with another value at that place. */
function withValue(body: unknown, [name, ...rest]: string[], value: unknown): Record<string, unknown> {
  const object = (body ?? {}) as Record<string, unknown>
  return { ...object, [name!]: rest.length > 0 ? withValue(object[name!], rest, value) : value }
}

test('the document has the format of ids in paths; another format gives the same 404 as an unknown id', async () => {
  for (const [name, operation] of operations) {
    for (const { name: id, schema } of ((operation.parameters ?? []) as Parameter[]).filter(
      (each) => each.in === 'path',
    )) {
      const call = exampleCall([name.replace(`{${id}}`, ':here'), operation], 'https://hooks.acme.com/')
      const answerTo = async (value: string) => {
        const { status, body } = await send(world, {
          ...call,
          path: call.path.replace(':here', encodeURIComponent(value)),
        })
        return [status, body?.message]
      }
      const expected = await answerTo(unknown)
      assert.notEqual(expected[0], 400, `${name} ${id}: ${expected}`)
      assert.equal(schema?.pattern, (expected[0] as number) < 300 ? undefined : idPattern, `${name} ${id}`)
      for (const value of malformed) assert.deepEqual(await answerTo(value), expected, `${name} ${id} ${value}`)
    }
  }
})

const formMessage = 'must be an id: 1 to 64 letters, digits, _ or -'

test('in a body the format of ids is checked first, and the error names the place', async () => {
  const seen: string[] = []
  for (const [name, operation] of operations) {
    for (const { way, schema } of idFields(bodyOf(operation))) {
      const isPerson = ['user', 'assignees'].includes(way.at(-1)!)
      const isFree = isPerson || ['event_guid', 'client_id'].includes(way.at(-1)!)
      if (isFree) assert.equal(schema.minLength, 1, `${name} ${way}`)
      else assert.equal(schema.pattern, idPattern, `${name} ${way}`)
      const call = exampleCall([name, operation], 'https://hooks.acme.com/')
      const answerTo = (value: string) =>
        send(world, { ...call, body: withValue(call.body, way, way.at(-1) === 'assignees' ? [value] : value) })
      for (const value of isFree ? [''] : ['', ...malformed]) {
        const answer = await answerTo(value)
        const at = `body.${way.join('.')}${way.at(-1) === 'assignees' ? '[0]' : ''}`
        assert.equal(answer.status, 400, `${name} ${way} ${value}: ${answer.text}`)
        assert.equal(answer.body.errors[0].location, at, answer.text)
        const message = value.length > 64 ? 'must have at most 64 characters' : formMessage
        if (!isFree) assert.equal(answer.body.errors[0].message, message)
      }
      assert.doesNotMatch((await answerTo(unknown)).text, /must be an id:|must have at least/, `${name} ${way}`)
      seen.push(`${name} ${way.join('.')}`)
    }
  }
  assert(seen.includes('post /api/v1/action_items filters.note_id') && seen.length > 10, seen.join('\n'))
})

test('the same holds in filters of a query', async () => {
  const filters = (id: string) =>
    world.get(`/api/v1/audit_log?filters=${encodeURIComponent(JSON.stringify({ user_id: id }))}`, keys.ada)
  for (const value of ['', ...malformed]) assert.equal((await filters(value)).status, 400, value)
  for (const value of ['x', unknown]) assert.equal((await filters(value)).status, 200, value)
})

test('an empty cursor counts as no cursor', async () => {
  const answer = await world.post('/api/v1/notes', keys.ada, { pagination: { cursor: '' } })
  assert.deepEqual([answer.status, answer.body], [400, failureBody('Invalid cursor')])
})

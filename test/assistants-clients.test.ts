/** MCP (decision 48): what all kinds of clients send and take. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { accepts } from '../server/platform/http/accepts.ts'
import { portableSchema } from '../server/reading/assistants/mcp-server.ts'
import { acme, keys } from './support/acme.ts'
import { openAssistant, openListeningWorld } from './support/assistant.ts'

let world: Awaited<ReturnType<typeof openListeningWorld>>
before(async () => {
  world = await openListeningWorld()
  await world.load(...acme())
})
after(() => world[Symbol.asyncDispose]())

const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params })
const post = (accept: string | undefined, body: object, headers: Record<string, string> = {}) =>
  world.post('/mcp', keys.bo, body, { headers: { ...headers, ...(accept !== undefined && { accept }) } })

test('48: schemas of tools have no list of types, and no format but date-time', async () => {
  await using bo = await openAssistant(world.url, { 'x-api-key': keys.bo })
  let walked = 0
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    walked++
    const { type, format } = schema as { type?: unknown; format?: unknown }
    assert(!Array.isArray(type), `${path}: a list of types`)
    assert(typeof format !== 'string' || format === 'date-time', `${path}: format ${format}`)
    for (const [name, part] of Object.entries(schema)) walk(part, `${path}.${name}`)
  }
  assert(bo.tools.length >= 10)
  for (const { name, inputSchema, outputSchema } of bo.tools) {
    walk(inputSchema, `${name}.input`)
    walk(outputSchema, `${name}.output`)
  }
  assert(walked > 200)
})

test('48: a field of a schema may itself be called type or format', () => {
  const text = { type: 'string', format: 'date' }
  const fields = {
    type: { type: ['string', 'null'], enum: ['a', null] },
    format: text,
    at: { ...text, format: 'date-time' },
  }
  assert.deepEqual(portableSchema({ type: 'object', properties: fields }), {
    type: 'object',
    properties: {
      type: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      format: { type: 'string' },
      at: { type: 'string', format: 'date-time' },
    },
  })
})

test('48: an empty text for an optional argument means that it is absent', async () => {
  await using bo = await openAssistant(world.url, { 'x-api-key': keys.bo })
  const { meetings } = await bo.read('list_meetings', { limit: 50 })
  const empty = { title: '', from: '', to: '', cursor: '⟦⟧' }
  assert.deepEqual((await bo.read('list_meetings', { ...empty, limit: 50 })).meetings, meetings)
  const { action_item } = await bo.read('create_action_item', { text: 'x', note_id: '', due_date: '' })
  assert.deepEqual([action_item.note_id, action_item.due_date], [null, null])
  assert.match(await bo.refused('search', { query: '' }), /^arguments\.query must have at least 1/)
})

test('48: Accept may have any form that admits JSON', async () => {
  const json = [
    '*/*',
    'application/*',
    'application/json',
    'Application/JSON;q=0.9',
    'text/html, */*; q=.2',
    '',
    undefined,
  ]
  const both = [
    'application/json, text/event-stream',
    'text/event-stream;q=0.5,APPLICATION/JSON',
    'text/event-stream, */*',
  ]
  for (const accept of [...json, ...both]) {
    const answer = await post(accept, message('tools/list'))
    assert.equal(answer.status, 200, `${accept}: ${answer.text}`)
    const isJson = json.some((each) => each === accept)
    assert.equal(answer.headers['content-type'], isJson ? 'application/json' : 'text/event-stream', String(accept))
    const { result } = JSON.parse(isJson ? answer.text : /^data: (.+)$/m.exec(answer.text)![1]!)
    assert(result.tools.length >= 10)
    assert.equal((await post(accept, { jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
  }
  const failed = await post('application/json', message('tools/call', { name: 'none' }))
  assert.match(failed.text, /^\{.*"error":.*There is no tool none.*\}$/)
  for (const accept of ['text/html', 'application/json;q=0', 'text/event-stream'])
    assert.deepEqual((await post(accept, message('ping'))).status, 406, accept)
})

test('the most specific range of Accept decides', () => {
  const cases: [string, boolean][] = [
    ['application/json;q=0, */*', false],
    ['*/*;q=0, application/json', true],
    ['application/*;q=0.000, text/html', false],
    ['*', true],
    ['application/jsonx', false],
    [`${'a/b;q=1,'.repeat(10_000)}*/*`, true],
  ]
  for (const [header, expected] of cases)
    assert.equal(accepts(header, 'application/json'), expected, header.slice(0, 40))
})

/** The document of the profile `hosted` against the running service (docs/hosted.md); the contract's is in contract.test.ts. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import Ajv from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { OpenApi, OpenApiOperation } from '../server/platform/http/openapi-document.ts'
import { acmeWithWebhooks, keys } from './support/acme.ts'
import { operationsOf } from './support/contract.ts'
import { type Content, type Documented, exampleCall, exampleOf, send } from './support/example-calls.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { tries } from './support/random.ts'
import { randomRequest } from './support/random-request.ts'
import { openWorld, type World } from './support/world.ts'

let outside: Outside
let world: World
let hosted: OpenApi
let contract: OpenApi
before(async () => {
  outside = await openOutside()
  world = await openWorld(outside.settings)
  contract = (await world.get('/api/v1/openapi.json?profile=none')).body
  hosted = (await world.get('/api/v1/openapi.json?profile=hosted')).body
})
beforeEach(fill)
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
})

async function fill() {
  await world.empty()
  await world.load(...acmeWithWebhooks().map((workspace) => ({ ...workspace, compatibility: 'hosted' })))
}

/** What both documents have of an operation, without what each answer has of the profile. */
function ownText(document: OpenApi, name: string): string {
  const operation = new Map(operationsOf(document)).get(name)
  if (!operation) return ''
  const { parameters = [], responses, ...rest } = structuredClone(operation)
  for (const { headers } of Object.values(responses)) delete headers?.['X-Minutebook-Profile']
  const others = parameters.filter((parameter) => parameter.name !== 'X-Minutebook-Profile')
  return withSchemas(document, JSON.stringify([others, responses, rest]))
}

/** With the text of each schema that it names. */
function withSchemas({ components }: OpenApi, text: string): string {
  const named = [...new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!))]
  return text + JSON.stringify(named.sort().map((name) => components.schemas[name]))
}

const differing = () =>
  operationsOf(hosted).filter(([name]) => ownText(hosted, name) !== ownText(contract, name)) as [string, Documented][]

const expected = [
  ...['post /api/v1/notes', 'get /api/v1/note/{note_id}', 'patch /api/v1/note/{note_id}', 'post /api/v1/note'],
  ...[
    'delete /api/v1/note/{note_id}',
    'post /api/v1/note/{note_id}/agenda',
    'post /api/v1/note/{note_id}/agenda/append',
  ],
  ...['post /api/v1/note/{note_id}/agenda/prepend', 'post /api/v1/note/{note_id}/agenda/find-replace'],
  'post /api/v1/note/{note_id}/agenda/take-over',
  ...['post /api/v1/recordings', 'get /api/v1/recording/{recording_id}', 'patch /api/v1/recording/{recording_id}'],
  ...['delete /api/v1/recording/{recording_id}', 'get /api/v1/recording/{recording_id}/transcript'],
  ...['post /api/v1/action_items', 'put /api/v1/webhook/{webhook_id}', 'get /api/v1/webhook'],
]

test('it is the contract except for the operations that differ, and an unknown profile is a 400', async () => {
  assert.deepEqual(
    differing()
      .map(([name]) => name)
      .sort(),
    expected.sort(),
  )
  assert.deepEqual((await world.get('/api/v1/openapi.json')).body, contract)
  for (const profile of ['original', '', 'hosted&profile=none']) {
    const { status, body } = await world.get(`/api/v1/openapi.json?profile=${profile}`)
    assert.deepEqual([status, body.errors[0].location], [400, 'query.profile'])
  }
  const ids = operationsOf(hosted).map(([, { operationId }]) => operationId)
  assert.equal(new Set(ids).size, ids.length)
})

test('each operation that differs answers its example as documented, and its examples match its schemas', async () => {
  const [deletions, others] = [true, false].map((is) =>
    differing().filter(([name]) => name.startsWith('delete') === is),
  ) as [[string, Documented][], [string, Documented][]]
  for (const each of [...others, ...deletions.reverse()]) {
    const [name, { requestBody, responses }] = each
    const answer = await send(world, exampleCall(each, outside.receiver.url()))
    assert(answer.status < 300, `${name} ${answer.text}`)
    assert.equal(answer.headers['x-minutebook-profile'], 'hosted', name)
    assert.equal(answer.headers['ignored-fields'], undefined, name)
    for (const part of [requestBody, responses[answer.status]]) checkExample(name, part as { content?: Content })
  }
})

function checkExample(name: string, part: { content?: Content } | undefined) {
  const example = exampleOf(part)
  if (example === undefined) return
  const ajv = new Ajv.default({ strict: false, validateFormats: false })
  const { schema } = part!.content!['application/json']!
  const isRight = ajv.compile({ ...schema, components: hosted.components })
  assert(isRight(example), `${name} ${JSON.stringify(isRight.errors)}`)
}

test('Redocly reports no problem in it, and its links have targets', async () => {
  const file = join(tmpdir(), `hosted-${process.pid}.json`)
  await writeFile(file, JSON.stringify(hosted))
  const cli = new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url).pathname
  const env = {
    PATH: process.env.PATH,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  }
  const run = await promisify(execFile)(process.execPath, [cli, 'lint', '--format=json', file], { env }).catch(
    (error) => error,
  )
  const problems: { ruleId: string; message: string; location: { pointer: string }[] }[] = JSON.parse(
    run.stdout,
  ).problems
  const isRedirect = ({ location }: (typeof problems)[number]) =>
    /~1(sign_in~1oidc|connect~1callback)/.test(location[0]?.pointer ?? '')
  // The path is decided (72). An id begins with `r_`, so it is never `tus`.
  const isCancelled = ({ ruleId, location }: (typeof problems)[number]) =>
    ruleId === 'no-ambiguous-paths' && /~1upload~1(tus~1\{\w+\}|\{\w+\}~1cancel)$/.test(location[0]?.pointer ?? '')
  assert.deepEqual(
    problems.filter((problem) => !isRedirect(problem) && !isCancelled(problem)),
    [],
  )
  const response = hosted.paths['/api/v1/notes']!.post!.responses['200']!
  assert.deepEqual(response.links?.get_note?.parameters, { note_id: '$response.body#/notes/data/0/id' })
})

test('random requests to the operations that differ get documented answers, and no 5xx', async () => {
  const values = {
    note_id: ['n_1', 'n_1', 'n_ada', 'n_none'],
    recording_id: ['r_1', 'r_2', 'r_none'],
    webhook_id: ['wh_1', 'wh_all', 'wh_none'],
    content_fellow_markdown: ['::agenda{version=1}\n# Goals', '- a'],
    content_native_markdown: ['::agenda{version=1}\n# Goals'],
    event_attendees: ['ada@acme.test', 'BO@acme.test', 'nobody@acme.test'],
    find: ['::agenda{version=1}'],
    url: [outside.receiver.url()],
    enabled_events: ['ai_note.generated', 'note.made'],
  }
  const known = {
    keys: [keys.ada, keys.bo, keys.adaRegular],
    badKeys: [keys.cy, 'mb_none'],
    people: ['u_bo', 'nobody@acme.test'],
    values,
    cursors: {},
  }
  const cursors: [string, string[]][] = []
  for (const name of ['notes', 'recordings', 'action_items']) {
    const { body } = await world.post(`/api/v1/${name}`, keys.ada, { pagination: { page_size: 1 } })
    cursors.push([`post /api/v1/${name}`, [body[name].page_info.cursor]])
  }
  const request = randomRequest(
    { ...known, cursors: Object.fromEntries(cursors) },
    differing() as [string, OpenApiOperation][],
  )
  let done = 0
  const property = fc.asyncProperty(request, async ({ method, path, headers, body }) => {
    const answer = await world.request(method, path, { headers, body })
    assert(answer.status < 500, answer.text)
    if (answer.status < 300) done += 1
    if (method === 'DELETE' && answer.status < 300) await fill()
  })
  const numRuns = tries({ suite: 150, deep: 20_000 })
  await fc.assert(property, { numRuns })
  assert(done > numRuns / 50, `${done} of ${numRuns} were answered`)
})

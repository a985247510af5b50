/** The published document against the running service: every operation, every status it names, and nothing else. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import Ajv from 'ajv/dist/2020.js'
import pg from 'pg'
import type { OpenApi, Response } from '../server/platform/http/openapi-document.ts'
import { acme, acmeWithWebhooks, keys } from './support/acme.ts'
import { botAnswers } from './support/bot-answers.ts'
import { caldavAnswers } from './support/caldav-answers.ts'
import { followed, operationsOf, partAt, seenAnswers, seenHeaders } from './support/contract.ts'
import {
  type Call,
  type Documented,
  exampleCall,
  exampleOf,
  formsOf,
  mediaLink,
  send,
} from './support/example-calls.ts'
import { failureBody } from './support/failure-body.ts'
import { type Identities, openIdentityProvider } from './support/identity-provider.ts'
import { oauthOn } from './support/oauth.ts'
import { oauthAnswers } from './support/oauth-answers.ts'
import { type Outside, openOutside } from './support/outside.ts'
import { outsideLinkAnswers } from './support/outside-link-answers.ts'
import { peculiarAnswers } from './support/peculiar-answers.ts'
import { signInAnswers } from './support/sign-in-answers.ts'
import { addMedia, addUpload, openMediaFolder } from './support/stored-media.ts'
import { addDelivery } from './support/webhook-world.ts'
import { type Answer, openWorld, type World } from './support/world.ts'
import { addRecorder } from './support/zoom.ts'

let outside: Outside
let identities: Identities
let files: Awaited<ReturnType<typeof openMediaFolder>>
let world: World
let document: OpenApi
before(async () => {
  outside = await openOutside()
  identities = await openIdentityProvider()
  files = await openMediaFolder()
  const rate = { API_RATE_PER_SECOND: '1000000' }
  const signIn = { ...identities.settings, SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'minutebook@example.com' }
  const calendars = { CALENDAR_GOOGLE_CLIENT_ID: 'minutebook', CALENDAR_GOOGLE_CLIENT_SECRET: 'known-to-both' }
  const settings = { ...rate, ...signIn, ...calendars, ...oauthOn, ...files.settings, ...outside.settings }
  world = await openWorld({ BODY_LIMIT_BYTES: '1024', MODELS_FROM_CONSOLE: 'on', ...settings })
  await world.load(...acmeWithWebhooks())
  await addDelivery(world)
  await addMedia(world)
  await addUpload(world)
  await addRecorder(world)
  await addExamples(world)
  document = world.api.document() as OpenApi
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await outside[Symbol.asyncDispose]()
  await identities[Symbol.asyncDispose]()
  await files[Symbol.asyncDispose]()
})

/** Those of the examples. */
async function addExamples({ db, base }: World): Promise<void> {
  const times = { created_at: base.clock(), updated_at: base.clock() }
  const decision = { workspace_id: 'ws_acme', note_id: 'n_1', made_at: base.clock(), changed_by_people: true }
  for (const [id, text] of [
    ['dec_0', 'Rent'],
    ['dec_1', 'Rent the hall'],
  ] as const)
    await db
      .insertInto('decisions')
      .values({ ...decision, ...times, id, text, text_folded: text.toLowerCase() })
      .execute()
  const rule = { workspace_id: 'ws_acme', id: 'ru_1', user_id: 'u_ada', position: 0, name: 'Weekly' }
  await db
    .insertInto('rules')
    .values({ ...rule, ...times, match: '{}', does: '{}' })
    .execute()
  const own = { workspace_id: 'ws_acme', user_id: 'u_ada' }
  const device = { endpoint_hash: Buffer.alloc(32), sealed: Buffer.alloc(1), titles: true, user_agent: '' }
  await db
    .insertInto('push_subscriptions')
    .values({ ...own, ...device, id: 'ps_1', created_at: base.clock() })
    .execute()
  await db
    .insertInto('reminders')
    .values({ ...own, note_id: 'n_1', starts_at: base.clock(), made_at: base.clock() })
    .execute()
}

const operations = () => operationsOf(document) as [string, Documented][]

test('every documented answer of every operation occurs, and no other', async () => {
  await using limited = await openWorld({ API_RATE_PER_DAY: '1' })
  await limited.load(...acme())
  await limited.get('/api/v1/me', keys.ada)
  await using broken = await openWorld(identities.settings)
  for (const table of ['api_keys', 'recording_media', 'workspaces']) {
    await broken.db.schema.alterTable(table).renameTo(`${table}_elsewhere`).execute()
  }
  // Nothing listens on port 1: what PostgreSQL being away looks like from here.
  await using away = await openWorld({ ...identities.settings, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  await using switchedOff = await openWorld({ API_RATE_PER_SECOND: '1000000' })
  await switchedOff.load(...acme().map((workspace) => ({ ...workspace, webhooks: 'switched_off' })))

  const provoke: Record<string, (call: Call) => Promise<Answer>> = {
    200: (call) => send(world, call),
    304: (call) => send(world, call, { headers: { 'if-none-match': '*' } }),
    400: (call) =>
      call.parameter
        ? send(world, { ...call, path: `${call.path}?${call.parameter}=none` })
        : send(world, { ...call, body: [] }),
    401: (call) => send(world, call, { key: '' }),
    403: (call) => send(world, call, { key: keys.bo, headers: { 'x-on-behalf-of': 'u_ada' } }),
    404: (call) => send(world, call, { headers: { 'x-on-behalf-of': 'nobody@acme.test' } }),
    412: (call) => send(world, call, { headers: { 'if-match': '"of-before"', 'tus-resumable': undefined } }),
    413: (call) => send(world, { ...call, body: { padding: 'x'.repeat(1_024) } }),
    415: (call) => send(world, call, { headers: { 'content-type': 'text/plain' } }),
    429: (call) => send(limited, call),
    500: (call) => send(broken, call, onOwnHost),
    502: (call) => send(switchedOff, call),
    503: (call) => send(away, call, onOwnHost),
  }
  provoke[201] = provoke[202] = provoke[204] = provoke[302] = provoke[200]!
  const peculiar: Record<string, (call: Call) => Promise<Answer>> = {
    ...{ ...peculiarAnswers(world), ...signInAnswers(world, identities), ...oauthAnswers(world) },
    'patch /api/v1/channel/{channel_id} 502': (call: Call) =>
      send(switchedOff, {
        ...call,
        body: { deliver_to: { kind: 'slack', url: 'https://hooks.slack.com/services/x' } },
      }),
    'post /api/v1/note/{note_id}/next 422': (call: Call) => send(switchedOff, call),
    // Of a past meeting.
    'patch /api/v1/note/{note_id} 409': (call: Call) =>
      send(world, { ...call, body: { planned: { record: 'never' } } }),
    ...{
      ...outsideLinkAnswers(world),
      ...botAnswers(world, outside.receiver),
      ...caldavAnswers(world, outside.receiver),
    },
  }
  seenAnswers.clear()
  seenHeaders.clear()
  const expected: string[] = []
  // Deletions come last and backwards: a recording before the note that it would go with.
  const [deletions, others] = [
    operations().filter(isDeletion).reverse(),
    operations().filter((each) => !isDeletion(each)),
  ]
  for (const each of [...others, ...deletions]) {
    const [name, operation] = each
    for (const status of Object.keys(operation.responses).sort().reverse()) {
      const occur = peculiar[`${name} ${status}`] ?? provoke[status]
      assert(occur, `${name} documents ${status}, and no test knows how to bring it about`)
      const example = exampleCall(each, outside.receiver.url())
      const call = status.startsWith('2') ? withUnknown(example, operation) : example
      const answer = await occur(name.includes(' /media/') ? { ...call, path: mediaLink(world) } : call)
      assert.equal(answer.status, Number(status), `${name} ${status}: ${answer.text}`)
      expected.push(`${name} ${status}`)
    }
  }
  assert.deepEqual([...seenAnswers.keys()].sort(), expected.sort())
  const headers = operations().flatMap(([name, operation]) =>
    placesOfResponses(name, operation).flatMap(([status, place]) =>
      Object.keys(partAt<Response>(document, place).headers ?? {}).map((header) => `${name} ${status} ${header}`),
    ),
  )
  // A feed with an unknown field beside its address is in test/calendar-feeds.test.ts: here no calendar can be fetched.
  const elsewhere = 'post /api/v1/calendar/import 200 Ignored-Fields'
  assert.deepEqual([...seenHeaders, elsewhere].sort(), headers.sort(), 'every documented header occurs')
})

/** Each status of an operation, with the path to its response in the document. */
function placesOfResponses(name: string, { responses }: Documented): [status: string, place: string[]][] {
  const [method, path] = name.split(' ') as [string, string]
  return Object.keys(responses).map((status) => [
    status,
    followed(document, ['paths', path, method, 'responses', status]),
  ])
}

/** Where the host names a workspace, it is looked up, also for who needs no key. */
const onOwnHost = { headers: { host: 'acme.localhost' } }

/** The same with a field that no operation knows (decision 1 on bodies). */
function withUnknown(call: Call, { requestBody, parameters = [] }: Documented): Call {
  if (requestBody?.content['application/json']) return { ...call, body: { ...(call.body as object), unheard_of: 1 } }
  const hasQuery = parameters.some((parameter) => parameter.in === 'query')
  return hasQuery ? { ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}unheard_of=1` } : call
}

const isDeletion = ([name]: [string, unknown]) => name.startsWith('delete ')

test('500 shows no internals, 503 says when to try again', async () => {
  await using broken = await openWorld({ LOG_LEVEL: 'error' })
  await broken.db.schema.alterTable('api_keys').renameTo('elsewhere').execute()
  const fault = await broken.get('/api/v1/me', keys.ada)
  assert.deepEqual([fault.status, fault.body], [500, failureBody('Internal error')])
  assert(
    broken.logged.some((line) => line.includes('api_keys')),
    'the log says what the answer hides',
  )

  await using away = await openWorld({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  const gone = await away.get('/api/v1/me', keys.ada)
  assert.deepEqual([gone.status, gone.body], [503, failureBody('The database is not available; try again')])
  assert.match(gone.headers['retry-after'] ?? '', /^[1-9]\d*$/)
})

test('a connection that is lost during a request is a 503, and the next request succeeds', async () => {
  const blocker = new pg.Client({ connectionString: world.base.databaseUrl })
  await blocker.connect()
  await blocker.query('begin; lock table api_keys')
  const answer = world.get('/api/v1/me', keys.ada)
  const waiting = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  // Within a transaction PostgreSQL tells what it told first, unless it is to look again.
  while ((await blocker.query(waiting)).rowCount === 0) await blocker.query('select pg_stat_clear_snapshot()')
  assert.equal((await answer).status, 503)
  await blocker.query('rollback')
  await blocker.end()
  assert.equal((await world.get('/api/v1/me', keys.ada)).status, 200)
})

test('while the database accepts no connections the answer is 503, and 200 once it accepts them again', async () => {
  await using away = await openWorld()
  await away.load(...acme())
  const database = new URL(away.base.databaseUrl)
  const name = database.pathname.slice(1)
  database.pathname = '/postgres'
  const operator = new pg.Client({ connectionString: database.href })
  await operator.connect()
  await operator.query(`alter database ${name} allow_connections false`)
  await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  const during = await Promise.all([1, 2, 3].map(() => away.get('/api/v1/me', keys.ada)))
  await operator.query(`alter database ${name} allow_connections true`)
  await operator.end()
  assert.deepEqual(
    during.map(({ status }) => status),
    [503, 503, 503],
  )
  assert.equal((await away.get('/api/v1/me', keys.ada)).status, 200)
})

/** No field of theirs is required, and yet there must be a body: by the specification, because one of two is, or by its type. */
const requireSomething = [
  'post /api/v1/session',
  'post /api/v1/recordings/upload/list',
  'post /api/v1/note/{note_id}/agenda',
  'post /api/v1/calendar/import',
  'post /api/v1/users/import',
  'patch /api/v1/recordings/upload/tus/{recording_id}',
]

test('OpenAPI 3.1.0, version 1.0.3, and the upload list as in the specification', () => {
  assert.deepEqual([document.openapi, document.info.version], ['3.1.0', '1.0.3'])
  const list = document.paths['/api/v1/recordings/upload/list']?.post
  assert.equal(list?.operationId, 'apps_developer_api_api_list_uploads')
  assert.deepEqual(list?.tags, ['Recordings'])
  for (const [name, { requestBody }] of operations()) {
    const { required = [] } = (requestBody?.content['application/json']?.schema ?? {}) as { required?: string[] }
    const needed = required.length > 0 || requireSomething.includes(name)
    assert.equal(requestBody?.required ?? false, needed, `${name}: a body is required where one of its fields is`)
  }
})

test('null or an empty body is accepted where the document says so, and a 400 elsewhere', async () => {
  for (const each of operations()) {
    const { required, content = {} } = each[1].requestBody ?? {}
    const json = content['application/json']?.schema as { type: string | string[] } | undefined
    if (!json) continue
    assert.equal([json.type].flat().includes('null'), !required, each[0])
    const call = exampleCall(each, outside.receiver.url())
    for (const body of [null, undefined]) {
      const { status, text } = await send(world, { ...call, body })
      assert.equal(status === 400, required, `${each[0]} ${body}: ${text}`)
    }
  }
  const texts = document.paths['/api/v1/calendar/import']!.post!.requestBody!.content['text/calendar']!
  assert.equal((texts.schema as { minLength?: number }).minLength, 1, 'an empty file is a 400')
})

test('operation ids are unique and follow one scheme; everything beyond the specification is marked', () => {
  const ids = operations().map(([, { operationId }]) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  for (const id of ids) assert.match(id, /^apps_developer_api_api_[a-z]+(_[a-z]+)*$/)
  const specified = operations().filter(([, operation]) => operation['x-extension'] !== true)
  assert.deepEqual(specified.map(([name]) => name).sort(), [
    'delete /api/v1/note/{note_id}',
    'delete /api/v1/recording/{recording_id}',
    'delete /api/v1/webhook/{webhook_id}',
    'get /api/v1/note/{note_id}',
    'get /api/v1/recording/{recording_id}',
    'get /api/v1/webhook/{webhook_id}',
    'get /api/v1/webhooks',
    'patch /api/v1/webhook/{webhook_id}',
    'post /api/v1/note/{note_id}/agenda',
    'post /api/v1/notes',
    'post /api/v1/recordings',
    'post /api/v1/recordings/upload',
    'post /api/v1/recordings/upload/list',
    'post /api/v1/webhook',
  ])
})

test('every operation is described, with examples that its own schemas accept', () => {
  const ajv = new Ajv.default({
    strict: false,
    formats: { date: true, 'date-or-date-time': true, email: true, https: true },
  }).addSchema(document, 'contract')
  const accepts = (pointer: string[], value: unknown, name: string) => {
    const path = pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    assert.notEqual(value, undefined, `${name} has no example`)
    assert(ajv.validate({ $ref: `contract#/${path}` }, value), `${name}: ${ajv.errorsText()}`)
  }
  for (const [name, operation] of operations()) {
    const place = ['paths', name.split(' ')[1]!, name.split(' ')[0]!]
    assert(operation.summary && operation.description && operation.tags.length === 1, name)
    const [sent] = formsOf(operation.requestBody)
    if (sent) {
      accepts([...place, 'requestBody', 'content', sent, 'schema'], exampleOf(operation.requestBody), name)
    }
    for (const [status, at] of placesOfResponses(name, operation)) {
      const response = partAt<Response>(document, at)
      assert(response.description, `${name} ${status}`)
      const [form] = formsOf(response)
      const schema = [...at, 'content', form!, 'schema']
      for (const [header, told] of Object.entries(response.headers ?? {})) {
        if ('$ref' in told) continue
        for (const example of (told.schema as { examples?: unknown[] }).examples ?? []) {
          accepts([...at, 'headers', header, 'schema'], example, `${name} ${status} ${header}`)
        }
      }
      if (form) accepts(schema, exampleOf(response), `${name} ${status}`)
      else assert(Number(status) < 400 || name.startsWith('head '), `${name} ${status} has no body`)
    }
  }
})

test('optional fields are as in the specification (2.4, 2.5)', () => {
  const { RecordingUpload, PageInfo } = document.components.schemas as Record<string, { required?: string[] }>
  assert.deepEqual(RecordingUpload?.required ?? [], [], 'spec 2.4: all fields are optional in the schema')
  assert.deepEqual(PageInfo?.required, ['page_size'], 'spec 2.5: page_size is required, cursor is not')
})

test('openapi.json in the repository is the served document; npm run openapi writes it', async () => {
  const file = await readFile(new URL('../openapi.json', import.meta.url), 'utf8')
  assert(file === `${JSON.stringify(document, null, 1)}\n`, 'openapi.json is stale: npm run openapi')
})

test('the document and its reference page need no key', async () => {
  const answer = await world.get('/api/v1/openapi.json')
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, JSON.parse(JSON.stringify(document)))
  for (const path of ['/api/v1/docs', '/api/v1/docs/', '/api/v1/docs/json']) {
    assert.equal((await world.get(path)).status, 200, path)
  }
})

test('the page and everything it loads come from this origin', async () => {
  const page = await world.get('/api/v1/docs')
  assert.match(page.headers['content-type'] ?? '', /^text\/html/)
  const references = [...page.text.matchAll(/\b(?:src|href)="([^"]*)"/g)].map((match) => match[1]!)
  assert(references.length >= 5, page.text)
  for (const reference of references) {
    const address = new URL(reference, 'http://minutebook.test/api/v1/docs')
    assert.equal(address.origin, 'http://minutebook.test', reference)
    const asset = await world.get(address.pathname)
    assert.equal(asset.status, 200, reference)
    if (!/\.(css|js)$/.test(reference)) continue
    const elsewhere = /(@import|url\(|\bimport\(|\bfetch\(|\bsrc\s*[:=]|importScripts\()\s*["'`]?(https?:)?\/\//i.exec(
      asset.text,
    )
    assert.equal(elsewhere, null, `${reference} loads ${elsewhere?.[0]}`)
  }
  const start = await world.get('/api/v1/docs/static/swagger-initializer.js')
  assert(start.text.includes("url: resolveUrl('./json')"), 'the page reads the document of this server')
  assert(start.text.includes('validatorUrl: null'), 'without it the page asks a validator on another host')
})

test('generators of clients can read the document: no parameter has `content`, and `webhooks` may be left out', async () => {
  const { body } = await world.get('/api/v1/openapi.json?webhooks=false')
  const { webhooks: _, ...others } = JSON.parse(JSON.stringify(document))
  assert.deepEqual(body, others)
  assert((await world.get('/api/v1/openapi.json?webhooks=true')).body.webhooks)
  assert.equal((await world.get('/api/v1/openapi.json?webhooks=no')).status, 400)
  const parameters = operationsOf(document).flatMap(([, operation]) => operation.parameters ?? [])
  assert.deepEqual(
    parameters.filter((each) => each.content || !each.schema),
    [],
  )
})

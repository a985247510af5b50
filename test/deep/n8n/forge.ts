/**
 * A server that behaves as the published descriptions of GitHub's and Gitea's issues say: three operations, and the webhook
 * `issues`. Requests and answers of GitHub are held against its OpenAPI document, its webhooks against their schemas.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import Draft7 from 'ajv'
import Ajv from 'ajv/dist/2020.js'

// biome-ignore lint/suspicious/noExplicitAny: JSON of a vendor
type Json = any

export type Kind = {
  /** The path before `/repos`. */
  base: string
  site: string
  issue: Json
  event: Record<'closed' | 'reopened', Json>
  headers(event: string, digest: string): Record<string, string>
  check(what: 'POST' | 'PATCH' | 'GET' | 'issue' | 'webhook', value: Json): void
}

export const token = 'token-of-the-tracker'
export const secret = 'a secret of the webhook'
const path = '/repos/acme/app/issues'

export type Forge = Awaited<ReturnType<typeof openForge>>

export async function openForge(kind: Kind) {
  const issues: Json[] = []
  const forge = { requests: [] as string[], refuses: false }
  const answerOf = (method: string, number: string | undefined, body: Json): [number, Json] => {
    if (forge.refuses) return [503, { message: 'Not now' }]
    if (method === 'POST' && !number) {
      const at = issues.length + 1
      const html_url = `${kind.site}/acme/app/issues/${at}`
      issues.push({ ...kind.issue, ...body, number: at, html_url, state: 'open' })
      return [201, issues.at(-1)]
    }
    const issue = issues[Number(number) - 1]
    if (!issue) return [404, { message: 'Not Found' }]
    return [method === 'PATCH' && kind.base !== '' ? 201 : 200, Object.assign(issue, body)]
  }
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    const body = method === 'GET' ? {} : ((await json(request)) as Json)
    const [, number] = url!.slice(kind.base.length + path.length).split('/')
    assert(url!.startsWith(kind.base + path), `${method} ${url}`)
    assert.equal(headers.authorization, `Bearer ${token}`)
    forge.requests.push(`${method} ${number ?? ''}`.trim())
    kind.check(method as 'GET', body)
    const [status, answer] = answerOf(method!, number, body)
    if (status < 300) kind.check('issue', answer)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(forge, {
    issues,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${kind.base}`,
    /** A person presses the button. */
    set: (number: number, state: 'open' | 'closed') => Object.assign(issues[number - 1], { state }),
    /** The webhook of such a change, as it is signed and sent. */
    webhook(action: 'closed' | 'reopened', number: number, by = secret) {
      const example = kind.event[action]
      const { title, body: text, html_url } = issues[number - 1]
      const stands = action === 'closed' ? { state: 'closed', closed_at: '2026-01-10T12:00:00Z' } : { state: 'open' }
      const issue = { ...example.issue, number, title, body: text, html_url, ...stands }
      const payload = { ...example, issue, repository: { ...example.repository, full_name: 'acme/app' } }
      kind.check('webhook', payload)
      const body = JSON.stringify(payload)
      const digest = createHmac('sha256', by).update(body).digest('hex')
      return {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...kind.headers('issues', digest) },
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  })
}

const { default: Validator } = Ajv
type Check = (value: unknown) => boolean

/** @param folder  where npm installed GitHub's descriptions */
export async function github(folder: string): Promise<Kind> {
  const read = async (name: string) => JSON.parse(await readFile(join(folder, 'node_modules', name), 'utf8'))
  const document = await read('@octokit/openapi/generated/api.github.com.deref.json')
  const ajv = new Validator({ strict: false, validateFormats: false })
  const of = (route: string, method: string) => document.paths[route][method]
  const [all, one] = ['/repos/{owner}/{repo}/issues', '/repos/{owner}/{repo}/issues/{issue_number}']
  const bodyOf = ({ requestBody }: Json) => nullable(requestBody.content['application/json'].schema)
  const made = of(all, 'post').responses['201'].content['application/json']
  const schemas = await read('@octokit/webhooks-schemas/schema.json')
  const forWebhooks = new Draft7.default({ strict: false, validateFormats: false }).addSchema(schemas, 'webhooks')
  const checks: Record<string, Check> = {
    POST: ajv.compile(bodyOf(of(all, 'post'))),
    PATCH: ajv.compile(bodyOf(of(one, 'patch'))),
    GET: () => true,
    issue: ajv.compile(nullable(made.schema)),
    webhook: (value) =>
      forWebhooks.validate({ $ref: `webhooks#/definitions/issues$${(value as Json).action}` }, value) as boolean,
  }
  const examples = (await read('@octokit/webhooks-examples/api.github.com/index.json')) as Json[]
  const events = examples.find(({ name }) => name === 'issues').examples as Json[]
  const { issue, repository, sender } = events.find(({ action }) => action === 'reopened')
  const example = (action: string) => ({ action, issue: { ...issue, closed_at: null }, repository, sender })
  return {
    base: '',
    site: 'https://github.com',
    issue: (Object.values(made.examples)[0] as Json).value,
    event: { closed: example('closed'), reopened: example('reopened') },
    headers: (event, digest) => ({
      ...{ 'x-github-event': event, 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
      'x-hub-signature-256': `sha256=${digest}`,
    }),
    check(what, value) {
      assert(checks[what]!(value), `${what} ${JSON.stringify((checks[what] as Json).errors ?? forWebhooks.errors)}`)
    },
  }
}

/** OpenAPI 3.0 says null by `nullable`. */
function nullable(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(nullable)
  if (schema === null || typeof schema !== 'object') return schema
  const { nullable: isNullable, ...rest } = schema
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, nullable(value)]))
  return isNullable === true ? { anyOf: [inner, { type: 'null' }] } : inner
}

/** By `CreateIssueOption`, `EditIssueOption` and `Issue` of Gitea's swagger document; no package of npm has it. */
export function gitea(): Kind {
  const ajv = new Validator({ strict: false })
  const text = { type: 'string' }
  const options = { assignees: { type: 'array', items: text }, body: text, title: text, ref: text }
  const of = (properties: object, required: string[]) =>
    ajv.compile({ type: 'object', properties, required, additionalProperties: false })
  const user = { id: 1, login: 'ada' }
  const repository = { id: 1, name: 'app', full_name: 'acme/app', owner: user }
  const checks: Record<string, Check> = {
    POST: of({ ...options, closed: { type: 'boolean' } }, ['title']),
    PATCH: of({ ...options, state: text }, []),
    GET: () => true,
    issue: (value: Json) => typeof value.number === 'number' && typeof value.html_url === 'string',
    webhook: (value: Json) => ['action', 'number', 'issue', 'repository', 'sender'].every((name) => name in value),
  }
  const event = (action: string) => ({ action, number: 1, issue: {}, repository, sender: user, commit_id: '' })
  return {
    base: '/api/v1',
    site: 'https://gitea.example.com',
    issue: { id: 1, user, labels: [], comments: 0, repository, assignees: null, pull_request: null },
    event: { closed: event('closed'), reopened: event('reopened') },
    headers: (event, digest) => ({
      ...{
        'x-gitea-event': event,
        'x-gitea-event-type': event,
        'x-gitea-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473',
      },
      'x-gitea-signature': digest,
      'x-hub-signature-256': `sha256=${digest}`,
    }),
    check: (what, value) => assert(checks[what]!(value), `${what} ${JSON.stringify(value)}`),
  }
}

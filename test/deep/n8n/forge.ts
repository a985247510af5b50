/**
 * GitHub's and Gitea's issues: three operations, and the webhook `issues`. Requests and answers of GitHub are held against its
 * OpenAPI document, its webhooks against their schemas.
 */
import assert from 'node:assert/strict'
import Draft7 from 'ajv'
import { type Issue, type Json, type Kind, nullable, readJson, validator } from './tracker.ts'

type Forge = Pick<Kind, 'system' | 'api' | 'base' | 'headers'> & {
  site: string
  issue: Json
  event(action: 'closed' | 'reopened'): Json
  /** Of a change. */
  status: number
  check(what: 'POST' | 'PATCH' | 'GET' | 'issue' | 'webhook', value: Json): void
}

const base = '/repos/acme/app/issues'

function ofForge({ site, issue: example, event, status, check, ...rest }: Forge): Kind {
  const page = (number: number) => `${site}/acme/app/issues/${number}`
  const shown = ({ title, text, state }: Issue, number: number) => {
    const issue = { ...example, number, html_url: page(number), title, body: text, state }
    check('issue', issue)
    return issue
  }
  return {
    ...rest,
    authorization: 'Bearer token-of-the-tracker',
    link: { key: 'acme/app#1', url: page(1) },
    states: { open: 'open', ended: 'closed', done: 'closed' },
    refusal: [503, { message: 'Not now' }],
    answer({ method, path, body }, { issues, make, move }) {
      assert(path.startsWith(base), path)
      check(method as 'GET', body)
      if (method === 'POST') {
        const number = make(body.title, body.body)
        return [201, shown(issues[number - 1]!, number)]
      }
      const number = Number(path.slice(base.length + 1))
      const issue = issues[number - 1]
      if (!issue) return [404, { message: 'Not Found' }]
      if (method === 'PATCH') move(number, body.state)
      return [method === 'PATCH' ? status : 200, shown(issue, number)]
    },
    webhook({ title, text, state }, number) {
      const { issue, repository, ...others } = event(state === 'closed' ? 'closed' : 'reopened')
      const closed_at = state === 'closed' ? '2026-01-10T12:00:00Z' : null
      const now = { ...issue, number, title, body: text, html_url: page(number), state, closed_at }
      const payload = { ...others, issue: now, repository: { ...repository, full_name: 'acme/app' } }
      check('webhook', payload)
      return payload
    },
  }
}

type Check = (value: unknown) => boolean

export async function github(folder: string): Promise<Kind> {
  const document = await readJson(folder, '@octokit/openapi/generated/api.github.com.deref.json')
  const ajv = validator()
  const of = (route: string, method: string) => document.paths[route][method]
  const [all, one] = ['/repos/{owner}/{repo}/issues', '/repos/{owner}/{repo}/issues/{issue_number}']
  const bodyOf = ({ requestBody }: Json) => nullable(requestBody.content['application/json'].schema)
  const made = of(all, 'post').responses['201'].content['application/json']
  const schemas = await readJson(folder, '@octokit/webhooks-schemas/schema.json')
  const forWebhooks = new Draft7.default({ strict: false, validateFormats: false }).addSchema(schemas, 'webhooks')
  const checks: Record<string, Check> = {
    POST: ajv.compile(bodyOf(of(all, 'post'))),
    PATCH: ajv.compile(bodyOf(of(one, 'patch'))),
    GET: () => true,
    issue: ajv.compile(nullable(made.schema)),
    webhook: (value) =>
      forWebhooks.validate({ $ref: `webhooks#/definitions/issues$${(value as Json).action}` }, value) as boolean,
  }
  const examples = (await readJson(folder, '@octokit/webhooks-examples/api.github.com/index.json')) as Json[]
  const events = examples.find(({ name }) => name === 'issues').examples as Json[]
  const { issue, repository, sender } = events.find(({ action }) => action === 'reopened')
  return ofForge({
    system: 'GitHub',
    api: 'https://api.github.com',
    base: '',
    site: 'https://github.com',
    issue: (Object.values(made.examples)[0] as Json).value,
    event: (action) => ({ action, issue, repository, sender }),
    status: 200,
    headers: (digest) => ({
      ...{ 'x-github-event': 'issues', 'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958' },
      'x-hub-signature-256': `sha256=${digest}`,
    }),
    check(what, value) {
      assert(checks[what]!(value), `${what} ${JSON.stringify((checks[what] as Json).errors ?? forWebhooks.errors)}`)
    },
  })
}

/** By `CreateIssueOption`, `EditIssueOption` and `Issue` of Gitea's swagger document; no package of npm has it. */
export function gitea(): Kind {
  const ajv = validator()
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
  return ofForge({
    system: 'Gitea',
    api: 'https://gitea.example.com/api/v1',
    base: '/api/v1',
    site: 'https://gitea.example.com',
    issue: { id: 1, user, labels: [], comments: 0, repository, assignees: null, pull_request: null },
    event: (action) => ({ action, number: 1, issue: {}, repository, sender: user, commit_id: '' }),
    status: 201,
    headers: (digest) => ({
      ...{ 'x-gitea-event': 'issues', 'x-gitea-event-type': 'issues' },
      ...{ 'x-gitea-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473' },
      ...{ 'x-gitea-signature': digest, 'x-hub-signature-256': `sha256=${digest}` },
    }),
    check: (what, value) => assert(checks[what]!(value), `${what} ${JSON.stringify(value)}`),
  })
}

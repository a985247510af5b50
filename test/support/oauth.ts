/** An assistant that asks a person for access by OAuth, step by step, and what it is answered. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { signedIn } from './browser.ts'
import type { Answer, World } from './world.ts'

export const callback = 'http://127.0.0.1:7777/callback'
export const resource = 'https://minutebook.test/mcp'

/** OAuth needs the console's page; whether it was built does not matter here. */
export const oauthOn = { CONSOLE: 'on' }

export type Person = Awaited<ReturnType<typeof signedIn>>
export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string }
export type Fields = Record<string, string | undefined>

export function newProof() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** @returns its client_id */
export async function register(world: World, more: object = {}): Promise<string> {
  const body = { client_name: 'Helper', redirect_uris: [callback], ...more }
  const answer = await world.post('/oauth/register', undefined, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.client_id
}

type Asked = { resource?: string; [parameter: string]: unknown }

/** What an assistant puts into the address of the consent page. */
export const askOf = (clientId: string, challenge: string, more: object = {}) => ({
  client_id: clientId,
  redirect_uri: callback,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  resource,
  scope: 'read write',
  state: 'of the assistant',
  ...more,
})

/** Sends a form; `undefined` leaves a field out. */
export function sendForm(
  world: World,
  path: string,
  fields: Fields,
  { host }: { host?: string } = {},
): Promise<Answer> {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  return world.request('POST', path, {
    body: new URLSearchParams(given).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...(host && { host }),
  })
}

/** The person says yes. @returns all that the assistant needs for its tokens */
export async function consent(world: World, person: Person, more: Asked = {}) {
  const clientId = await register(world)
  const { verifier, challenge } = newProof()
  const answer = await person.post('/api/v1/consent', { ...askOf(clientId, challenge, more), allow: true })
  assert.equal(answer.status, 200, answer.text)
  const code = new URL(answer.body.redirect_to).searchParams.get('code')!
  const fields = { client_id: clientId, code, code_verifier: verifier, redirect_uri: callback }
  return {
    clientId,
    fields: { grant_type: 'authorization_code', ...fields, resource: more.resource ?? resource } as Fields,
  }
}

export async function tokensOf(world: World, fields: Fields, host?: string): Promise<Tokens> {
  const answer = await sendForm(world, '/oauth/token', fields, host === undefined ? {} : { host })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

/** An assistant with tokens of this person. */
export async function letIn(world: World, email: string, more: Asked = {}) {
  const person = await signedIn(world, email)
  const { clientId, fields } = await consent(world, person, more)
  const tokens = await tokensOf(world, fields)
  const refresh = (token = tokens.refresh_token, changed: Fields = {}) =>
    sendForm(world, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: token,
      client_id: clientId,
      ...changed,
    })
  return { person, clientId, fields, tokens, refresh }
}

const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

/** Asks `/mcp` who this is. */
export function whoAmI(world: World, token: string, { host, headers = {} }: { host?: string; headers?: object } = {}) {
  const sent = { accept: 'application/json, text/event-stream', authorization: `Bearer ${token}`, ...headers }
  const body = message('tools/call', { name: 'who_am_i', arguments: {} })
  return world.post('/mcp', undefined, body, { headers: sent, ...(host && { host }) })
}

/** The result of a tool, in whichever form the protocol sent it. */
export function resultOf({ text }: Answer) {
  const line = text.split('\n').find((each) => each.startsWith('data: '))
  return JSON.parse(line ? line.slice(6) : text).result.structuredContent
}

/** Runs the job that removes what has ended. */
export async function forget(world: World): Promise<void> {
  const { backgroundJobs } = await import('../../server/app/worker.ts')
  await backgroundJobs(world.base)
    .find(({ name }) => name === 'forget-grants')!
    .run({})
}

/** Grants of a person of acme, as if they had been used. @param ids  all of them anew */
export async function addGrants(world: World, userId: string, ids: string[]): Promise<void> {
  const now = world.base.clock()
  const year = new Date(now.getTime() + 365 * 86_400_000)
  const rows = ids.map((id) => ({
    workspace_id: 'ws_acme',
    id,
    user_id: userId,
    client_id: 'https://cloud.example/assistant.json',
    client_name: 'Cloud',
    redirect_uri: 'https://cloud.example/callback',
    scopes: ['read' as const],
    resource,
    created_at: now,
    expires_at: year,
    refresh_expires_at: year,
    code_hash: Buffer.from(`${userId} ${id}`),
    code_challenge: '',
    code_expires_at: now,
    code_used_at: now,
  }))
  await world.db.insertInto('oauth_grants').values(rows).execute()
}

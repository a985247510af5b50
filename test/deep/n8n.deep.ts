/**
 * The workflows of docs/use/n8n/, imported into a real n8n and run between the service and servers that behave as the
 * trackers' published descriptions say. Needs npm; `N8N_FOLDER` keeps what is installed for the next run.
 */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { acme, keys } from '../support/acme.ts'
import { openListeningWorld } from '../support/assistant.ts'
import { openOutside } from '../support/outside.ts'
import { waitFor } from '../support/waiting.ts'
import { type Forge, gitea, github, type Kind, openForge, secret, token } from './n8n/forge.ts'
import { install, type N8n, startN8n } from './n8n/program.ts'

const shared = 'a long random text'

test('issues and action items are kept alike, both ways', { timeout: 3_600_000 }, async (context) => {
  const folder = process.env.N8N_FOLDER ?? (await mkdtemp(join(tmpdir(), 'minutebook-n8n-')))
  try {
    await install(folder)
  } catch (error) {
    return context.skip(`n8n could not be installed: ${(error as Error).message}`)
  }
  try {
    await using outside = await openOutside()
    await using world = await openListeningWorld(outside.settings)
    const kinds: Record<string, Kind> = { github: await github(folder), gitea: gitea() }
    const forges: Record<string, Forge> = {}
    await using opened = new AsyncDisposableStack()
    for (const [name, kind] of Object.entries(kinds)) forges[name] = opened.use(await openForge(kind))
    const workflows = Object.entries(forges).map(([name, forge]) => readWorkflow(name, world.url, forge))
    await using n8n = await startN8n(folder, await Promise.all(workflows), {
      'From Minutebook': { name: 'X-From-Minutebook', value: shared },
      Minutebook: { name: 'X-API-KEY', value: keys.ada },
      Tracker: { name: 'Authorization', value: `Bearer ${token}` },
    })
    for (const [name, forge] of Object.entries(forges))
      await context.test(name, async () => {
        await world.empty()
        await world.load(...acme())
        await keepAlike({ name, world, outside, forge, n8n })
      })
  } finally {
    if (!process.env.N8N_FOLDER) await rm(folder, { recursive: true, force: true })
  }
})

/** With the addresses of this test, the secret, and its credentials, as a person sets them. */
async function readWorkflow(name: string, url: string, forge: Forge) {
  const text = await readFile(new URL(`../../docs/use/n8n/${name}.json`, import.meta.url), 'utf8')
  const workflow = JSON.parse(
    text
      .replaceAll('https://acme.meetings.example.com', url)
      .replaceAll(/https:\/\/(api\.github\.com|gitea\.example\.com\/api\/v1)/g, forge.url)
      .replaceAll('THE SECRET OF THE WEBHOOK', secret),
  )
  for (const node of workflow.nodes) {
    const to = node.parameters.url?.includes(forge.url) ? 'Tracker' : 'Minutebook'
    const id = node.name === 'Minutebook' ? 'From Minutebook' : to
    if (node.parameters.authentication) node.credentials = { httpHeaderAuth: { id, name: id } }
  }
  return { ...workflow, id: `minutebook-${name}`, active: false }
}

type Parts = {
  name: string
  world: Awaited<ReturnType<typeof openListeningWorld>>
  outside: Awaited<ReturnType<typeof openOutside>>
  forge: Forge
  n8n: N8n
}

async function keepAlike({ name, world, outside, forge, n8n }: Parts) {
  const read = async (id: string) => (await world.get(`/api/v1/action_item/${id}`, keys.ada)).body.action_item
  const act = async (id: string, completed: boolean) =>
    assert.equal((await world.post(`/api/v1/action_item/${id}/complete`, keys.ada, { completed })).status, 200)
  const before = await n8n.runs()
  let runs = before.success + before.error
  let errors = before.error
  /** Waits until so many more runs have ended. */
  const ran = async (more: number, { failed = 0 } = {}) => {
    runs += more
    errors += failed
    await waitFor(async () => {
      const { success, error, other } = await n8n.runs()
      if (error > errors) assert.fail(await n8n.lastError())
      return other === 0 && success + error >= runs
    })
    assert.equal((await n8n.runs()).success + (await n8n.runs()).error, runs)
  }
  /** Sends the events of all that was done. */
  const tell = async () => {
    world.advance({ seconds: 31 })
    await world.settle()
  }
  const changed = () => forge.requests.filter((request) => !request.startsWith('GET'))
  const send = (from: ReturnType<Forge['webhook']>) =>
    fetch(`${n8n.url}/webhook/${name}-minutebook`, { ...from, headers: headersOf(from.headers) })

  // The TLS of a proxy before n8n.
  outside.receiver.answering = async ({ method, path, headers, body }, response) => {
    const answer = await fetch(`${n8n.url}${path}`, { method, body, headers: headersOf(headers) })
    response.writeHead(answer.status).end(await answer.text())
  }
  const register = (header: string) =>
    world.post('/api/v1/webhook', keys.ada, {
      url: outside.receiver.url(`/webhook/minutebook-${name}`),
      enabled_events: ['action_item.assigned', 'action_item.completed'],
      headers: { 'X-From-Minutebook': header },
    })
  // It is ready before it has all workflows.
  const hook = `${n8n.url}/webhook/minutebook-${name}`
  await waitFor(async () => (await fetch(hook, { method: 'POST' })).status === 403)
  assert.equal((await register('another text')).status, 400, 'n8n refuses who does not know the header')
  assert.equal((await register(shared)).status, 200)
  await ran(1)

  // An item that is assigned becomes an issue.
  const made = await world.post('/api/v1/action_item', keys.ada, {
    text: 'Send "the deck"\nby mail',
    note_id: 'n_1',
    assignees: ['u_ada'],
  })
  const { id } = made.body.action_item
  await tell()
  await ran(1)
  assert.equal(forge.issues.length, 1)
  const [issue] = forge.issues
  assert.equal(issue.title, 'Send "the deck"')
  assert.equal(issue.body, `Send "the deck"\nby mail\n\n${world.url}/note/n_1`)
  const system = name === 'github' ? 'GitHub' : 'Gitea'
  const link = { system, key: 'acme/app#1', url: issue.html_url, state: 'open' }
  assert.deepEqual((await read(id)).links, [link])

  // The same event again, and another one of the same item, make no second issue.
  const event = outside.receiver.received.at(-1)!
  for (const _ of [1, 2])
    assert.equal((await fetch(`${n8n.url}${event.path}`, { ...event, headers: headersOf(event.headers) })).status, 204)
  await world.patch(`/api/v1/action_item/${id}`, keys.ada, { assignees: ['u_ada', 'u_bo'] })
  await tell()
  await ran(2)
  assert.deepEqual(changed(), ['POST'])

  // The issue is closed; its webhook comes twice.
  forge.set(1, 'closed')
  const closed = forge.webhook('closed', 1)
  assert.deepEqual([(await send(closed)).status, (await send(closed)).status], [204, 204])
  await ran(2)
  const done = await read(id)
  assert.deepEqual([done.status, done.links], ['Done', [{ ...link, state: 'closed' }]])
  await tell()
  await ran(1)
  assert.deepEqual(changed(), ['POST'], 'no loop')

  // It is opened again; the first webhook comes once more, late.
  forge.set(1, 'open')
  assert.equal((await send(forge.webhook('reopened', 1))).status, 204)
  await ran(1)
  assert.equal((await send(closed)).status, 204)
  await ran(1)
  const reopened = await read(id)
  assert.deepEqual([reopened.status, reopened.links], ['Incomplete', [link]])

  // The item is completed, so the issue is closed, and its webhook changes nothing more.
  await tell()
  await act(id, true)
  await tell()
  await ran(1)
  assert.deepEqual([forge.issues[0].state, changed()], ['closed', ['POST', 'PATCH 1']])
  assert.deepEqual((await read(id)).links, [{ ...link, state: 'closed' }])
  assert.equal((await send(forge.webhook('closed', 1))).status, 204)
  await ran(1)
  await tell()
  assert.deepEqual(changed(), ['POST', 'PATCH 1'])

  // Other signatures, events and repositories are passed over.
  assert.equal((await send(forge.webhook('reopened', 1, 'another secret'))).status, 401)
  assert.equal((await send({ ...closed, body: `${closed.body} ` })).status, 401)
  const { headers, ...unsigned } = closed
  assert.equal((await send({ ...unsigned, headers: { 'content-type': 'application/json' } as never })).status, 401)
  await ran(3)
  assert.equal((await read(id)).status, 'Done')

  // Who may not edit an item makes no issue of it.
  await fetch(`${n8n.url}${event.path}`, {
    ...{ method: 'POST', headers: headersOf(event.headers) },
    body: JSON.stringify({ ...JSON.parse(event.body), id: 'ai_2' }),
  })
  await ran(1, { failed: 1 })
  assert.deepEqual(changed(), ['POST', 'PATCH 1'])

  // A tracker that refuses leaves no link.
  forge.refuses = true
  await world.patch('/api/v1/action_item/ai_1', keys.ada, { assignees: ['u_bo', 'u_ada'] })
  await fetch(`${n8n.url}${event.path}`, {
    ...{ method: 'POST', headers: headersOf(event.headers) },
    body: JSON.stringify({ ...JSON.parse(event.body), id: 'ai_1' }),
  })
  await ran(1, { failed: 1 })
  assert.deepEqual((await read('ai_1')).links, [])
  assert.match(await n8n.lastError(), /No issue was made/)
}

/** Without those that belong to one connection; n8n ends one that is idle, which may be when the next request begins. */
function headersOf(headers: object): Record<string, string> {
  const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding']
  const others = Object.entries(headers).filter(([name]) => !ofConnection.includes(name))
  return { ...Object.fromEntries(others), connection: 'close' }
}

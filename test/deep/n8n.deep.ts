/**
 * The workflows of docs/use/n8n/, imported into a real n8n and run between the service and servers that behave as the
 * trackers' published descriptions say. Needs npm; `N8N_FOLDER` keeps what is installed for the next run.
 */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { acme, keys } from '../support/acme.ts'
import { openListeningWorld } from '../support/assistant.ts'
import { openOutside } from '../support/outside.ts'
import { waitFor } from '../support/waiting.ts'
import { gitea, github } from './n8n/forge.ts'
import { jira } from './n8n/jira.ts'
import { linear } from './n8n/linear.ts'
import { install, type N8n, startN8n } from './n8n/program.ts'
import { openTracker, secret, type Tracker } from './n8n/tracker.ts'

/** Of the webhook here: a key of any bytes. */
const ourSecret = `whsec_${Buffer.from(Array.from({ length: 32 }, (_, at) => (at * 29 + 200) % 256)).toString('base64')}`

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
    await using opened = new AsyncDisposableStack()
    const trackers: Tracker[] = []
    for (const kind of [await github(folder), gitea(), await jira(folder), await linear(folder)])
      trackers.push(opened.use(await openTracker(kind)))
    const workflows = await Promise.all(trackers.map((tracker) => readWorkflow(world.url, tracker)))
    workflows.push(await readUnset(world.url, trackers[0]!))
    const authorizations = trackers.map(({ system, authorization }) => [
      system,
      { name: 'Authorization', value: authorization },
    ])
    await using n8n = await startN8n(folder, workflows, {
      Minutebook: { name: 'X-API-KEY', value: keys.ada },
      ...Object.fromEntries(authorizations),
    })
    await context.test('without its secrets', () => refuseWords(n8n))
    // n8n has the clock of this machine.
    world.advance({ seconds: Math.max(0, (Date.now() - world.base.clock().getTime()) / 1_000) })
    for (const tracker of trackers)
      await context.test(tracker.system, async () => {
        await world.empty()
        await world.load(...withWebhook(outside.receiver.url(`/webhook/minutebook-${nameOf(tracker)}`)))
        await keepAlike({ world, outside, tracker, n8n })
      })
  } finally {
    if (!process.env.N8N_FOLDER) await rm(folder, { recursive: true, force: true })
  }
})

const nameOf = ({ system }: Tracker) => system.toLowerCase()

const enabled_events = ['action_item.assigned', 'action_item.completed']

/** A world with a webhook whose secret the workflow has. */
function withWebhook(url: string): object[] {
  const webhook = { id: 'wh_1', owner: 'u_ada', api_key: 'k_ada', url, enabled_events, secret: ourSecret }
  return acme().map((workspace) =>
    (workspace as { id: string }).id === 'ws_acme' ? { ...workspace, webhook_list: [webhook] } : workspace,
  )
}

/** With the addresses of this test, the secrets, and its credentials, as a person sets them. */
async function readWorkflow(url: string, tracker: Tracker, secrets = { ours: ourSecret, theirs: secret }) {
  const name = nameOf(tracker)
  const text = await readFile(new URL(`../../docs/use/n8n/${name}.json`, import.meta.url), 'utf8')
  const workflow = JSON.parse(
    text
      .replaceAll('https://acme.meetings.example.com', url)
      .replaceAll(tracker.api, tracker.url)
      .replaceAll('THE SECRET OF THE WEBHOOK', secrets.theirs)
      .replaceAll('whsec_THE SECRET OF MINUTEBOOK', secrets.ours),
  )
  for (const node of workflow.nodes) {
    const address = node.parameters.url ?? node.parameters.endpoint
    const id = address?.includes(tracker.url) ? tracker.system : 'Minutebook'
    if (node.parameters.authentication) node.credentials = { httpHeaderAuth: { id, name: id } }
  }
  return { ...workflow, id: `minutebook-${name}`, active: false }
}

const unset = { ours: 'whsec_THE SECRET OF MINUTEBOOK', theirs: 'THE SECRET OF THE WEBHOOK' }

/** As it is before its secrets are put in, at addresses of its own. */
async function readUnset(url: string, tracker: Tracker) {
  const text = JSON.stringify(await readWorkflow(url, tracker, unset))
  return JSON.parse(
    text.replaceAll(`minutebook-${nameOf(tracker)}`, 'unset').replaceAll(`${nameOf(tracker)}-minutebook`, 'unset-too'),
  )
}

/** The words that stand in place of a secret sign nothing. */
async function refuseWords(n8n: N8n) {
  const body = '{"id":"ai_1"}'
  const now = new Date()
  const event = {
    ...{ 'hook-id': 'msg_1', 'hook-timestamp': String(Math.floor(now.getTime() / 1_000)) },
    'hook-signature': new Webhook(unset.ours, { format: 'raw' }).sign('msg_1', now, body),
  }
  const digest = createHmac('sha256', unset.theirs).update(body).digest('hex')
  const issue = { 'x-github-event': 'issues', 'x-hub-signature-256': `sha256=${digest}` }
  for (const [at, [path, signed, node]] of (
    [
      ['unset', event, 'Digest of the event'],
      ['unset-too', issue, 'Digest of the body'],
    ] as const
  ).entries()) {
    const headers = { 'content-type': 'application/json', ...signed }
    assert.equal((await fetch(`${n8n.url}/webhook/${path}`, { method: 'POST', headers, body })).status, 500)
    await waitFor(async () => (await n8n.runs()).error === at + 1)
    assert.match(await n8n.lastError(), new RegExp(`Put the secret of the webhook into the node ${node}`))
  }
}

type Parts = {
  world: Awaited<ReturnType<typeof openListeningWorld>>
  outside: Awaited<ReturnType<typeof openOutside>>
  tracker: Tracker
  n8n: N8n
}

type Sent = { headers: object; body: string | FormData }

async function keepAlike({ world, outside, tracker, n8n }: Parts) {
  const { system, states } = tracker
  const hook = `${n8n.url}/webhook/minutebook-${nameOf(tracker)}`
  const read = async (id: string) => (await world.get(`/api/v1/action_item/${id}`, keys.ada)).body.action_item
  const act = async (id: string, completed: boolean) =>
    assert.equal((await world.post(`/api/v1/action_item/${id}/complete`, keys.ada, { completed })).status, 200)
  const post = async (to: string, { headers, body }: Sent) =>
    (await fetch(to, { method: 'POST', body, headers: headersOf(headers) })).status
  /** The webhook of the tracker. */
  const send = (from: Sent) => post(`${n8n.url}/webhook/${nameOf(tracker)}-minutebook`, from)
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
    const { success, error } = await n8n.runs()
    assert.deepEqual([success + error, error], [runs, errors])
  }
  /** Sends the events of all that was done. */
  const tell = async () => {
    world.advance({ seconds: 31 })
    await world.settle()
  }

  // The TLS of a proxy before n8n.
  outside.receiver.answering = async ({ method, path, headers, body }, response) => {
    const answer = await fetch(`${n8n.url}${path}`, { method, body, headers: headersOf(headers) })
    response.writeHead(answer.status).end(await answer.text())
  }
  const registered = await world.post('/api/v1/webhook', keys.ada, {
    url: outside.receiver.url(new URL(hook).pathname),
    enabled_events,
  })
  assert.equal(registered.status, 200, 'n8n answers the verification')
  assert.equal((await world.delete(`/api/v1/webhook/${registered.body.webhook.id}`, keys.ada)).status, 200)
  await ran(1)

  // Anybody may ask so, and has no page of it.
  const asked = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const challenge = '<script>alert(1)</script>'
  const answer = await fetch(hook, { ...asked, body: JSON.stringify({ type: 'url_verification', challenge }) })
  assert.equal(await answer.text(), challenge)
  assert.match(answer.headers.get('content-type')!, /^text\/plain/)
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  await ran(1)

  // An item that is assigned becomes an issue. Another one links to it while the tracker is at work.
  const linkTo = (id: string, url: string) => async () => {
    const { links } = await read(id)
    if (links.some((link: { url: string }) => link.url === url)) return
    const added = [...links, { system: 'Another', key: 'A-1', url, state: 'open' }]
    assert.equal((await world.patch(`/api/v1/action_item/${id}`, keys.ada, { links: added })).status, 200)
  }
  const made = await world.post('/api/v1/action_item', keys.ada, {
    text: 'Send "the deck"\nby mail',
    note_id: 'n_1',
    assignees: ['u_ada'],
  })
  const { id } = made.body.action_item
  const [first, second] = ['https://another.example.com/1', 'https://another.example.com/2']
  tracker.meanwhile = linkTo(id, first)
  await tell()
  await ran(1)
  tracker.meanwhile = async () => {}
  const { title, text } = tracker.issues[0]!
  assert.equal(title, 'Send "the deck"')
  assert.deepEqual(text.split(/\n+/), ['Send "the deck"', 'by mail', `${world.url}/note/n_1`])
  const link = { system, ...tracker.link, state: states.open }
  const other = (await read(id)).links[0]
  assert.equal(other.url, first)
  assert.deepEqual((await read(id)).links, [other, link])

  // The same event again, and another one of the same item, make no second issue.
  const event = outside.receiver.received.at(-1)!
  const signed = (body: string, { by = ourSecret, age = 0 } = {}) => {
    const now = new Date(Date.now() - age * 1_000)
    const [id, timestamp] = [String(event.headers['hook-id']), String(Math.floor(now.getTime() / 1_000))]
    const signature = new Webhook(by).sign(id, now, body)
    const headers = { 'hook-id': id, 'hook-timestamp': timestamp, 'hook-signature': signature }
    return { body, headers: { 'content-type': 'application/json', ...headers } }
  }
  for (const each of [event, event, signed(event.body)]) assert.equal(await post(hook, each), 204)
  await ran(3)
  assert.deepEqual(tracker.writes, ['made'])

  // An event that another one signed, or that was changed, is refused.
  assert.equal(await post(hook, signed(event.body, { by: `whsec_${Buffer.alloc(32, 1).toString('base64')}` })), 401)
  assert.equal(await post(hook, { ...event, body: `${event.body} ` }), 401)
  assert.equal(await post(hook, { ...event, headers: { 'content-type': 'application/json' } }), 401)
  await ran(3)

  // So is one that was signed more than five minutes ago, and not one that is almost as old.
  assert.equal(await post(hook, signed(event.body, { age: 310 })), 401)
  assert.equal(await post(hook, signed(event.body, { age: 270 })), 204)
  await ran(2)

  // What a form says beside the text that was signed counts for nothing.
  const form = new FormData()
  form.set('id', 'ai_2')
  form.set('data', new Blob([event.body], { type: 'application/json' }))
  const { 'content-type': _, ...stamps } = signed(event.body).headers
  assert.equal(await post(hook, { headers: stamps, body: form }), 204)
  await ran(1)
  assert.deepEqual(tracker.writes, ['made'])

  // The issue is ended; its webhook comes twice.
  const ended = tracker.set(1, states.ended)
  assert.deepEqual([await send(ended), await send(ended)], [200, 200])
  await ran(2)
  const done = await read(id)
  assert.deepEqual([done.status, done.links], ['Done', [other, { ...link, state: states.ended }]])
  await tell()
  await ran(1)
  assert.deepEqual(tracker.writes, ['made'], 'no loop')

  // It is opened again; the first webhook comes once more, late.
  assert.equal(await send(tracker.set(1, states.open)), 200)
  await ran(1)
  assert.equal(await send(ended), 200)
  await ran(1)
  const reopened = await read(id)
  assert.deepEqual([reopened.status, reopened.links], ['Incomplete', [other, link]])

  // A state in between is the link's alone.
  if (states.between) {
    assert.equal(await send(tracker.set(1, states.between)), 200)
    await ran(1)
    const begun = await read(id)
    assert.deepEqual([begun.status, begun.links], ['Incomplete', [other, { ...link, state: states.between }]])
  }

  // The item is completed, so the issue is closed, and its webhook changes nothing more.
  await tell()
  await act(id, true)
  tracker.meanwhile = linkTo(id, second)
  await tell()
  await ran(1)
  tracker.meanwhile = async () => {}
  const writes = ['made', `1 is ${states.done}`]
  assert.deepEqual(tracker.writes, writes)
  assert.deepEqual((await read(id)).links, [other, { ...link, state: states.done }, { ...other, url: second }])
  assert.equal(await send(tracker.set(1, states.done)), 200)
  await ran(1)
  await tell()
  assert.deepEqual(tracker.writes, writes)

  // A webhook that another one signed, or that was changed, is refused.
  const { headers, body } = tracker.set(1, states.done)
  assert.equal(await send(tracker.set(1, states.done, 'another secret')), 401)
  assert.equal(await send({ headers, body: `${body} ` }), 401)
  assert.equal(await send({ headers: {}, body }), 401)
  await ran(3)
  assert.equal((await read(id)).status, 'Done')

  // Where nothing leads to the end, the run says so.
  if (states.stuck) {
    assert.equal(await send(tracker.set(1, states.stuck)), 200)
    await ran(1)
    await tell()
    await act(id, true)
    await tell()
    await ran(1, { failed: 1 })
    assert.match(await n8n.lastError(), /From the status Waiting no transition leads to done/)
  }

  // A link by hand counts, however it names the tracker, and leads nowhere but to a number.
  const lead = `${link.url.slice(0, -1)}/OTHER-5`
  const byHand = await world.post('/api/v1/action_item', keys.ada, {
    text: 'Book the room',
    assignees: ['u_ada'],
    links: [{ ...link, system: system.toLowerCase(), url: lead }],
  })
  await tell()
  await ran(1)
  await act(byHand.body.action_item.id, true)
  await tell()
  await ran(1)
  assert.deepEqual(tracker.writes, writes)

  // Who may not edit an item makes no issue of it.
  const assigned = (id: string) => signed(JSON.stringify({ ...JSON.parse(event.body), id }))
  assert.equal(await post(hook, assigned('ai_2')), 204)
  await ran(1, { failed: 1 })
  assert.deepEqual(tracker.writes, writes)

  // A tracker that refuses leaves no link of its own, and the run says why, without what may not be read.
  tracker.meanwhile = linkTo('ai_1', first)
  await world.patch('/api/v1/action_item/ai_1', keys.ada, { assignees: ['u_bo', 'u_ada'] })
  for (const refuses of ['writes', 'everything'] as const) {
    tracker.refuses = refuses
    assert.equal(await post(hook, assigned('ai_1')), 204)
    await ran(1, { failed: 1 })
    assert.deepEqual((await read('ai_1')).links, [other])
    const sentence = JSON.parse(await n8n.lastError()).find((text: unknown) => /^No issue was made/.test(String(text)))
    const [status, said] = tracker.refusal
    const why = status === 200 ? said.errors[0].message : String(status)
    assert(sentence.startsWith(`No issue was made: ${why}`), sentence)
    assert(!sentence.includes(tracker.authorization), sentence)
  }
  tracker.meanwhile = async () => {}
}

/** Without those that belong to one connection; n8n ends one that is idle, which may be when the next request begins. */
function headersOf(headers: object): Record<string, string> {
  const ofConnection = ['host', 'connection', 'content-length', 'transfer-encoding']
  const others = Object.entries(headers).filter(([name]) => !ofConnection.includes(name))
  return { ...Object.fromEntries(others), connection: 'close' }
}

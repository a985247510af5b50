/** The package of the client as programs have it: its README's examples, in Node and in a browser, against the real service. */
// In a third of the runs: it packs and starts what is installed.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../server/platform/time.ts'
import { signedHeaders } from '../server/webhooks/delivery/signature.ts'
import { newSigningSecret } from '../server/webhooks/endpoints/signing-secret.ts'
import { acme, keys } from './support/acme.ts'
import { noBrowser } from './support/chromium.ts'
import { openPages } from './support/client-page.ts'
import { failureBody } from './support/failure-body.ts'
import { freePort } from './support/free-port.ts'
import { installClient } from './support/installed-client.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'

const readme = await readFile(new URL('../sdk/README.md', import.meta.url), 'utf8')
const document = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'))

/** Of README.md, `needs` is an operation's path. */
const examples = [...readme.matchAll(/^### (\d+)\. (.+)\n(?:<!-- needs (\S+) -->\n)?```ts\n([\s\S]*?)^```$/gm)].map(
  ([, number, title, needs, program]) => ({ name: `example-${number}`, title: title!, needs, program: program! }),
)

// The oldest Node that the package is for; without one its tests are skipped.
const olderNode = process.env.OLDER_NODE ?? '/usr/bin/node'
const olderVersion = existsSync(olderNode) ? execFileSync(olderNode, ['--version'], { encoding: 'utf8' }).trim() : ''
const nodes = [
  { version: process.version, path: process.execPath, skip: false as const },
  {
    version: 'Node 20',
    path: olderNode,
    skip: !olderVersion.startsWith('v20.') && `${olderNode} is ${olderVersion || 'not there'}, not Node 20`,
  },
]

const mistakes = {
  path: "client.GET('/api/v1/nots')",
  list: "client.pages('/api/v1/me')",
  changes: "client.pages('/api/v1/changes')",
  parameters: "client.pages('/api/v1/webhook/{webhook_id}/deliveries')",
  filter: "client.pages('/api/v1/notes', { body: { filters: { titel: 'x' } } })",
  item: "for await (const note of client.pages('/api/v1/notes')) note.text",
  event: 'for await (const { event } of client.listen()) event.text',
  title: 'client.upload(new Blob([]), {})',
}
const begin = "import { createClient } from '@minutebook/client'\nconst client = createClient({ url: 'http://x' })\n"

let client: Awaited<ReturnType<typeof installClient>>
let complaints: string
let here: MediaWorld
let url: string
const running = new Set<ChildProcess>()
before(async () => {
  client = await installClient()
  // All at once, because reading the types takes most of the time.
  complaints = await client.compile({
    ...Object.fromEntries(examples.map(({ name, program }) => [name, program])),
    ...Object.fromEntries(Object.entries(mistakes).map(([name, line]) => [`wrong-${name}`, `${begin}${line}\n`])),
  })
  here = await openMediaWorld()
  url = await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(async () => {
  for (const child of running) child.kill('SIGKILL')
  await here[Symbol.asyncDispose]()
  await client[Symbol.asyncDispose]()
})

test('the package has the build output, and no test', () => {
  const outside = client.files.filter((path) => !path.startsWith('dist/'))
  assert.deepEqual(outside.sort(), ['LICENSE', 'README.md', 'package.json'])
  assert(client.files.includes('dist/client.d.ts') && client.files.includes('dist/verify-webhook.js'))
  assert.deepEqual(
    client.files.filter((path) => path.includes('test')),
    [],
  )
})

test('README.md has ten examples, and they compile against the installed package', () => {
  assert.deepEqual(
    examples.map(({ name }) => name),
    Object.keys(expected),
  )
  assert.deepEqual(complaints.match(/^(?!wrong-)\S.*$/gm), null)
})

test('the types reject a wrong path, field, filter and item', () => {
  for (const name of Object.keys(mistakes)) assert.match(complaints, new RegExp(`^wrong-${name}\\.ts\\(3,`, 'm'))
})

/** A program that runs, with the jobs of the service done meanwhile. */
function start(node: string, name: string, env: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(node, [join(client.folder, `${name}.js`), ...args], {
    cwd: client.folder,
    env: { PATH: process.env.PATH, MINUTEBOOK_URL: url, MINUTEBOOK_KEY: keys.bo, ...env },
  })
  running.add(child)
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const complaint = text(child.stderr)
  const ended = once(child, 'close').then(async ([code]) => ({ code, printed, complaint: await complaint }))
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  /** Resolves once this is so. Fails if the program ends before. */
  async function until(isSo: () => unknown, what: string) {
    while (!(await isSo())) {
      if (isOver()) assert.fail(`it ended without ${what}: ${JSON.stringify(await ended)}`)
      await here.world.settle()
      await setTimeout(20)
    }
  }
  return {
    until,
    prints: (wanted: RegExp) => until(() => wanted.test(printed), String(wanted)),
    async ends() {
      while (!isOver()) {
        await here.world.settle()
        await setTimeout(20)
      }
      const end = await ended
      assert.deepEqual([end.code, end.complaint], [0, ''])
      return end.printed
    },
    async stop() {
      child.kill()
      await ended
    },
  }
}

type Started = ReturnType<typeof start>
type Run = (env?: Record<string, string>, args?: string[]) => Started

const itemsOf = async (text: string) =>
  (await here.world.post('/api/v1/action_items', keys.bo, {})).body.data.filter(
    (item: { text: string }) => item.text === text,
  )

/** What each example is to do. */
const expected: Record<string, (run: Run) => Promise<unknown>> = {
  'example-1': async (run) => assert.equal(await run().ends(), 'Bo Lindqvist of Acme\n'),
  'example-2': async (run) => {
    const printed = await run().ends()
    assert.match(printed, /^# Weekly 5 Jan\n# Goals\n[\s\S]*Send the deck/m)
    assert.match(printed, /^# STRASSE\n/m)
    assert.doesNotMatch(printed, /plans/)
  },
  'example-3': async (run) => assert.match(await run().ends(), /^- Pricing\n::action-item\[Send the deck\]\{#/m),
  'example-4': async (run) => {
    assert.match(await run().ends(), /^Done: Call back$/m)
    assert.equal((await itemsOf('Call back'))[0].status, 'Done')
  },
  'example-5': async (run) => {
    const file = join(client.folder, 'weekly.mp3')
    await writeFile(file, words)
    assert.match(await run({}, [file]).ends(), new RegExp(`^${words.length} bytes\\n[\\s\\S]*deck`))
  },
  'example-6': async (run) => {
    const [, id] = /^The recording is (r_\w+)\n$/.exec(await run().ends())!
    assert.equal((await here.recording(id!)).title, 'Call')
  },
  'example-7': async (run) => assert.match(await run().ends(), /^Weekly 5 Jan \(\w+\): .*Send the deck/m),
  'example-8': async (run) => {
    const program = run()
    await program.prints(/^Listening\n/)
    const item = { text: 'Water the plants', assignees: ['u_bo'] }
    assert.equal((await here.world.post('/api/v1/action_item', keys.ada, item)).status, 201)
    here.world.advance({ seconds: 31 })
    await program.prints(/^To do: Water the plants\n/m)
    await program.stop()
  },
  'example-9': async (run) => {
    const [old, fresh, port] = [newSigningSecret(), newSigningSecret(), await freePort()]
    const program = run({ PORT: String(port), WEBHOOK_SECRETS: `${old} ${fresh}` })
    await program.prints(/^Ready\n/)
    const send = (body: string, headers = {}) => fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })
    assert.equal(await (await send('{"type":"url_verification","challenge":"c_1"}')).text(), 'c_1')
    const body = '{"event_type":"ai_note.generated","id":"n_1"}'
    const sign = (secret: string) =>
      signedHeaders(['hook', 'webhook'], [secret], { id: 'msg_1', body: Buffer.from(body) }, systemClock())
    for (const secret of [old, fresh]) assert.equal((await send(body, sign(secret))).status, 200)
    assert.equal((await send(body.replace('n_1', 'n_2'), sign(old))).status, 400)
    assert.equal((await send(body, sign(newSigningSecret()))).status, 400)
    assert.equal((await send('no JSON')).status, 400)
    assert.equal((await send(body, sign(old))).status, 200)
    await program.prints(/^(ai_note\.generated\n){3}$/m)
    await program.stop()
  },
  'example-10': async (run) => {
    const folder = join(client.folder, 'notes')
    await rm(folder, { recursive: true, force: true })
    const files = async () => (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md')).sort()
    const becomes = (program: Started, ...names: string[]) =>
      program.until(async () => (await files()).join() === names.join(), names.join())
    const first = run()
    await becomes(first, 'n_1.md', 'n_bo.md')
    assert.match(await readFile(join(folder, 'n_1.md'), 'utf8'), /^# Weekly 5 Jan\n\n# Goals\n/)
    await here.world.post('/api/v1/note/n_ada/share', keys.adaRegular, { user: 'u_bo' })
    await becomes(first, 'n_1.md', 'n_ada.md', 'n_bo.md')
    await first.stop()
    await here.world.delete('/api/v1/note/n_ada/share/u_bo', keys.adaRegular)
    const second = run()
    await becomes(second, 'n_1.md', 'n_bo.md')
    await second.stop()
  },
}

for (const node of nodes) {
  for (const { name, title, needs } of examples) {
    const isAway = needs !== undefined && !(needs in document.paths) && `openapi.json has no ${needs} yet`
    test(`${title} (${node.version})`, { skip: node.skip || isAway }, async () => {
      await here.world.empty()
      await here.world.load(...acme())
      await expected[name]!((env, args) => start(node.path, name, env, args))
    })
  }
}

test('in a browser, from the origin of the service: lists, an upload, events, webhooks', {
  skip: noBrowser,
}, async () => {
  await here.world.empty()
  await here.world.load(...acme())
  await using pages = await openPages(join(client.folder, 'node_modules'))
  const secret = newSigningSecret()
  const body = '{"event_type":"ai_note.generated","id":"n_1"}'
  const headers = signedHeaders(['hook'], [secret], { id: 'msg_1', body: Buffer.from(body) }, systemClock())
  const state = { isOver: false }
  const result = pages
    .run(
      url,
      `const own = client.createClient({ url: location.origin, key: ${JSON.stringify(keys.bo)} })
       const titles = []
       for await (const note of own.pages('/api/v1/notes', { body: { pagination: { page_size: 1 } } })) titles.push(note.title)
       const { error } = await own.GET('/api/v1/note/{note_id}', { params: { path: { note_id: 'n_ada' } } })
       const sent = []
       const file = new File([${JSON.stringify(words)}], 'Café.mp3', { type: 'audio/mpeg' })
       const onProgress = (progress) => sent.push(progress.sent)
       const id = await own.upload(file, { title: 'Page', wait: true, pieceBytes: 1_000, onProgress })
       const heard = []
       const make = () => own.POST('/api/v1/action_item', { body: { text: 'Glue', assignees: ['u_bo'] } })
       for await (const { event } of own.listen({ onOpen: make })) {
         heard.push(event.event_type)
         break
       }
       const event = await client.verifyWebhook(${JSON.stringify(body)}, ${JSON.stringify(headers)}, ${JSON.stringify(secret)})
       return { titles, error, sent, id, heard, event }`,
    )
    .finally(() => {
      state.isOver = true
    })
  const items = here.world.db.selectFrom('action_items').where('text', '=', 'Glue')
  while (!state.isOver) {
    // Not before: the job of its second would run while the item is not committed, and leave it to the job of each minute.
    if (await items.select('id').executeTakeFirst()) here.world.advance({ seconds: 31 })
    await here.world.settle()
    await setTimeout(20)
  }
  const { id, ...others } = (await result) as { id: string }
  assert.deepEqual(others, {
    titles: ['STRASSE', 'Weekly 5 Jan'],
    error: failureBody('Note not found'),
    sent: [1_000, 2_000, words.length],
    heard: ['action_item.assigned'],
    event: JSON.parse(body),
  })
  assert.equal((await here.recording(id)).title, 'Page')
})

test('in a browser, from another origin: the service allows none, so the browser refuses', {
  skip: noBrowser,
}, async () => {
  await using pages = await openPages(join(client.folder, 'node_modules'))
  const refused = await pages.run(
    url.replace('127.0.0.1', 'localhost'),
    `const other = client.createClient({ url: ${JSON.stringify(url)}, key: ${JSON.stringify(keys.bo)} })
     return other.GET('/api/v1/me').catch((error) => error.name)`,
  )
  assert.equal(refused, 'TypeError')
})

/**
 * The Python client of clients/python as its users get it: generated, built as a wheel, installed, and called against the
 * service. Needs Python and its package index; what cannot be installed is skipped.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { signedHeaders } from '../../server/webhooks/delivery/signature.ts'
import { keys } from '../support/acme.ts'
import { openProxy } from '../support/cutting-proxy.ts'
import { type MediaWorld, openMediaWorld, words } from '../support/media-world.ts'

const root = new URL('../../', import.meta.url).pathname
const run = promisify(execFile)

let folder: string
let python: string
let here: MediaWorld
let proxy: Awaited<ReturnType<typeof openProxy>>
let missing: string | undefined
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-python-'))
  python = join(folder, 'venv/bin/python')
  missing = await install()
  here = await openMediaWorld({ MEDIA_MAX_BYTES: String(4 * 1_048_576) })
  proxy = await openProxy(Number(new URL(await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })).port))
})
after(async () => {
  await proxy[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** @returns why it is not possible on this machine */
async function install(): Promise<string | undefined> {
  const copy = join(folder, 'clients/python')
  await cp(join(root, 'clients/python'), copy, { recursive: true })
  await cp(join(root, 'openapi.json'), join(folder, 'openapi.json'))
  try {
    await run('python3', ['-m', 'venv', join(folder, 'venv')])
    await run(python, ['-m', 'pip', 'install', '--quiet', '-r', join(copy, 'requirements.txt')])
  } catch (error) {
    return `The generator could not be installed: ${(error as Error).message}`
  }
  await run(python, [join(copy, 'generate.py')])
  const wheel = ['wheel', '--quiet', '--no-deps', '--no-build-isolation', '--wheel-dir', folder, copy]
  await run(python, ['-m', 'pip', ...wheel])
  await run(python, ['-m', 'pip', 'install', '--quiet', join(folder, 'minutebook_client-0.1.0-py3-none-any.whl')])
  return undefined
}

/** Runs a program; `client` is there. Jobs of the service run meanwhile. @returns the lines that it printed as JSON */
async function program(text: string, onLine: (line: unknown) => unknown = () => {}): Promise<unknown[]> {
  const file = join(folder, 'program.py')
  const head = `import json, sys
from minutebook import *
client = Minutebook(sys.argv[1], sys.argv[2])
def tell(value): print(json.dumps(value), flush=True)
`
  await writeFile(file, head + text)
  const child = spawn(python, [file, proxy.url, keys.bo], { cwd: folder })
  const lines: unknown[] = []
  let rest = ''
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  child.stdout.on('data', (chunk) => {
    const whole = (rest + chunk).split('\n')
    rest = whole.pop()!
    for (const line of whole) {
      lines.push(JSON.parse(line))
      onLine(lines.at(-1))
    }
  })
  while (child.exitCode === null) {
    await here.world.settle()
    await setTimeout(10)
  }
  assert.equal(child.exitCode, 0, complaint)
  return lines
}

test('operations are generated functions; a refusal is an error with its fields', async (context) => {
  if (missing) return context.skip(missing)
  const printed = await program(`
from minutebook.generated.api.workspace import apps_developer_api_api_get_me as get_me
tell(get_me.sync(client=client.api).user.id)
try:
    client.submit(title="", transcript={"language_code": "en", "speech_segments": []})
except MinutebookError as error:
    tell([error.status, error.errors[0]["location"], error.is_temporary])
`)
  assert.deepEqual(printed, ['u_bo', [400, 'body.title', false]])
})

test('uploads of files survive cut connections, and wait for the recording', async (context) => {
  if (missing) return context.skip(missing)
  await writeFile(join(folder, 'call.mp3'), words.repeat(1_000))
  proxy.cutsAfterBytes = [700_000, 300_000]
  const [file, transcript] = (await program(`
with open("call.mp3", "rb") as file:
    tell(client.upload(file, title="Café ✓", filename="call.mp3", filetype="audio/mpeg", event_guid=None,
        participants=[{"name": "Zoë", "email": "zoe@elsewhere.test"}], wait=True))
segments = [{"speaker": "Bo", "text": "Yes.", "start_time": 0, "end_time": 1}]
tell(client.submit(title="Short", transcript={"language_code": "en", "speech_segments": segments}, wait=True))
`)) as [string, string]
  assert.equal(proxy.cutsAfterBytes.length, 0)
  const recording = await here.recording(file)
  assert.equal(recording.title, 'Café ✓')
  const { pathname, search } = new URL(recording.media_url)
  assert.equal((await here.world.get(pathname + search)).text, words.repeat(1_000))
  assert.equal((await here.recording(transcript)).title, 'Short')
})

test('follow gives the copy and then the change; listen gives the events that were named, after a cut too', async (context) => {
  if (missing) return context.skip(missing)
  const { world } = here
  const rename = (title: string) => world.patch('/api/v1/note/n_1', keys.ada, { title })
  const [seen, changed] = (await program(
    `
seen = []
for batch in client.follow(kinds=["note"]):
    seen += [change["id"] for change in batch.changes]
    if not batch.has_more: break
tell(sorted(set(seen)))
for batch in client.follow(batch.cursor):
    if batch.changes:
        tell([[change["kind"], change["id"]] for change in batch.changes if change["kind"] == "note"])
        break
`,
    (line) => (line as string[]).includes('n_bo') && void rename('Changed'),
  )) as [string[], string[][]]
  assert(seen.includes('n_1') && seen.includes('n_bo') && !seen.includes('n_ada'))
  assert.deepEqual(changed, [['note', 'n_1']])

  const listening = program(`
events = client.listen(["note.changed"])
for _ in range(2):
    found = next(events)
    tell([found.event["event_type"], found.event["title"], found.id != ""])
`)
  const listens = () => world.db.selectFrom('listeners').select('user_id').executeTakeFirst()
  while (!(await listens())) await setTimeout(5)
  for (const title of ['First', 'Second']) {
    await rename(title)
    world.advance({ seconds: 31 })
    await world.settle()
    proxy.cut()
  }
  assert.deepEqual(await listening, [
    ['note.changed', 'First', true],
    ['note.changed', 'Second', true],
  ])
})

test('verify_webhook takes what the service signs, and nothing else', async (context) => {
  if (missing) return context.skip(missing)
  const [secret, old] = ['new', 'old'].map((text) => `whsec_${Buffer.alloc(24, text).toString('base64')}`)
  const body = Buffer.from('{"event_type":"note.changed","title":"Café"}')
  const headers = signedHeaders(['hook'], [secret!, old!], { id: 'msg_1', body }, new Date())
  const late = signedHeaders(['hook'], [secret!], { id: 'msg_1', body }, new Date(Date.now() - 400_000))
  const printed = await program(`
secret, old, body, headers, late = json.loads(${JSON.stringify(JSON.stringify([secret, old, String(body), headers, late]))})
tell(verify_webhook(body.encode(), headers, [secret])["title"])
tell(verify_webhook(body, [(name.title(), value) for name, value in headers.items()], old)["title"])
for text, given, keys in [
    (body + " ", headers, secret), (body, late, secret), (body, {}, secret),
    (body, [*headers.items(), ("Hook-Id", "msg_2")], secret), (body, headers, "whsec_" + "A" * 32),
]:
    try:
        verify_webhook(text, given, keys)
        tell("taken")
    except WebhookVerificationError as error:
        tell(str(error))
for keys in ["", "whsec_", []]:
    try:
        verify_webhook(body, headers, keys)
    except ValueError:
        tell("no secret")
`)
  const lacking = 'It lacks webhook-id, -timestamp or -signature'
  const unsigned = 'No signature is by a secret of this webhook'
  const lateness = 'It was not sent within 300 s of now'
  assert.deepEqual(printed, [
    ...['Café', 'Café', unsigned, lateness, lacking, lacking, unsigned],
    ...Array(3).fill('no secret'),
  ])
})

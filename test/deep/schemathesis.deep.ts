/**
 * The public fuzzer schemathesis against the running service: every operation of the document, as a super admin and as
 * a member. Needs Python 3.10 and the package index; DEEP_EXAMPLES=10 makes it short, DEEP_SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { openBase } from '../../server/app/base.ts'
import { importWorld } from '../../server/keeping/world/import/import-world.ts'
import { readConfig } from '../../server/platform/context/config.ts'
import type { OpenApi } from '../../server/platform/http/openapi-document.ts'
import { acmeWithWebhooks, keys } from '../support/acme.ts'
import { operationsOf } from '../support/contract.ts'
import { dataFolder } from '../support/program.ts'

const seed = process.env.DEEP_SEED ?? String(randomInt(1_000_000))
const examples = process.env.DEEP_EXAMPLES ?? '60'
const file = (name: string) => new URL(name, import.meta.url).pathname

let folder: string
let why: string | undefined
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-deep-'))
  why = await install(folder)
})
after(() => rm(folder, { recursive: true, force: true }))

/** @returns why it cannot be installed here, if it cannot */
async function install(into: string): Promise<string | undefined> {
  const run = promisify(execFile)
  try {
    await run('python3', ['-m', 'venv', into])
    await run(join(into, 'bin/pip'), ['install', '--quiet', '-r', file('requirements.txt')])
  } catch (error) {
    return `schemathesis could not be installed: ${(error as Error).message}`
  }
}

for (const who of ['ada', 'bo'] as const) {
  test(`schemathesis finds nothing as ${who}, seed ${seed}`, async (context) => {
    if (why) return context.skip(why)
    await using service = await openService()
    const { code, text } = await fuzz(service, keys[who])
    const generated = /^ {2}\d+ generated.*$/m.exec(text)?.[0].trim()
    context.diagnostic(`${generated}; again by DEEP_SEED=${seed} DEEP_EXAMPLES=${examples} npm run test:deep`)
    assert.equal(code, 0, text)
    // The name in schemathesis.toml is that of a scheme in openapi.json: otherwise every answer is a 401 and nothing is found.
    assert.doesNotMatch(text, /auth scheme not defined/)
    assert.doesNotMatch(service.log(), /"level":[56]0/, 'nothing was logged as an error')
  })
}

type Service = Awaited<ReturnType<typeof openService>>

/** The service as an operator runs it, with a world of the documented ids; names of the outside lead nowhere. */
async function openService() {
  const data = await dataFolder()
  const world = join(folder, 'world.json')
  await writeFile(world, JSON.stringify({ version: 1, workspaces: acmeWithWebhooks() }))
  const loaded = await data.run(['import', world])
  assert.equal(loaded.code, 0, loaded.err)
  const settings = { API_RATE_PER_SECOND: '0', WEBHOOK_DNS_SERVERS: '127.0.0.1:1', LOG_LEVEL: 'warn' }
  const { output, stop } = await data.start('serve', /ready at http\S+/, settings)
  const base = await openBase(readConfig({ DATA_DIR: data.folder }), pino({ level: 'silent' }))
  const restorer = createServer((_, response) => {
    importWorld(base.db, createReadStream(world), base).then(
      () => response.end(),
      (error) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(restorer, 'listening')
  return {
    origin: /ready at (http:\S+)/.exec(output.text)![1]!,
    restore: `http://127.0.0.1:${(restorer.address() as AddressInfo).port}/`,
    log: () => output.text,
    async [Symbol.asyncDispose]() {
      restorer.close()
      await base.close()
      await stop()
      await data[Symbol.asyncDispose]()
    },
  }
}

/** Answers without an end would be waited for: they are left to test/events.test.ts. */
async function endless(): Promise<string[]> {
  const document: OpenApi = JSON.parse(await readFile(file('../../openapi.json'), 'utf8'))
  return operationsOf(document)
    .filter(([, { responses }]) => responses[200]?.content?.['text/event-stream'])
    .map(([, { operationId }]) => `--exclude-operation-id=${operationId}`)
}

async function fuzz({ origin, restore }: Service, key: string): Promise<{ code: number; text: string }> {
  const args = ['--config-file', file('schemathesis.toml'), 'run', file('../../openapi.json'), '--no-color']
  args.push('--url', origin, '--checks=all', '--seed', seed, '--max-examples', examples, ...(await endless()))
  const env = {
    PATH: process.env.PATH,
    PYTHONPATH: file('.'),
    PYTHONDONTWRITEBYTECODE: '1',
    SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
    MINUTEBOOK_KEY: key,
    MINUTEBOOK_RESTORE: restore,
  }
  const child = spawn(join(folder, 'bin/schemathesis'), args, { env, cwd: folder })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk))
  const [code] = await once(child, 'close')
  return { code, text }
}

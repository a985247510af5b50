/** The commands of the guides, pasted one page after the other into a shell beside a service with the demo world. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../support/free-port.ts'
import { dataFolder, emptyDatabase } from '../support/program.ts'

const docs = new URL('../../docs/', import.meta.url)
const run = promisify(execFile)
const maxBuffer = 64 * 1_048_576

const blocksOf = async (page: string) =>
  [...(await readFile(new URL(page, docs), 'utf8')).matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block!)
/** Whether a block asks the API and names nothing that only the reader has. */
const isComplete = (block: string) =>
  block.includes('$URL') && !/…|example\.com/.test(block.replaceAll(/(^| )#.*/gm, ''))

/** curl that fails with the status of an error, and reads a stream for two seconds. */
const curl = `#!/bin/sh
case " $* " in *" -sN "*) timeout 2 "$CURL" --fail "$@"; [ $? = 124 ]; exit;; esac
exec "$CURL" --fail-with-body "$@"
`

test('every command of the guides works as it is pasted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-guides-'))
  let hear: ChildProcess | undefined
  try {
    await using database = await emptyDatabase()
    await using data = await dataFolder()
    const [receiver, ...walk] = await ofWalk()
    const start = await prepare(folder, receiver!)
    const { output } = await data.start('start', /Try it:/, {
      ...database.settings,
      NODE_EXTRA_CA_CERTS: start.NODE_EXTRA_CA_CERTS!.replace('$PWD', folder),
      WEBHOOK_ALLOWED_NETWORKS: start.WEBHOOK_ALLOWED_NETWORKS!,
      ACTION_ITEM_HOLD_SECONDS: '1',
    })
    hear = spawn(process.execPath, ['hear.mjs'], { cwd: folder })
    let heard = ''
    hear.stdout!.on('data', (chunk) => {
      heard += chunk
    })
    const url = /ready at (http:\/\/\S+)/.exec(output.text)![1]!
    const script = [await ofFirstRequest(url), ...walk, ...(await ofOthers())].join('\n')
    const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, DATA_DIR: data.folder, CURL: await findCurl() }
    await run('bash', ['-exo', 'pipefail', '-c', script], { cwd: folder, env, maxBuffer, timeout: 300_000 }).catch(
      (error) => assert.fail(`${error.stdout.slice(-2_000)}\n${error.stderr.slice(-2_000)}`),
    )
    const events = ['action_item.assigned', 'action_item.completed', 'ai_note.generated', 'ai_note.shared_to_channel']
    assert.deepEqual([...new Set(heard.split('\n'))].filter((line) => events.includes(line)).sort(), events)
  } finally {
    hear?.kill()
    await rm(folder, { recursive: true, force: true })
  }
})

/** The walk's blocks, with a free port for its receiver. */
async function ofWalk(): Promise<string[]> {
  const port = `${await freePort()}`
  return (await blocksOf('use/walk.md')).map((block) => block.replaceAll('8443', port))
}

async function ofFirstRequest(url: string): Promise<string> {
  return (await blocksOf('use/first-request.md')).join('\n').replace('http://127.0.0.1:8080', url)
}

async function ofOthers(): Promise<string[]> {
  const pages = (await readdir(docs, { recursive: true })).sort()
  const others = pages.filter((page) => /^(assistants\.md|(use|administer)\/(?!first-request|walk).*\.md)$/.test(page))
  const blocks = await Promise.all(
    others.map(async (page) => [`: ${page}`, ...(await blocksOf(page)).filter(isComplete)]),
  )
  return blocks.flat()
}

/** Writes what the walk's receiver needs. @returns the settings with which the walk starts the service */
async function prepare(folder: string, receiver: string): Promise<Record<string, string>> {
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/curl'), curl, { mode: 0o755 })
  await symlink(new URL('../../node_modules', import.meta.url).pathname, join(folder, 'node_modules'))
  const [files, start] = receiver.split('node hear.mjs &\n')
  await run('bash', ['-ec', files!], { cwd: folder })
  return Object.fromEntries(start!.split(' ').map((setting) => setting.split('=')))
}

const findCurl = async () => (await run('sh', ['-c', 'command -v curl'])).stdout.trim()

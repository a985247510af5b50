/** `minutebook import-meetings` as its user meets it: a real process, a real service, a folder of exports. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { acme, keys } from './support/acme.ts'
import { exportOf } from './support/meeting-exports.ts'
import { openWorld, type World } from './support/world.ts'

const program = new URL('../bin/minutebook.js', import.meta.url).pathname

let world: World
let url: string
before(async () => {
  world = await openWorld({}, { anew: true })
  await world.load(...acme())
  url = await world.api.api.listen({ port: 0, host: '127.0.0.1' })
})
after(() => world[Symbol.asyncDispose]())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minutebook-import-'))
})

const start = (args: string[]) =>
  spawn(process.execPath, [program, 'import-meetings', ...args, '--url', url], {
    env: { PATH: process.env.PATH, MINUTEBOOK_KEY: keys.ada, TZ: 'Europe/Berlin' },
  })

async function run(args: string[]) {
  const child = start(args)
  child.stdin.end()
  const [[code], printed, complaint] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  return { code, printed, complaint }
}

async function put(path: string, content: string | Buffer) {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

const said: [string, string][] = [
  ['Ada Moreau', 'Good morning.'],
  ['Bo Chen', 'We ship on Friday.'],
]

async function putMeetings(count: number, word: string) {
  for (let number = 0; number < count; number++) {
    const own: [string, string][] = [...said, ['Ada Moreau', `This is ${word} ${number}.`]]
    const meeting = { title: `${word} ${number}`, start: new Date(2025, 1, number + 1, 9, 30), said: own }
    for (const { path, content } of exportOf('teams vtt', meeting, number)) await put(path, content)
  }
}

async function titlesOf(word: string): Promise<string[]> {
  await world.settle()
  const { body } = await world.post('/api/v1/recordings', keys.ada, {
    filters: { title: word },
    pagination: { page_size: 50 },
  })
  return body.data.map(({ title }: { title: string }) => title).sort()
}

test('a table first, then the meetings, each once however often it is run', async () => {
  await putMeetings(3, 'Board')
  await put('scan.bmp', 'x')
  await symlink('/etc/passwd', join(folder, 'link.txt'))
  const dry = await run([folder, '--dry-run'])
  assert.deepEqual([dry.code, dry.complaint], [0, ''])
  assert.match(
    dry.printed,
    /^This will become:\n\n {3}1 {2}2025-02-01 09:30 {2}Board 0\n {6}transcript · 2 speakers · Ada Moreau, Bo Chen\n/,
  )
  assert.match(dry.printed, /scan\.bmp: Files that end in \.bmp are not read/)
  assert.match(dry.printed, /link\.txt: It is a link/)
  assert.match(dry.printed, /\n3 meetings would be imported\.\n$/)
  assert.deepEqual(await titlesOf('Board'), [])
  const unasked = await run([folder])
  assert.deepEqual(
    [unasked.code, unasked.complaint],
    [1, 'Nobody can be asked here: add --all to import all of it, or --dry-run.\n'],
  )
  const first = await run([folder, '--all'])
  assert.match(first.printed, /\n3 of 3 {2}Board 2\n3 meetings imported\.\n$/)
  const again = await run([folder, '--all'])
  assert.deepEqual([again.code, again.printed.endsWith('Everything was imported before.\n')], [0, true])
  assert.deepEqual(await titlesOf('Board'), ['Board 0', 'Board 1', 'Board 2'])
})

test('what is killed goes on where it was, and nothing is doubled', async () => {
  await putMeetings(8, 'Sprint')
  const child = start([folder, '--all'])
  child.stdin.end()
  let printed = ''
  for await (const piece of child.stdout) {
    printed += piece
    if (printed.includes('2 of 8')) break
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { code } = await run([folder, '--all'])
  assert.equal(code, 0)
  assert.deepEqual(
    await titlesOf('Sprint'),
    Array.from({ length: 8 }, (_, at) => `Sprint ${at}`),
  )
})

test('a folder that is not there, one without meetings, and a wrong key are said', async () => {
  assert.match((await run([join(folder, 'none'), '--all'])).complaint, /cannot be read: ENOENT/)
  assert.match((await run([folder, '--all'])).complaint, /There is no meeting in .* that can be read\./)
  await putMeetings(1, 'Key')
  const refused = await run([folder, '--all', '--key', 'mb_wrong'])
  assert.deepEqual([refused.code, /refuses: 401/.test(refused.complaint)], [1, true])
})

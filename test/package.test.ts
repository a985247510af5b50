/** What `npm pack` makes of this repository, and that it runs; `test/deep/installed.deep.ts` installs it by npm. */
// In a third of the runs: it packs and starts what is installed.
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { after, before, test } from 'node:test'
import { findContentFaults } from '../scripts/release/contents.ts'
import { unpackProgram } from './support/packed-program.ts'
import { dataFolder, emptyDatabase } from './support/program.ts'

let packed: Awaited<ReturnType<typeof unpackProgram>>
before(async () => {
  packed = await unpackProgram()
})
after(() => packed[Symbol.asyncDispose]())

test('the archive has only the program, the console, the client and the guides', async () => {
  const paths = packed.files.map(({ path }) => path)
  assert.deepEqual(findContentFaults('minutebook', packed.files), [])
  for (const part of [
    'console/dist/index.html',
    'console/paths.js',
    'sdk/src/client.js',
    'demo/world.json',
    'server/app/main.js',
  ])
    assert(paths.includes(`dist/${part}`), part)
  const migrations = await readdir(new URL('../migrations/', import.meta.url))
  assert.deepEqual(
    migrations.filter((name) => !paths.includes(`dist/migrations/${name}`)),
    [],
  )
})

test('the program starts from inside node_modules: the demo, the console, and a thread', async () => {
  await using database = await emptyDatabase()
  await using data = await dataFolder(tmpdir(), { path: packed.program, node: process.execPath })
  const { output, stop } = await data.start('start', /Try it:/, { ...database.settings, LOG_LEVEL: 'info' })
  const url = /ready at (http:\/\/\S+)/.exec(output.text)![1]!
  const [key] = output.text.match(/mb_[\w-]{43}/)!
  assert.equal(JSON.parse(output.text.split('\n')[0]!).msg, 'Minutebook is starting')
  assert.match(await (await fetch(`${url}/`)).text(), /<div id="root">/)
  // Calendars are read in a thread, whose module is loaded by its address.
  const answer = await fetch(`${url}/api/v1/calendar/import`, {
    method: 'POST',
    headers: { 'x-api-key': key!, 'content-type': 'text/calendar' },
    body: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n',
  })
  assert.deepEqual([answer.status, ((await answer.json()) as { events_created: number }).events_created], [200, 0])
  assert.equal(await stop(), 0)
})

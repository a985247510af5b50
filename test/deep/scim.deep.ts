/** The public validator scim2-tester against the running service. Needs Python 3.10 and the package index. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { acme, keys } from '../support/acme.ts'
import { dataFolder } from '../support/program.ts'

const run = promisify(execFile)
const file = (name: string) => new URL(name, import.meta.url).pathname

/** A person is never without a name, and is active or not: docs/decisions/scim.md. */
const known = [
  "User check_remove_attribute - PATCH modify() did not remove attribute 'name'",
  "User check_remove_attribute - PATCH modify() did not remove attribute 'displayName'",
  "User check_remove_attribute - Failed to remove attribute 'active': body.Operations[0].path names what a user cannot be without",
]

test('scim2-tester finds nothing but what a person cannot be without', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-scim-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  try {
    await run('python3', ['-m', 'venv', folder])
    await run(join(folder, 'bin/pip'), ['install', '--quiet', '-r', file('scim-requirements.txt')])
  } catch (error) {
    return context.skip(`scim2-tester could not be installed: ${(error as Error).message}`)
  }
  await using data = await dataFolder()
  const world = join(folder, 'world.json')
  await writeFile(world, JSON.stringify({ version: 1, workspaces: acme() }))
  assert.equal((await data.run(['import', world])).code, 0)
  const { output, stop } = await data.start('serve', /ready at http\S+/, {
    API_RATE_PER_SECOND: '0',
    LOG_LEVEL: 'warn',
  })
  const origin = /ready at (http:\S+)/.exec(output.text)![1]!
  const env = { PATH: process.env.PATH, SCIM_URL: `${origin}/scim/v2`, SCIM_KEY: keys.ada }
  const { stdout } = await run(join(folder, 'bin/python'), [file('scim_tester.py')], { env })
  await stop()
  const lines = stdout.split('\n').filter((line) => /^[A-Z]+ /.test(line))
  const passed = lines.filter((line) => line.startsWith('SUCCESS '))
  const rest = lines.filter((line) => !/^(SUCCESS|SKIPPED) /.test(line)).map((line) => line.replace(/^\w+ /, ''))
  assert.deepEqual(rest, known, stdout)
  assert(passed.length > 55, stdout)
})

/** Spectral's rules for OpenAPI. Fetched for the run: as a dependency it would double what `npm ci` installs. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'

const openapi = new URL('../../openapi.json', import.meta.url).pathname
const spectral = '@stoplight/spectral-cli@6.16.3'

test('Spectral finds nothing in openapi.json', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'minutebook-spectral-'))
  const run = promisify(execFile)
  try {
    await writeFile(join(folder, 'ruleset.yaml'), 'extends: ["spectral:oas"]\n')
    try {
      await run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', spectral])
    } catch (error) {
      return context.skip(`Spectral could not be installed: ${(error as Error).message}`)
    }
    const args = ['lint', openapi, '--ruleset', join(folder, 'ruleset.yaml'), '--format=json', '--fail-severity=hint']
    const { stdout } = await run(join(folder, 'node_modules/.bin/spectral'), args).catch((error) => error)
    assert.deepEqual(JSON.parse(stdout.slice(0, stdout.lastIndexOf(']') + 1)), [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Measurements are run by people: what is missing is said in a sentence. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const program = new URL('../bench/main.ts', import.meta.url).pathname

test('notes: if the meetings are missing, one sentence says where to put them', async () => {
  const failed = await promisify(execFile)(process.execPath, [program, 'notes', '/nowhere']).catch((error) => error)
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^The meetings are missing: .*\/nowhere\/meetings\b.*\.\n$/)
  assert.equal(failed.stdout, '')
})

test('notes: an unknown flag is named', async () => {
  const failed = await promisify(execFile)(process.execPath, [program, 'notes', '--mises']).catch((error) => error)
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^Unknown flag --mises\. Usage: npm run bench -- notes \[FOLDER\] \[--model.*\]\n$/)
})

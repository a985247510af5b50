/** Databases out there have run the migrations: their names, order and text stay, and what is new comes after them. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const folder = new URL('../migrations/', import.meta.url)

test('migrations are those of migrations/sha256sums, to the byte', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const sums = names.map(async (name) => {
    const text = await readFile(new URL(name, folder))
    return `${createHash('sha256').update(text).digest('hex')}  ${name}\n`
  })
  const listed = await readFile(new URL('sha256sums', folder), 'utf8')
  assert.equal(
    (await Promise.all(sums)).join(''),
    listed,
    'a new one is listed by: cd migrations && sha256sum *.sql > sha256sums',
  )
})

/** Facts that vendors publish name their source and the day on which it was read. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { type Published, problemOf } from './support/published/published.ts'

const folder = new URL('./support/published/', import.meta.url)

test('every file of facts has its source, its day, and only documented fields as required ones', async () => {
  const files = (await readdir(folder)).filter((name) => name !== 'published.ts')
  assert(files.length > 10)
  for (const name of files) {
    const exported = Object.values(await import(new URL(name, folder).href))
    const facts = exported.filter((each): each is Published => typeof each === 'object' && Object(each).fields)
    assert(facts.length > 0, name)
    for (const { source, read, required, fields } of facts) {
      assert.match(source, /^https:\/\//, name)
      assert(!Number.isNaN(Date.parse(read)), name)
      for (const field of required) assert(Object.hasOwn(fields, field), `${name}: ${field}`)
    }
  }
})

test('a request is held against them: missing, unknown and invalid fields are named', () => {
  const facts = { source: '', read: '', required: ['a'], fields: { a: (value: unknown) => value === 1 } }
  assert.equal(problemOf(facts, []), 'a is required')
  assert.equal(problemOf(facts, [['a', 1]]), null)
  assert.equal(problemOf(facts, [['a', 2]]), 'a is invalid')
  assert.equal(
    problemOf(facts, [
      ['a', 1],
      ['toString', 1],
    ]),
    'toString is unknown',
  )
})

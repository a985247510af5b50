/** People as a person writes them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printPerson, readPerson } from './people-text.ts'

test('a name, an address and both are read as they are written', () => {
  const people = {
    'Ada Moreau': { name: 'Ada Moreau' },
    'ada@acme.test': { email: 'ada@acme.test' },
    'Ada Moreau <ada@acme.test>': { name: 'Ada Moreau', email: 'ada@acme.test' },
    'ada @ work': { name: 'ada @ work' },
    'דנה לוי <dana@acme.test>': { name: 'דנה לוי', email: 'dana@acme.test' },
  }
  for (const [text, person] of Object.entries(people)) {
    assert.deepEqual(readPerson(text), person)
    assert.equal(printPerson(person), text)
  }
  assert.deepEqual(readPerson(' <ada@acme.test> '), { email: 'ada@acme.test' })
})

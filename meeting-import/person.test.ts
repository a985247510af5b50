/** People as people and programs write them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printPerson, readPeople, readPerson } from './person.ts'

test('a name, an address and both are read as they are printed', () => {
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
})

test('other forms of the same are read too', () => {
  const ada = { name: 'Ada Moreau', email: 'ada@acme.test' }
  for (const text of ['Ada Moreau <Ada@acme.test>', '"Ada Moreau" (ada@acme.test)', ' Ada  Moreau ada@acme.test '])
    assert.deepEqual(readPerson(text), ada, text)
  for (const text of ['ada@acme.test', ' <ada@acme.test> '])
    assert.deepEqual(readPerson(text), { email: ada.email }, text)
})

test('what is no address is a name, and what says nothing is nobody', () => {
  const names = ['ada@acme', '@acme.test', 'ada@.test', 'ada@acme.', 'ada@acme.test later', '@', '>']
  for (const text of names) assert.deepEqual(readPerson(text), { name: text }, text)
  assert.deepEqual(readPerson(`${'a'.repeat(400)}@b.test`), { name: `${'a'.repeat(254)}…` })
  assert.equal(readPerson(' '), null)
})

test('people whose text did not change stay as their file has them', () => {
  const people = [{ email: 'ada@localhost' }, { name: 'Lou  Grant', email: 'lou@acme' }]
  const texts = people.map(printPerson)
  assert.deepEqual(readPeople(texts, people), people)
  assert.deepEqual(readPeople([texts[1]!, 'bo@localhost', ' '], people), [people[1], { name: 'bo@localhost' }])
})

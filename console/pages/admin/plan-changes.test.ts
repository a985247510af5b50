import assert from 'node:assert/strict'
import { test } from 'node:test'
import { differences, errorsByLine } from './plan-changes.ts'
import { readPeople } from './read-people.ts'

const said = {
  named: (from: string, to: string) => `${from}>${to}`,
  admin: '+admin',
  noAdmin: '-admin',
  on: 'on',
  off: 'off',
}
const bo = { email: 'bo@acme.test', full_name: 'Bo', admin: false, active: true }
const of = (line: string) => differences(readPeople(line)[0]!, bo, said)

test('a list changes the values of an account that differ; missing values stay', () => {
  assert.deepEqual(of('bo@acme.test,Bo L.,yes,no'), ['Bo>Bo L.', '+admin', 'off'])
  assert.deepEqual(of('bo@acme.test,Bo,no,yes'), [])
  assert.deepEqual(of('bo@acme.test'), [])
})

test('columns may be in any order; a word other than yes or no is an error of its column', () => {
  const rows = readPeople('active;email\nnein;bo@acme.test\nmaybe;cy@acme.test')
  assert.deepEqual(
    rows.map(({ email, active, problem }) => [email, active, problem]),
    [
      ['bo@acme.test', false, null],
      ['cy@acme.test', null, 'bad_active'],
    ],
  )
})

test('errors of the service are shown at the right line, also if earlier lines were left out', () => {
  const rows = readPeople('email,name\n\nbo@acme.test,Bo\ncy@acme.test,').filter(({ email }) => email !== '')
  const errors = [
    { location: 'body.users[1].full_name', message: 'is required for a person without an account' },
    { location: 'body.users[1].email', message: 'is the address of body.users[0].email too' },
    { location: 'body', message: 'is too large' },
  ]
  assert.deepEqual(
    [...errorsByLine(errors, rows)],
    [[4, ['full_name is required for a person without an account', 'email is the address of 3: email too']]],
  )
})

/** What identity providers send, as their documents show it, becomes what is wanted. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameNewUser, readUser, readUserPatch, renameUser, replacing } from './read-user.ts'
import { maxName, maxOperations, readOperations } from './read-values.ts'

const patched = (...Operations: unknown[]) => readUserPatch(readOperations({ Operations }))
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

test('Okta: one operation without a path, or a whole user, is read', () => {
  assert.deepEqual(patched({ op: 'replace', value: { active: false } }), { active: false })
  const whole = {
    schemas: ['…'],
    userName: 'dee@acme.test',
    name: { givenName: 'Dee', familyName: 'Sato' },
    active: true,
    emails: [{ primary: true, value: 'dee@acme.test', type: 'work' }],
    groups: [],
    password: 'secret',
    locale: 'en-US',
    externalId: '00u1',
  }
  const wanted = { userName: 'dee@acme.test', givenName: 'Dee', familyName: 'Sato', active: true, externalId: '00u1' }
  assert.deepEqual(readUser(whole), wanted)
})

test('Entra: paths, op in any case, booleans as strings, extensions and flat names are read', () => {
  const wanted = patched(
    { op: 'Replace', path: 'active', value: 'False' },
    { op: 'Add', path: 'name.givenName', value: 'Dee' },
    { op: 'REPLACE', path: 'emails[type eq "work"].value', value: 'dee@acme.test' },
    { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
    { op: 'Add', value: { 'name.familyName': 'Sato', displayName: 'Dee S.', [enterprise]: { manager: '1' } } },
    { op: 'Remove', path: 'externalId' },
  )
  const expected = { active: false, givenName: 'Dee', familyName: 'Sato', displayName: 'Dee S.', externalId: null }
  assert.deepEqual(wanted, expected)
})

test('attributes that would give rights are ignored, and no name changes the prototype', () => {
  const roles = {
    roles: [{ value: 'admin' }],
    userType: 'admin',
    admin: true,
    super_admin: true,
    entitlements: ['admin'],
  }
  assert.deepEqual(readUser(roles), {})
  assert.deepEqual(patched({ op: 'add', value: roles }, { op: 'add', path: 'admin', value: true }), {})
  assert.deepEqual(readUser({ name: JSON.parse('{"constructor": "x"}') }), {})
  assert.throws(() => readUser(JSON.parse('{"__proto__": {"admin": true}}')), { code: 'invalidPath' })
  assert.throws(() => patched({ op: 'add', path: '__proto__.polluted', value: 1 }), { code: 'invalidPath' })
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
})

test('a PUT clears optional attributes, and keeps those that an account must have', () => {
  assert.deepEqual(replacing({ displayName: 'Dee' }), {
    displayName: 'Dee',
    externalId: null,
    givenName: null,
    familyName: null,
  })
})

test('an error names the wrong field', () => {
  const cases: [unknown, string, string][] = [
    [{ op: 'replace', path: 'active', value: 'yes' }, 'invalidValue', 'body.Operations[0].value must be true or false'],
    [{ op: 'replace', path: 'active', value: null }, 'invalidValue', 'body.Operations[0].value must be true or false'],
    [{ op: 'replace', path: 'displayName', value: 7 }, 'invalidValue', 'body.Operations[0].value must be a string'],
    [{ op: 'replace', path: 'displayName' }, 'invalidValue', 'body.Operations[0].value is required'],
    [{ op: 'replace', value: 'x' }, 'invalidValue', 'body.Operations[0].value must be an object'],
    [{ op: 'move', path: 'a', value: 1 }, 'invalidSyntax', 'body.Operations[0].op must be add, remove or replace'],
    [{ op: 'remove' }, 'noTarget', 'body.Operations[0].path is required to remove something'],
    [{ op: 'remove', path: 'active' }, 'mutability', 'body.Operations[0].path names what a user cannot be without'],
    [{ op: 'add', path: 7, value: 1 }, 'invalidPath', 'body.Operations[0].path must be a string'],
    [
      { op: 'add', path: 'active.x', value: true },
      'invalidPath',
      'body.Operations[0].value: active has one value and no such part',
    ],
    ['x', 'invalidValue', 'body.Operations[0] must be an object'],
  ]
  for (const [operation, code, message] of cases) assert.throws(() => patched(operation), { code, message })
  for (const body of [{}, { Operations: {} }, { Operations: [] }]) {
    assert.throws(() => readOperations(body), { code: 'invalidSyntax' })
  }
})

test('operations and the characters of a name are limited', () => {
  const many = (count: number) => Array(count).fill({ op: 'add', path: 'active', value: true })
  for (const count of [maxOperations - 1, maxOperations]) assert.deepEqual(patched(...many(count)), { active: true })
  for (const count of [maxOperations + 1, 10_000]) {
    assert.throws(() => patched(...many(count)), { message: 'body.Operations must have at most 1000 entries' })
  }
  const name = (length: number) => readUser({ displayName: '𝒜'.repeat(length) })
  for (const length of [maxName - 1, maxName]) assert.equal([...name(length).displayName!].length, length)
  assert.throws(() => name(maxName + 1), { message: 'body.displayName must have at most 255 characters' })
  const external = (text: string) => readUser({ externalId: text }).externalId
  assert.equal(external('x'.repeat(1_024))!.length, 1_024)
  assert.throws(() => external('x'.repeat(1_025)), { code: 'invalidValue' })
  assert.throws(() => external('ö'.repeat(513)), { message: 'body.externalId must have at most 1024 bytes' })
})

test('a name is the display name, else its parts, else the present name', () => {
  const bo = { full_name: 'Bo Lindqvist', given_name: null, family_name: null }
  const dee = { full_name: 'Dee Sato', given_name: 'Dee', family_name: 'Sato' }
  assert.equal(nameNewUser('x.y@acme.test', {}).full_name, 'x.y')
  assert.equal(nameNewUser('x@acme.test', { givenName: 'Dee' }).full_name, 'Dee')
  assert.equal(
    nameNewUser('x@acme.test', { givenName: 'Dee', familyName: 'Sato', formatted: 'D. Sato' }).full_name,
    'D. Sato',
  )
  assert.deepEqual(renameUser(bo, {}), bo)
  assert.deepEqual(renameUser(bo, { givenName: 'Robert' }), { ...bo, given_name: 'Robert' })
  assert.equal(renameUser(bo, { givenName: 'Robert', familyName: 'L' }).full_name, 'Robert L')
  assert.deepEqual(renameUser(dee, { familyName: 'Ito' }), {
    full_name: 'Dee Ito',
    given_name: 'Dee',
    family_name: 'Ito',
  })
  assert.equal(renameUser({ ...dee, full_name: 'Deedee' }, { familyName: 'Ito' }).full_name, 'Deedee')
  assert.equal(renameUser(dee, { displayName: null, givenName: null, familyName: null }).full_name, 'Dee Sato')
  const long = { givenName: 'x'.repeat(200), familyName: 'y'.repeat(55) }
  assert.throws(() => renameUser(dee, long), { message: 'body.name must have at most 255 characters' })
})

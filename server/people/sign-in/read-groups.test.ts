/** Groups as providers say them, and that they did not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxGroups, readGroups } from './read-groups.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `g${index}`)

test('names of a list, or one name; without the claim none', () => {
  assert.deepEqual(
    readGroups({ groups: ['Sales', ' Sales ', '', 'a\0b', 'x'.repeat(256), 'y'.repeat(255)] }, 'groups'),
    { names: ['Sales', 'y'.repeat(255)] },
  )
  assert.deepEqual(readGroups({ groups: 'Sales' }, 'groups'), { names: ['Sales'] })
  assert.deepEqual(readGroups({ 'https://acme.test/groups': ['A'] }, 'https://acme.test/groups'), { names: ['A'] })
  assert.deepEqual(readGroups({}, 'groups'), { names: [] })
  assert.deepEqual(readGroups({ groups: [] }, 'groups'), { names: [] })
})

test('a path leads into other claims, as Keycloak has them, also by names with dots', () => {
  const claims = {
    realm_access: { roles: ['engineering'] },
    resource_access: { 'my.app': { roles: ['A'] }, my: {} },
    'a.b': ['B'],
    a: { b: ['C'] },
  }
  assert.deepEqual(readGroups(claims, 'realm_access.roles'), { names: ['engineering'] })
  assert.deepEqual(readGroups(claims, 'resource_access.my.app.roles'), { names: ['A'] })
  assert.deepEqual(readGroups(claims, 'a.b'), { names: ['B'] })
  for (const none of ['realm_access.other', 'a.b.c', 'a.constructor', '.'])
    assert.deepEqual(readGroups(claims, none), { names: [] })
})

test('what cannot be read says why', () => {
  const overage = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://graph.test' } } }
  assert.deepEqual(readGroups(overage, 'groups'), { unread: 'left_out' })
  assert.deepEqual(readGroups(overage, 'roles'), { names: [] })
  for (const hasgroups of [true, 'true']) assert.deepEqual(readGroups({ hasgroups }, 'groups'), { unread: 'left_out' })
  for (const groups of [{ a: 1 }, 5, ['A', 5]])
    assert.deepEqual(readGroups({ groups }, 'groups'), { unread: 'not_a_list' })
  for (const count of [maxGroups - 1, maxGroups])
    assert.deepEqual(readGroups({ groups: many(count) }, 'groups'), { names: many(count) })
  assert.deepEqual(readGroups({ groups: many(maxGroups + 1) }, 'groups'), { unread: 'too_many' })
})

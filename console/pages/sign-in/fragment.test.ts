import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFragment, safeReturn } from './fragment.ts'

test('the fragment of a link is read, and that of a rejected sign-in', () => {
  assert.deepEqual(readFragment('#token=abc-_1'), { token: 'abc-_1', error: null, workspaces: [] })
  assert.deepEqual(readFragment('error=several_workspaces&workspaces=acme%2Cglobex'), {
    token: null,
    error: 'several_workspaces',
    workspaces: ['acme', 'globex'],
  })
  assert.deepEqual(readFragment(''), { token: null, error: null, workspaces: [] })
})

test('after sign-in the browser stays at this service, with any address in the link', () => {
  assert.equal(safeReturn('/recap/r_1?t=60'), '/recap/r_1?t=60')
  assert.equal(safeReturn(`/${'a'.repeat(1_999)}`).length, 2_000)
  assert.equal(safeReturn(`/${'a'.repeat(2_000)}`), '/')
  for (const path of [undefined, '', 'recap', '//evil.test', '/\\evil.test', 'https://evil.test', '/a\tb', '/a\\b']) {
    assert.equal(safeReturn(path), '/', String(path))
  }
})

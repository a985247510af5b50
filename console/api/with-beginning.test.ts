import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withBeginning } from './with-beginning.ts'

test('the last word of a search is also the beginning of a word; what is finished is not', () => {
  assert.equal(withBeginning('walr'), 'walr walr*')
  assert.equal(withBeginning('the über walr'), 'the über walr walr*')
  for (const query of [
    'wa',
    'walr*',
    '"the walr',
    '"a walr"',
    '-walr',
    'walrus?',
    'e-mail',
    '',
    '会議',
    'x'.repeat(300),
  ])
    assert.equal(withBeginning(query), query, query)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maxFilterCharacters, maxFilterDepth, maxFilterTerms, parseFilter, parsePath } from './parse-filter.ts'

const eq = (path: string, value: unknown) => ({ op: 'eq', path, value })
const path = (text: string) => parsePath(text, 'path')
const refused = (text: string) => {
  try {
    return parseFilter(text)
  } catch (error) {
    const { code, message, status } = error as { code: string; message: string; status: number }
    assert.deepEqual([code, status], ['invalidFilter', 400])
    return message
  }
}

test('names and operators may be in any case; strings keep their case', () => {
  assert.deepEqual(parseFilter('userName Eq "Bo@Acme.test"'), eq('username', 'Bo@Acme.test'))
  assert.deepEqual(parseFilter('active eq True'), eq('active', true))
  assert.deepEqual(
    parseFilter('urn:ietf:params:scim:schemas:core:2.0:User:name.givenName eq "Bo"'),
    eq('name.givenname', 'Bo'),
  )
  assert.deepEqual(parseFilter('urn:x:2.0:User:team eq null'), eq('urn:x:2.0:user:team', null))
  assert.deepEqual(parseFilter('a gt 1.5'), { op: 'gt', path: 'a', value: 1.5 })
  assert.deepEqual(parseFilter('title pr'), { op: 'pr', path: 'title' })
})

test('strings are JSON, with quotes, backslashes and escapes', () => {
  assert.deepEqual(parseFilter(String.raw`a eq "say \"x\" \\ \u00e9"`), eq('a', 'say "x" \\ é'))
  assert.deepEqual(parseFilter(String.raw`a eq "ends with \\"`), eq('a', 'ends with \\'))
  assert.deepEqual(parseFilter('a eq ") and ("'), eq('a', ') and ('))
})

test('`and` binds closer than `or`, and brackets bind closest', () => {
  const [a, b, c] = [eq('a', 1), eq('b', 2), eq('c', 3)]
  assert.deepEqual(parseFilter('a eq 1 or b eq 2 and c eq 3'), {
    op: 'or',
    filters: [a, { op: 'and', filters: [b, c] }],
  })
  assert.deepEqual(parseFilter('(a eq 1 OR b eq 2) and not (c eq 3)'), {
    op: 'and',
    filters: [
      { op: 'or', filters: [a, b] },
      { op: 'not', filter: c },
    ],
  })
  assert.deepEqual(parseFilter('emails[type eq "work"].value eq "x"'), {
    op: 'and',
    filters: [{ op: '[]', path: 'emails', filter: eq('type', 'work') }, eq('emails.value', 'x')],
  })
})

test('an invalid filter is rejected with the position', () => {
  const wrong = [
    '',
    'a',
    'a eq',
    'a is 1',
    'a eq 1 b',
    '(a eq 1',
    'a eq 1)',
    'a[b eq 1',
    'not a eq 1',
    'a eq x',
    '"a" eq 1',
  ]
  const odd = [
    'a eq "x',
    `a eq "${'\n'.repeat(60)}`,
    'a eq "\\q"',
    'a eq "\\u0000"',
    'a eq "\\ud800"',
    'a.b.c eq 1',
    '1a eq 1',
  ]
  for (const text of [...wrong, ...odd, 'a eq [1]', '__proto__ eq 1', 'a eq 1 and', 'or', 'a eq "x\0"']) {
    assert.match(String(refused(text)), /^filter is not valid: /, text)
  }
  assert.equal(refused('a eq 1 nor b eq 2'), 'filter is not valid: nor is not expected there')
  // As in an example of Entra's documents.
  assert.equal(
    refused('externalId eq jyoung'),
    'filter is not valid: jyoung needs quotation marks, as in externalId eq "jyoung"',
  )
  for (const text of ['a eq b@c.test', 'a eq 007', 'a eq 4c3f-11'])
    assert.match(String(refused(text)), /quotation marks/)
  assert.equal(refused('a eq'), 'filter is not valid: it ends too early')
  assert.equal(refused('a eq "x'), 'filter is not valid: a text that begins at character 6 does not end')
})

test('characters, depth and comparisons of a filter are limited', () => {
  const long = (length: number) => `a eq "${'x'.repeat(length - 7)}"`
  for (const length of [maxFilterCharacters - 1, maxFilterCharacters])
    assert.equal(typeof refused(long(length)), 'object')
  assert.equal(refused(long(maxFilterCharacters + 1)), 'filter is not valid: it has more than 2048 characters')
  const deep = (depth: number) => `${'('.repeat(depth)}a eq 1${')'.repeat(depth)}`
  for (const depth of [maxFilterDepth - 1, maxFilterDepth]) assert.deepEqual(refused(deep(depth)), eq('a', 1))
  assert.equal(refused(deep(maxFilterDepth + 1)), 'filter is not valid: it nests deeper than 8 levels')
  assert.equal(refused('('.repeat(2_000)), 'filter is not valid: it nests deeper than 8 levels')
  assert.equal(refused('not('.repeat(9)), 'filter is not valid: it nests deeper than 8 levels')
  const wide = (terms: number) => Array(terms).fill('a eq 1').join(' or ')
  for (const terms of [maxFilterTerms - 1, maxFilterTerms]) assert.equal(typeof refused(wide(terms)), 'object')
  assert.equal(refused(wide(maxFilterTerms + 1)), 'filter is not valid: it has more than 20 comparisons')
})

test('a path names an attribute, its part, and one of several values', () => {
  assert.deepEqual(path('name.givenName'), { schema: null, attribute: 'name', sub: 'givenname', filter: null })
  assert.deepEqual(path('urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value'), {
    schema: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user',
    attribute: 'manager',
    sub: 'value',
    filter: null,
  })
  assert.deepEqual(path('emails[type eq "work"].value'), {
    schema: null,
    attribute: 'emails',
    sub: 'value',
    filter: eq('type', 'work'),
  })
  assert.deepEqual(path('members[value eq "u_1" or value eq "u_2"]').filter, {
    op: 'or',
    filters: [eq('value', 'u_1'), eq('value', 'u_2')],
  })
  for (const text of [
    '',
    '.',
    'a b',
    'a[b eq 1].c.d',
    'a.b[c eq 1].d',
    'a[]',
    'a]',
    '[a eq 1]',
    '__proto__.x',
    'a[b eq 1]x',
  ]) {
    assert.throws(() => path(text), { code: 'invalidPath', status: 400 }, text)
  }
})

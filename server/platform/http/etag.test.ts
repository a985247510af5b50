import assert from 'node:assert/strict'
import { test } from 'node:test'
import { etagOf, ifMatchAllows } from './etag.ts'

const etag = etagOf('title', 'content')

test('an ETag is strong, and equal exactly if all texts are equal', () => {
  assert.match(etag, /^"[\w-]{43}"$/)
  assert.equal(etagOf('title', 'content'), etag)
  for (const other of [
    ['title', 'content '],
    ['titlec', 'ontent'],
    ['content', 'title'],
    ['title'],
    ['title', 'content', ''],
  ]) {
    assert.notEqual(etagOf(...other), etag, JSON.stringify(other))
  }
})

test('a request is accepted without If-Match, with a star, with the ETag itself, or with a list of ETags that has it', () => {
  for (const header of [
    undefined,
    '*',
    ' * ',
    etag,
    ` ${etag}`,
    `"a", ${etag}`,
    `${etag},"b"`,
    `"a,b" ,, ${etag}, W/"c"`,
  ]) {
    assert(ifMatchAllows(header, etag), String(header))
  }
})

test('a request with any other If-Match is rejected', () => {
  const bare = etag.slice(1, -1)
  for (const header of [
    '',
    ',',
    '"a"',
    'a',
    bare,
    `W/${etag}`,
    `w/${etag}`,
    `"a", W/${etag}`,
    `${etag}x`,
    '"*"',
    '"a", *',
  ]) {
    assert(!ifMatchAllows(header, etag), header)
  }
})

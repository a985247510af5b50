import assert from 'node:assert/strict'
import { test } from 'node:test'
import { etagOf, ifMatchAllows, ifNoneMatchHas } from './etag.ts'

const etag = etagOf('title', 'content')
const ending = (coding: string) => `${etag.slice(0, -1)}${coding}"`

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

test('without a header every write is accepted, and nothing is known to the client', () => {
  assert.deepEqual([ifMatchAllows(undefined, etag), ifNoneMatchHas(undefined, etag)], [true, false])
})

test('a header names a version by a star, the ETag, a list that has it, or what a compressing proxy makes of it', () => {
  for (const header of [
    '*',
    ' * ',
    etag,
    ` ${etag}`,
    `"a", ${etag}`,
    `${etag},"b"`,
    `"a,b" ,, ${etag}, W/"c"`,
    `W/${etag}`,
    `"a", W/${etag}`,
    ...['-gzip', '-br', '-zstd', '-deflate'].flatMap((coding) => [ending(coding), `W/${ending(coding)}`]),
  ]) {
    assert(ifMatchAllows(header, etag), header)
    assert(ifNoneMatchHas(header, etag), header)
  }
})

test('a tag that ends like one of a proxy is named as it is', () => {
  assert(ifMatchAllows('W/"abc-br"', '"abc-br"'))
  assert(!ifMatchAllows('"abc-br"', '"abc-gzip"'))
  assert(!ifMatchAllows('"abc"', '"abc-br"'))
})

test('any other header names no version', () => {
  const bare = etag.slice(1, -1)
  for (const header of [
    '',
    ',',
    '"a"',
    'a',
    bare,
    `w/${etag}`,
    `W/W/${etag}`,
    `W/ ${etag}`,
    `${etag}x`,
    ending('-lzma'),
    ending('-gzip-br'),
    '"*"',
    'W/*',
    '"a", *',
  ]) {
    assert(!ifMatchAllows(header, etag), header)
    assert(!ifNoneMatchHas(header, etag), header)
  }
})

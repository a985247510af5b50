/** The media type of a server or an uploader, as it is stored. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaType } from './fetch-media.ts'

test('a type is kept without its parameters; an invalid or too long one is not kept', () => {
  const long = 'x'.repeat(127)
  const types: [string, string | null][] = [
    ['audio/mpeg', 'audio/mpeg'],
    ['Audio/MPEG; rate=8000', 'audio/mpeg'],
    ['application/vnd.a+b.c-d', 'application/vnd.a+b.c-d'],
    [`${long}/${long}`, `${long}/${long}`],
    [`audio/${long}x`, null],
    [`${long}x/mpeg`, null],
    ['audio', null],
    ['audio/mpeg video/mp4', null],
    ['', null],
  ]
  for (const [header, type] of types) assert.equal(mediaType(header), type, header)
  assert.equal(mediaType(undefined), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type ByteRange, evaluateConditions, parseRange } from './byte-range.ts'

test('RFC 9110, 14: a range, from a position on, the last bytes; anything else is the whole file', () => {
  const cases: [header: string | undefined, found: string][] = [
    ['bytes=0-0', '0-0'],
    ['bytes=0-9', '0-9'],
    ['bytes=0-10', '0-9'],
    ['bytes=9-', '9-9'],
    ['bytes=10-', 'none'],
    ['bytes=10-12', 'none'],
    ['bytes=-1', '9-9'],
    ['bytes=-10', '0-9'],
    ['bytes=-11', '0-9'],
    ['bytes=-0', 'none'],
    [` BYTES = 2 - ${'9'.repeat(400)} `, '2-9'],
    [`bytes=${'9'.repeat(400)}-`, 'none'],
    [undefined, 'whole'],
    ['', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=5-4', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['bytes=1.5-2', 'whole'],
    ['bytes=-1-2', 'whole'],
    ['lines=0-1', 'whole'],
  ]
  const words = (found: ReturnType<typeof parseRange>) =>
    typeof found === 'string' ? found : `${found.start}-${found.end}`
  for (const [header, found] of cases) assert.equal(words(parseRange(header, 10)), found, String(header))
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-5']) assert.equal(parseRange(header, 0), 'none', header)
})

test('a range is within the file and the same as slicing', () => {
  const position = fc.option(fc.nat(40), { nil: '' })
  fc.assert(
    fc.property(position, position, fc.nat(30), (first, last, bytes) => {
      const found = parseRange(`bytes=${first}-${last}`, bytes)
      const file = Array.from({ length: bytes }, (_, at) => at)
      const backwards = first !== '' && last !== '' && last < first
      if ((first === '' && last === '') || backwards) return assert.equal(found, 'whole')
      const from = first === '' ? file.slice(Math.max(0, bytes - Number(last))) : file.slice(Number(first))
      const wanted = first === '' || last === '' ? from : from.filter((at) => at <= Number(last))
      if (wanted.length === 0) return assert.equal(found, 'none')
      assert.deepEqual(found, { start: wanted[0], end: wanted.at(-1) } satisfies Partial<ByteRange>)
    }),
  )
})

test('RFC 9110, 13.2.2: If-Match before If-None-Match before If-Range before Range', () => {
  const mine = '"v1"'
  const table: [headers: Record<string, string>, status: number][] = [
    [{}, 200],
    [{ range: 'bytes=0-1' }, 206],
    [{ range: 'bytes=99-' }, 416],
    [{ 'if-match': mine }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"v0", "v1"', range: 'bytes=0-1' }, 206],
    [{ 'if-match': 'W/"v1"' }, 200],
    [{ 'if-match': 'W/"v0"' }, 412],
    [{ 'if-match': '"v0"', 'if-none-match': mine }, 412],
    [{ 'if-none-match': mine }, 304],
    [{ 'if-none-match': '"v0", W/"v1"', range: 'bytes=99-' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"v0"', range: 'bytes=0-1' }, 206],
    [{ 'if-range': mine, range: 'bytes=0-1' }, 206],
    [{ 'if-range': '"v0"', range: 'bytes=0-1' }, 200],
    [{ 'if-range': 'W/"v1"', range: 'bytes=99-' }, 200],
    [{ 'if-range': 'Sat, 10 Jan 2026 12:00:00 GMT', range: 'bytes=0-1' }, 200],
    [{ 'if-range': mine }, 200],
  ]
  for (const [headers, status] of table) {
    assert.equal(evaluateConditions(headers, mine, 10).status, status, JSON.stringify(headers))
  }
})

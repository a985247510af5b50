import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseDateFilter, readUtc, utc, utcOffset } from './time.ts'

const spanOf = (text: string) => {
  const span = parseDateFilter(text)
  return span && [utc(span.from), utc(span.until)]
}

test('D9: each format covers the time that it names', () => {
  const cases: Record<string, [string, string]> = {
    '2024-02-29': ['2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    '2024-01-15T10:00:00Z': ['2024-01-15T10:00:00.000Z', '2024-01-15T10:00:01.000Z'],
    '2024-01-15T10:00:00.250Z': ['2024-01-15T10:00:00.250Z', '2024-01-15T10:00:00.251Z'],
    '2024-01-15T10:00:00+05:30': ['2024-01-15T04:30:00.000Z', '2024-01-15T04:30:01.000Z'],
    '2024-01-15T23:30:00-01:00': ['2024-01-16T00:30:00.000Z', '2024-01-16T00:30:01.000Z'],
  }
  for (const [text, span] of Object.entries(cases)) assert.deepEqual(spanOf(text), span, text)
})

test('D9: other formats, and dates and times that do not exist, are rejected', () => {
  const refused = `2024-02-30 2023-02-29 2024-13-01 2024-00-10 2024-01-00 2024-1-5 20240115 2024-01-15T10:00Z
    2024-01-15T10:00:00 2024-01-15T24:00:00Z 2024-01-15T10:60:00Z 2024-01-15T10:00:60Z 2024-01-15T10:00:00.5Z
    2024-01-15T10:00:00.123456Z 2024-01-15t10:00:00z 2024-01-15T10:00:00+0530 2024-01-15T10:00:00+24:00
    2024-01-15T10:00:00+05:60 2024-01-15T10:00:00,250Z 12024-01-15 -2024-01-15 today 2024-W03 2024-015`
  for (const text of refused.split(/\s+/)) assert.equal(parseDateFilter(text), null, text)
  for (const text of ['', ' 2024-01-15', '2024-01-15 ', '2024-01-15 10:00:00Z', '2024-01-15\n']) {
    assert.equal(parseDateFilter(text), null, JSON.stringify(text))
  }
})

test('D9: a time printed by the service is a bound that covers exactly that moment', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true }), (time) => {
      assert.deepEqual(spanOf(utc(time)), [utc(time), utc(new Date(time.getTime() + 1))])
    }),
  )
})

test('the first and last years stay within the range of PostgreSQL', () => {
  assert.deepEqual(spanOf('0000-01-01'), ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'])
  assert.deepEqual(spanOf('9999-12-31'), ['9999-12-31T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'])
  assert.deepEqual(spanOf('9999-12-31T23:59:59-14:00'), ['+010000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z'])
})

test('D7: times are printed in the format of JavaScript, and read from the format of PostgreSQL', () => {
  const times = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  fc.assert(
    fc.property(times, (time) => {
      assert.equal(utc(time), time.toISOString())
      const written = `${time
        .toISOString()
        .replace('T', ' ')
        .replace(/\.?0*Z$/, '')}+00`
      if (time.getUTCFullYear() >= 100) assert.deepEqual(readUtc(written), time)
    }),
  )
  assert.deepEqual(readUtc('2024-01-15 10:00:00.123999+00'), new Date('2024-01-15T10:00:00.123Z'))
  for (const text of [
    '0099-01-01 00:00:00+00',
    '0044-03-15 00:00:00+00 BC',
    '10000-01-01 00:00:00+00',
    '2024-01-15 10:00:00+01',
    'infinity',
  ]) {
    assert.equal(readUtc(text), null, text)
  }
})

test('D7: times of action items have an offset', () => {
  assert.equal(utcOffset(new Date('2026-01-05T09:10:00Z')), '2026-01-05T09:10:00.000+00:00')
})

/** Lines that a stranger has made long: the time grows with their length, not with its square. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoSquare } from '../test/support/growth.ts'
import { cleanTitle, readFileName } from './file-name.ts'
import { readHeading } from './forms/heading.ts'
import { readPeople } from './forms/part.ts'
import { readSpokenText } from './forms/spoken-text.ts'

const cases: Record<string, (size: number) => unknown> = {
  'a person of many addresses': (size) => readPeople(`${'a'.repeat(size / 2)}@${'.'.repeat(size / 2)}@`),
  'a person of many signs': (size) => readPeople('a@'.repeat(size / 2)),
  'a person of many blanks': (size) => readPeople(`a${' '.repeat(size)}b@c.d x`),
  'a line of blanks': (size) => readSpokenText([`A${' '.repeat(size)}x`]),
  'a line of blanks of two kinds': (size) => readSpokenText([`A${' \t'.repeat(size / 2)}x`]),
  'a line of dashes': (size) => readSpokenText([`A${' - '.repeat(size / 3)}x`]),
  'a name of dashes': (size) => readFileName(`${'-'.repeat(size)}.txt`),
  'a name with dashes inside': (size) => readFileName(`a${'-'.repeat(size)}b`),
  'a name of blanks and dots': (size) => cleanTitle(`a${'. '.repeat(size / 2)}b`),
  'a heading of dashes': (size) => readHeading(['-'.repeat(size)]),
  'a heading of links': (size) => readHeading([`- ${'http://'.repeat(size / 7)}`]),
}

for (const [name, read] of Object.entries(cases)) {
  test(`${name} takes no square`, () => {
    // The small one fails in seconds where the large one would take hours.
    for (const size of [1_600, 100_000]) assertNoSquare(size, read)
  })
}

test('people of a long line are all read, and a heading with many blanks is one', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Ada Moreau ${at}`)
  assert.equal(readHeading([`Participants: ${names.join(', ')}`]).people.length, 60)
  const lines = [`Ada Moreau${' '.repeat(300)}0:05`, 'Hello.', 'Bo\t\t0:09', 'Hi.']
  assert.deepEqual(
    readSpokenText(lines)?.transcript.speech_segments.map(({ speaker }) => speaker),
    ['Ada Moreau', 'Bo'],
  )
})

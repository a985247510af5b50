/** What a file says moves no cursor of a terminal, wherever it is printed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportRow } from '../../../../meeting-import/meetings.ts'
import { printLabel, printQuestions, printRow, printUnreadable } from './print-table.ts'

const bad = 'a\u001b[2J\u009b1A\u202e\rb\nc'

const row: ImportRow = {
  meeting: {
    ...{ key: '', files: [bad], from: '', title: bad, startedAt: null, hasTime: false },
    ...{ people: [{ name: bad }, { email: bad }], speakers: [], transcript: null, notes: '', media: null },
  },
  knownAs: null,
  joins: { id: '', title: bad, start: '2026-01-05T09:00:00Z' },
}

test('titles, people and paths are printed without what moves a cursor', () => {
  const printed = [
    printLabel(row, 1, 2),
    ...Object.values(printQuestions(row)),
    ...printRow(row, 1),
    ...printUnreadable([{ path: bad, reason: bad }]).split('\n'),
  ]
  for (const line of printed) assert.doesNotMatch(String(line), /[\p{Cc}\p{Cf}]/u)
  assert.equal(printLabel(row, 1, 2), '1 of 2  a[2J1A b c')
  assert.equal(printQuestions(row).joins, '  joins a[2J1A b c [yes]: ')
})

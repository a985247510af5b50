import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textParts } from './tables.ts'

const text = (text: string) => ({ kind: 'text', text })

test('a table is rows of cells between the texts around it', () => {
  const markdown =
    '# פגישה\n\nשלום, 5.\n\n| what | who |\n|---|:-:|\n| deck \\| plan | Ada |\n| one |\n| a | b | c |\n\nEnd'
  assert.deepEqual(textParts(markdown), [
    text('# פגישה\n\nשלום, 5.'),
    {
      kind: 'table',
      rows: [
        ['what', 'who'],
        ['deck | plan', 'Ada'],
        ['one', ''],
        ['a', 'b'],
      ],
    },
    text('End'),
  ])
})

test('what only looks like one is text', () => {
  for (const markdown of ['| a | b |', '| a | b |\nno dashes', '|', '|\n|-|', 'a | b\n--|--', '|---|'])
    assert.deepEqual(textParts(markdown), [text(markdown)])
  assert.deepEqual(textParts(' \n\n'), [])
})

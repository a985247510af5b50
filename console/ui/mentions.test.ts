import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mentionsIn } from './mentions.ts'

const names = ['Zoë Martínez', 'Zoë', 'Ada Moreau', '陳美玲', '']
const found = (text: string) => mentionsIn(text, names).map(({ from, to }) => text.slice(from, to))

test('@ and a whole name is a mention, the longest one that is there', () => {
  assert.deepEqual(found('@Zoë Martínez and (@Zoë), @陳美玲.'), ['@Zoë Martínez', '@Zoë', '@陳美玲'])
})

test('an address, a longer word, another name and a sign alone are none', () => {
  assert.deepEqual(found('ada@Ada Moreau, x.@Zoë, @Zoëlle, @Bo, @ Zoë, @'), [])
})

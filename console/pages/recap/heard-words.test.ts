import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replacedWords } from './heard-words.ts'

const shown = (text: string, heard: string) =>
  replacedWords(text, heard).map(({ from, to, heard: was }) => [text.slice(from, to), was])

test('the words that differ are found, with what was heard in their place', () => {
  assert.deepEqual(shown('We ask Plastworks, then Zbigniew.', 'We ask plus works, then big new.'), [
    ['Plastworks,', 'plus works,'],
    ['Zbigniew.', 'big new.'],
  ])
  assert.deepEqual(shown('Kubernetes', 'cooper netties'), [['Kubernetes', 'cooper netties']])
  assert.deepEqual(shown('One word more here', 'One word here'), [['more', '']])
  assert.deepEqual(shown('The same', 'The same'), [])
})

test('a text of very many words is one change', () => {
  const most = Array(398).fill('a').join(' ')
  assert.deepEqual(shown(`${most} Oslo`, `${most} os low`), [['Oslo', 'os low']])
  assert.deepEqual(
    shown(`a a ${most} Oslo`, `a a ${most} os`).map(([text]) => text!.length),
    [`a a ${most} Oslo`.length],
  )
})

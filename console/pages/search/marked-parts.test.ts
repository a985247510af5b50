import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanPartsOf, longestMarked, markedWords, partsOf } from './marked-parts.ts'

const show = (text: string, hits: number[][]) =>
  partsOf(text, hits).map(({ isHit, part }) => (isHit ? `[${part}]` : part))

test('marks count code points, also after surrogate pairs', () => {
  assert.deepEqual(
    show('🎛🎛 remote 控制', [
      [3, 9],
      [10, 12],
    ]),
    ['🎛🎛 ', '[remote]', ' ', '[控制]'],
  )
})

test('no text is lost or repeated', () => {
  assert.deepEqual(show('', []), [])
  assert.deepEqual(show('plain', []), ['plain'])
  assert.deepEqual(show('abcd', [[0, 4]]), ['[abcd]'])
  assert.deepEqual(
    show('abcd', [
      [0, 2],
      [1, 3],
    ]),
    ['[ab]', '[c]', 'd'],
  )
  assert.deepEqual(show('ab', [[1, 9]]), ['a', '[b]'])
})

test('a passage is read without the signs of Markdown, and its marks stay', () => {
  const clean = (text: string, word: string) => {
    const at = text.indexOf(word)
    return cleanPartsOf(text, at < 0 ? [] : [[at, at + word.length]])
      .map(({ isHit, part }) => (isHit ? `[${part}]` : part))
      .join('')
  }
  assert.equal(clean('It sells for **25 Euro** and `x`.', 'Euro'), 'It sells for 25 [Euro] and x.')
  assert.equal(
    clean('## Topics  - [00:01:16] Trends - [00:12:19] Concepts', 'Concepts'),
    'Topics · Trends · [Concepts]',
  )
  assert.equal(clean('…of - [ ] Ask *Bo* - see [the plan](https://a.test/b)', 'plan'), '…of · Ask Bo · see the [plan]')
  assert.equal(
    clean('2 * 3 is 6, and 5*3 is #1 \\* of snake_case', 'snake_case'),
    '2 * 3 is 6, and 5*3 is #1 * of [snake_case]',
  )
  assert.equal(clean('## Summary  All agreed. ## Topics', 'agreed'), 'Summary · All [agreed]. Topics')
  assert.equal(clean('plain', 'none'), 'plain')
})

test('the passage is found again by its longest run of marked words', () => {
  const text = 'The remote, control or a remote'
  const words = [
    [4, 10],
    [12, 19],
    [25, 31],
  ]
  assert.equal(longestMarked(text, words), 'remote, control')
  assert.equal(longestMarked(text, words.slice(2)), 'remote')
  assert.equal(longestMarked(text, []), '')
  assert.equal(longestMarked('🎛 控制器', [[2, 4]]), '控制')
})

test('a link has the marked words, each once', () => {
  const marked = (text: string, words: RegExp) => {
    const found = [...text.matchAll(words)]
    return markedWords(
      text,
      found.map(({ 0: word, index }) => [index, index + word.length]),
    )
  }
  assert.equal(marked('would it cost? It would not, remote costs Would', /would|costs?/gi), 'would cost')
  assert.equal(marked('a remote, control of remote controls', /remote|controls?/g), 'remote control')
  assert.equal(marked('来週の会議で', /会|議/g), '会議')
  assert.equal(marked('none', /some/g), '')
})

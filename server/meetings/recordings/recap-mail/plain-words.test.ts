import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { plainWords } from './plain-words.ts'

const words = {
  'We **agreed** on *Friday*, see [the plan](https://example.com/plan).':
    'We agreed on Friday, see the plan (https://example.com/plan).',
  '| what | who |\n|---|:-:|\n| **deck** | Ada \\| Bo |': 'what · who\ndeck · Ada | Bo',
  '### Next\n\n- `npm test` \\*soon\\*': 'Next\n\n- npm test *soon*',
  '[**bold** words](https://a.test) [https://a.test](https://a.test)': 'bold words (https://a.test) https://a.test',
  // Not Markdown.
  '$5,000 in C:\\Users\\ada, 2*3 and 4*5, a_b_c, * and **': '$5,000 in C:\\Users\\ada, 2*3 and 4*5, a_b_c, * and **',
  '[x](javascript:alert(1)) [y] (z) #1 | a': '[x](javascript:alert(1)) [y] (z) #1 | a',
}

test('the words of Markdown stand without its signs; what is none stays', () => {
  for (const [markdown, plain] of Object.entries(words)) assert.equal(plainWords(markdown), plain)
})

test('the time that a hostile text takes does not grow with the square of its length', () => {
  for (const sign of ['*', '**', '`', '[', '[a](', '|', '\\', '*a ', '**a ', '[a](https://a'])
    assertNoSquare(50_000, (size) => plainWords(sign.repeat(size)))
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('hostile texts are read quickly', () => {
  const began = performance.now()
  for (const sign of ['*', '**', '`', '[', '[a](', '|', '\\', '*a ', '**a ', '[a](https://a'])
    plainWords(sign.repeat(50_000))
  assert(performance.now() - began < 2_000)
})

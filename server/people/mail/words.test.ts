/** Mails say everything in every language. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { languageOfBrowser, languages } from '../caller/languages.ts'
import { wordsIn } from './words.ts'

/** Each text by its path; a function's is what it says of `⟨1⟩`, `⟨2⟩` and so on. */
function textsOf(words: object, path = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object') return textsOf(value, `${path}${name}.`)
    if (typeof value === 'string') return [[path + name, value]]
    const given = [1, 2, 3].map((n) =>
      path + name === 'recap.changeOrStop' ? (text: string) => `⟨${text}⟩` : `⟨${n}⟩`,
    )
    return [[path + name, value(...given)]]
  })
}

test('every language has each text, in words of its own, and uses what it is given', async () => {
  const files = await readdir(new URL('./words/', import.meta.url))
  assert.deepEqual(files.map((file) => file.slice(0, -3)).sort(), [...languages].sort())
  const english = new Map(textsOf(wordsIn('en')))
  for (const language of languages) {
    const texts = textsOf(wordsIn(language))
    assert.deepEqual(texts.map(([path]) => path).sort(), [...english.keys()].sort())
    for (const [path, text] of texts) {
      assert.notEqual(text.trim(), '', path)
      assert.doesNotMatch(text, /undefined/, path)
      if (language !== 'en') assert.notEqual(text, english.get(path), path)
      assert.deepEqual(text.match(/⟨\d⟩/g)?.sort(), english.get(path)!.match(/⟨\d⟩/g)?.sort(), path)
    }
  }
})

test('a browser’s language is the one that it wants most among those that mails have', () => {
  const wanted: [string | undefined, string | null][] = [
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, fr-CA', 'fr'],
    ['es, it;q=0.9, FR;q=0.1', 'fr'],
    ['de;q=0, en;q=0.1', 'en'],
    ['es', null],
    ['*', null],
    ['', null],
    [undefined, null],
    [';q=x,,de;q=nonsense', null],
    [`${'x,'.repeat(100_000)}de`, null],
  ]
  for (const [header, language] of wanted) assert.equal(languageOfBrowser(header), language, `${header?.slice(0, 50)}`)
})

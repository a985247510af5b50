/** The words of the extension: all of them in each language, and all that are asked for. */
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'

const here = new URL('./', import.meta.url).pathname
type Messages = Record<string, { message: string; placeholders?: object }>
const read = async (language: string): Promise<Messages> =>
  JSON.parse(await readFile(`${here}public/_locales/${language}/messages.json`, 'utf8'))

test('each language has all words, with the same places for names', async () => {
  const english = await read('en')
  for (const language of ['de', 'fr']) {
    const other = await read(language)
    assert.deepEqual(Object.keys(other), Object.keys(english), language)
    for (const [name, { message, placeholders }] of Object.entries(other)) {
      assert(message.trim() !== '', `${language} ${name}`)
      assert.deepEqual(placeholders, english[name]!.placeholders, `${language} ${name}`)
    }
  }
})

test('every word that is asked for is there', async () => {
  const english = await read('en')
  for await (const file of glob('*.ts', { cwd: here })) {
    const text = await readFile(here + file, 'utf8')
    const asked = [...text.matchAll(/\b(?:say|done|word)\('([^']+)'|\btitle: '(\w+)'/g)].map(
      ([, one, other]) => one ?? other!,
    )
    for (const name of asked) assert(name in english, `${file}: ${name}`)
  }
})

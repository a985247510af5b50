/** Every language says everything. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { de as adminDe } from './admin/de.ts'
import { en as adminEn } from './admin/en.ts'
import { de } from './de.ts'
import { en } from './en.ts'

/** `recap.formats.md: text`, `recap.due: function`. */
function keysOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${path}${name}.`) : [`${path}${name}: ${typeof value}`],
  )
}

test('every language has the same keys as English, and no text is empty', async () => {
  const folder = new URL('./', import.meta.url)
  const languages = (await readdir(folder))
    .filter((name) => /^[a-z]{2}\.ts$/.test(name))
    .map((name) => name.slice(0, 2))
  assert(languages.includes('de'))
  for (const part of ['./', './admin/']) {
    const wordsOf = async (tag: string): Promise<object> => (await import(`${part}${tag}.ts`))[tag]
    const english = keysOf(await wordsOf('en')).sort()
    assert(english.length > 80)
    for (const tag of languages) {
      const translated = await wordsOf(tag)
      assert.deepEqual(keysOf(translated).sort(), english, tag)
      assert.doesNotMatch(JSON.stringify(translated), /:""/)
    }
  }
})

test('the number one has a singular, in both languages', () => {
  for (const { retentionDays, audit, people } of [adminEn, adminDe]) {
    const sentences = [retentionDays.goesWhat.media('1'), audit.descriptions.keeps.everything(1), people.readRows(1, 2)]
    assert.doesNotMatch(sentences.join(), /1 (days|Tage|können)/)
  }
  for (const { recap } of [en, de]) assert.doesNotMatch(recap.history.moreSegments(1), /places|Stellen/)
})

test('the warning before a note is deleted names only things that the note has', () => {
  for (const { deleting } of [en, de]) {
    assert.doesNotMatch(deleting.note(0, 0), /\b0\b|recap|Rückblick|item|Aufgabe/)
    assert.doesNotMatch(deleting.note(2, 0), /\b0\b|recap|Rückblick|Transkript/)
    assert.doesNotMatch(deleting.note(0, 1), /\b0\b|item|Aufgabe/)
  }
  assert.match(en.deleting.note(0, 0), /^Its agenda is gone for everyone\. Nobody can bring it back\.$/)
})

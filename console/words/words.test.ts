/** Every language says everything. */
import assert from 'node:assert/strict'
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

test('German has the same keys as English, and no text is empty', () => {
  for (const [english, german] of [
    [en, de],
    [adminEn, adminDe],
  ] as const) {
    assert(keysOf(english).length > 80)
    assert.deepEqual(keysOf(german).sort(), keysOf(english).sort())
    assert.doesNotMatch(JSON.stringify([english, german]), /:""/)
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

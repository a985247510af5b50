/** Every language says everything. */
import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import type { AdminWords } from './en/admin.ts'
import type { Words } from './en/main.ts'
import type { WorkerWords } from './en/worker.ts'

const tags = (await readdir(new URL('./', import.meta.url))).filter((name) => /^[a-z]{2}$/.test(name))
const languages = await Promise.all(
  tags.map(async (tag) => {
    const { words }: { words: Words } = await import(`./${tag}/main.ts`)
    const { adminWords }: { adminWords: AdminWords } = await import(`./${tag}/admin.ts`)
    const { workerWords }: { workerWords: WorkerWords } = await import(`./${tag}/worker.ts`)
    return { tag, words, adminWords, workerWords }
  }),
)
const english = languages.find(({ tag }) => tag === 'en')!

/** `recap.formats.md: text`, `recap.due: function`. */
function keysOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'object' ? keysOf(value, `${path}${name}.`) : [`${path}${name}: ${typeof value}`],
  )
}

test('every language has the same keys as English, and no text is empty', () => {
  assert(tags.includes('de'))
  for (const part of ['words', 'adminWords', 'workerWords'] as const) {
    const wanted = keysOf(english[part]).sort()
    assert(wanted.length > (part === 'workerWords' ? 2 : 80))
    for (const { tag, [part]: translated } of languages) {
      assert.deepEqual(keysOf(translated).sort(), wanted, tag)
      assert.doesNotMatch(JSON.stringify(translated), /:""/)
    }
  }
})

test('the number one has a singular, in every language', () => {
  for (const { words, adminWords } of languages) {
    const { retentionDays, audit, people } = adminWords
    const sentences = [retentionDays.goesWhat.media('1'), audit.descriptions.keeps.everything(1), people.readRows(1, 2)]
    assert.doesNotMatch(sentences.join(), /1 (days|Tage|können|jours|peuvent)/)
    assert.doesNotMatch(words.recap.history.moreSegments(1), /places|Stellen|endroits/)
  }
})

test('the warning before a note is deleted names only things that the note has', () => {
  for (const { words } of languages) {
    const { deleting } = words
    assert.doesNotMatch(deleting.note(0, 0), /\b0\b|recap|Rückblick|item|Aufgabe|tâche/)
    assert.doesNotMatch(deleting.note(2, 0), /\b0\b|recap|Rückblick|Transkript|récap/)
    assert.doesNotMatch(deleting.note(0, 1), /\b0\b|item|Aufgabe|tâche/)
  }
  const { deleting } = english.words
  assert.match(deleting.note(0, 0), /^Its agenda is gone for everyone\. Nobody can bring it back\.$/)
})

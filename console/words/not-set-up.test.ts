/** What is not set up leads each reader to the next step, in every language. */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Words } from './en/main.ts'
import { type Missing, missingOf, setUpAt } from './not-set-up.ts'

const folder = new URL('./', import.meta.url)
const tags = (await readdir(folder)).filter((name) => /^[a-z]{2}$/.test(name))
const languages = await Promise.all(
  tags.map(async (tag) => ({ tag, words: ((await import(`./${tag}/main.ts`)) as { words: Words }).words })),
)
const names = Object.keys(setUpAt) as Missing[]

/** A setting of the environment, or a command: for who runs the service. */
const forOperators = /\b[A-Z]+_[A-Z_]+\b|\bnpx\b|\bnpm\b|docs\//
/** Whom a member asks. */
const someone = /administrat|Administration|who started this demo|wer diese Demo|la personne qui a lancé/i

test('each has a sentence for members, with whom to ask, and one for administrators, that leads on', () => {
  for (const { tag, words } of languages) {
    assert.deepEqual(Object.keys(words.notSetUp.of).sort(), [...names].sort(), tag)
    for (const name of names) {
      const { member, admin } = words.notSetUp.of[name]
      assert.match(member, someone, `${tag} ${name}`)
      assert.match(member, /\.$/, `${tag} ${name}`)
      assert.doesNotMatch(member, forOperators, `${tag} ${name}: members are told no commands`)
      if (setUpAt[name]) assert.match(admin, /:$/, `${tag} ${name}: the link to the page follows`)
      else assert.match(admin, forOperators, `${tag} ${name}: no page helps, so it names the setting`)
    }
  }
})

/** For people who write programs, and have the package. */
const ofPrograms = ['Webhook URL cannot point to private IP address']

test('no other sentence of the pages names a setting or a command', () => {
  for (const { tag, words } of languages) {
    const { notSetUp: _, ofService, ...others } = words
    const known = Object.entries(ofService).filter(([sentence]) => !ofPrograms.includes(sentence))
    for (const text of textsOf({ others, known })) assert.doesNotMatch(text, forOperators, `${tag}: ${text}`)
  }
})

test('what the service says of it is one of them, and has no other words', () => {
  for (const sentence of ['No transcription service is configured', 'E-mail is not set up here']) {
    assert.notEqual(missingOf(sentence), null)
  }
  assert.equal(missingOf('Path not found'), null)
  assert.equal(missingOf('constructor'), null)
  for (const { tag, words } of languages) {
    for (const sentence of Object.keys(words.ofService)) assert.equal(missingOf(sentence), null, `${tag}: ${sentence}`)
  }
})

test('each is said somewhere', async () => {
  const files = (await readdir(new URL('../', folder), { recursive: true })).filter((name) =>
    /^(ui|pages)\/.*\.tsx$/.test(name),
  )
  const sources = await Promise.all(files.map((name) => readFile(new URL(`../${name}`, folder), 'utf8')))
  const table = await readFile(new URL('not-set-up.ts', folder), 'utf8')
  const shown = sources.join('')
  for (const name of names) {
    assert(shown.includes(`<NextStep of="${name}" />`) || table.includes(`: '${name}',`), `nobody says ${name}`)
  }
})

/** Functions as they are written, so that what they say around names and numbers counts. */
function textsOf(words: object): string[] {
  return Object.values(words).flatMap((value: unknown) => {
    if (typeof value === 'object' && value !== null) return textsOf(value)
    return typeof value === 'function' ? [value.toString()] : [String(value)]
  })
}

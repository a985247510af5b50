import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LanguageWishes, resolveNotesLanguage } from './resolve-notes-language.ts'

const nothing: LanguageWishes = { recap: null, rule: null, template: null, person: null, workspace: null, setting: '' }
const places = Object.keys(nothing) as (keyof LanguageWishes)[]

test('71: the nearest of recap, rule, template, person, workspace and setting counts', () => {
  const tags = ['fr', 'de', 'it', 'es', 'nl', 'pt']
  const all = Object.fromEntries(places.map((place, index) => [place, tags[index]]))
  for (const [index, tag] of tags.entries()) {
    const nearer = Object.fromEntries(places.slice(0, index).map((place) => [place, place === 'setting' ? '' : null]))
    assert.equal(resolveNotesLanguage({ ...nothing, ...all, ...nearer }), tag)
  }
})

test('71: `spoken` is a wish too, and without one it is the language of the meeting', () => {
  assert.equal(resolveNotesLanguage(nothing), '')
  assert.equal(resolveNotesLanguage({ ...nothing, person: 'spoken', workspace: 'fr', setting: 'de' }), '')
  assert.equal(resolveNotesLanguage({ ...nothing, setting: 'spoken' }), '')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spokenLanguage } from './spoken-language.ts'

const texts = {
  deu: 'Guten Morgen, wir haben beschlossen, dass wir das blaue Deckblatt drucken und es morgen an alle verschicken, die es haben wollen.',
  fra: 'Bonjour, nous avons décidé que nous allons imprimer la couverture bleue et que nous l’enverrons demain à ceux qui la veulent.',
  pol: 'Dzień dobry, zdecydowaliśmy, że wydrukujemy niebieską okładkę i wyślemy ją jutro do klienta, bo on na nią czeka od dawna i już pytał.',
  eng: 'Good morning, we have decided that we print the blue cover and send it tomorrow to all of those who want to have it.',
}

test('all words together tell the language', () => {
  for (const [code, text] of Object.entries(texts)) {
    assert.equal(spokenLanguage(text.split(', ').map((part) => ({ text: part }))), code)
  }
})

test('19 words tell nothing, 20 do', () => {
  const words = texts.eng.split(' ')
  assert.equal(spokenLanguage([{ text: words.slice(0, 19).join(' ') }]), null)
  assert.equal(spokenLanguage([{ text: words.slice(0, 20).join(' ') }]), 'eng')
  assert.equal(spokenLanguage([{ text: words.slice(0, 21).join(' ') }]), 'eng')
  assert.equal(spokenLanguage([]), null)
})

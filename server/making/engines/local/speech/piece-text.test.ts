import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnOf } from './piece-text.ts'

test('tokens become words with the times of the recording, and end where the next one begins', () => {
  const heard = { text: ' Good mor ning.', tokens: [' Good', ' mor', 'ning', '.'], timestamps: [0, 0.5, 0.75, 1] }
  assert.deepEqual(turnOf({ ...heard, text: 'Good morning.' }, 10, 20), {
    text: 'Good morning.',
    start: 10,
    end: 11.5,
    words: [
      { word: ' Good', start: 10, end: 10.5 },
      { word: ' mor', start: 10.5, end: 10.75 },
      { word: 'ning', start: 10.75, end: 11 },
      { word: '.', start: 11, end: 11.5 },
    ],
  })
})

test('the signs of SentencePiece are spaces, and no word ends after its piece', () => {
  const turn = turnOf({ text: '▁Guten▁Tag', tokens: ['▁Guten', '▁Tag'], timestamps: [0, 0.9] }, 5, 6)
  assert.equal(turn!.text, 'Guten Tag')
  assert.deepEqual(turn!.words.at(-1), { word: ' Tag', start: 5.9, end: 6 })
})

test('tokens that are not the text, or have no times, give the text alone', () => {
  for (const heard of [
    { text: 'Grüße', tokens: ['Gr', '\ufffd', 'e'], timestamps: [0, 1, 2] },
    { text: 'Hello', tokens: ['Hello'], timestamps: [] },
    { text: 'Hello' },
  ]) {
    assert.deepEqual(turnOf(heard, 3, 5), { text: heard.text, start: 3, end: 5, words: [] })
  }
})

test('without a letter nothing was said', () => {
  for (const text of ['', ' ', '...', '♪ ♪']) assert.equal(turnOf({ text }, 0, 1), null)
})

/** What the embedded writer keeps of a meeting in memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMeeting } from './read-meeting.ts'

/** Speech of so many different terms. */
const speech = (terms: number) => {
  const letter = (number: number) => String.fromCharCode(97 + (Math.floor(number) % 26))
  const word = (index: number) => `q${[17_576, 676, 26, 1].map((value) => letter(index / value)).join('')}`
  const words = Array.from({ length: terms }, (_, index) => word(index))
  return {
    language_code: 'en',
    speech_segments: [{ speaker: 'Ada', text: words.join(' '), start_time: 0, end_time: 60 }],
  }
}

test('a meeting has at most 50,000 different words; later ones do not count', () => {
  for (const [given, kept] of [
    [49_999, 49_999],
    [50_000, 50_000],
    [50_001, 50_000],
  ] as const) {
    const { sentences, terms, counts, wordCounts } = readMeeting(speech(given))
    assert.deepEqual([terms.size, counts.length, wordCounts.size], [kept, kept, kept])
    assert.equal(sentences.flatMap((sentence) => sentence.terms).length, kept)
    assert.equal(
      sentences.reduce((sum, { size }) => sum + size, 0),
      given,
    )
  }
})

test('50,000 sentences of a meeting are read', () => {
  for (const [given, kept] of [
    [49_999, 49_999],
    [50_000, 50_000],
    [50_001, 50_000],
  ] as const) {
    const text = 'A! '.repeat(given)
    const speech_segments = [{ speaker: 'Ada', text, start_time: 0, end_time: 60 }]
    assert.equal(readMeeting({ language_code: 'en', speech_segments }).sentences.length, kept)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { languageTag } from './language-tag.ts'
import { readTranscription } from './read-transcription.ts'

const word = (text: string, start: number, end: number) => ({ word: text, start, end })

test('words at the top level become segments at full stops and pauses', () => {
  const words = [word(' Good', 0, 0.5), word(' morning.', 0.5, 1), word(' So', 1.2, 1.5), word(' yes', 4, 4.5)]
  assert.deepEqual(readTranscription({ text: 'x', segments: null, words }, 5)?.segments, [
    { speaker: null, text: 'Good morning.', start: 0, end: 1 },
    { speaker: null, text: 'So', start: 1.2, end: 1.5 },
    { speaker: null, text: 'yes', start: 4, end: 4.5 },
  ])
})

test('words inside a segment provide its missing fields', () => {
  const segments = [
    { text: ' Good morning.', start: null, end: null, words: [word('Good', 3, 3.5), word('morning.', 3.5, 4)] },
    { start: 5, end: 4, words: null, text: 'Yes.' },
    { start: 6, end: 7, words: [{ text: 'No.', start: 6, end: 7 }] },
  ]
  assert.deepEqual(readTranscription({ segments, words: null }, null)?.segments, [
    { speaker: null, text: 'Good morning.', start: 3, end: 4 },
    { speaker: null, text: 'Yes.', start: 5, end: 5 },
    { speaker: null, text: 'No.', start: 6, end: 7 },
  ])
})

test('times of words are kept by segment, for every place where a service lists them', () => {
  const [good, morning, yes] = [word('Good', 0, 0.5), word('morning.', 0.5, 1), word('Yes', 4, 4.5)]
  const wordsOf = (answer: object) => readTranscription(answer, 5)?.words.map((words) => words.map(({ text }) => text))
  const segments = [
    { text: 'Good morning.', start: 0, end: 1 },
    { text: 'Yes', start: 4, end: 5 },
  ]
  assert.deepEqual(readTranscription({ words: [good] }, 5)?.words, [[{ text: 'Good', start: 0, end: 0.5 }]])
  assert.deepEqual(wordsOf({ segments, words: [good, morning, yes] }), [['Good', 'morning.'], ['Yes']])
  assert.deepEqual(wordsOf({ segments: [{ ...segments[0], words: [good, morning] }, segments[1]] }), [
    ['Good', 'morning.'],
    [],
  ])
  assert.deepEqual(wordsOf({ segments }), [[], []])
  assert.deepEqual(wordsOf({ text: 'Good morning.' }), [[]])
})

test('a time of one week is accepted, a later one is ignored', () => {
  const read = (end: number) => readTranscription({ duration: end, segments: [{ text: 'Yes.', start: 1, end }] }, null)
  assert.partialDeepStrictEqual(read(604_800), { durationSeconds: 604_800, segments: [{ start: 1, end: 604_800 }] })
  assert.partialDeepStrictEqual(read(604_800.001), { durationSeconds: null, segments: [{ start: 1, end: 1 }] })
})

test('text that Whisper found in silence, by both of its numbers, is left out', () => {
  const segment = (text: string, no_speech_prob: number | null, avg_logprob: number) => ({
    text,
    start: 0,
    end: 1,
    no_speech_prob,
    avg_logprob,
  })
  const segments = [segment('Thanks for watching!', 0.9, -1.2), segment('Yes.', 0.9, -0.5), segment('No.', null, -2)]
  assert.deepEqual(
    readTranscription({ segments }, null)?.segments.map(({ text }) => text),
    ['Yes.', 'No.'],
  )
})

test('any response is read or rejected, and segments are in order of time', () => {
  const number = fc.oneof(fc.constantFrom(null, Number.NaN, Infinity, -1, 'x'), fc.double(), fc.nat(9_999))
  const text = fc.oneof(fc.string(), fc.constantFrom(null, 1))
  const words = fc.oneof(fc.jsonValue(), fc.array(fc.record({ word: text, start: number, end: number })))
  const segment = fc.record({ text, start: number, end: number, speaker: text, words }, { requiredKeys: [] })
  const answer = fc.oneof(
    fc.jsonValue(),
    fc.record(
      { text, duration: number, segments: fc.oneof(fc.jsonValue(), fc.array(segment)), words },
      { requiredKeys: [] },
    ),
  )
  fc.assert(
    fc.property(answer, fc.option(fc.nat(9_999)), (value, length) => {
      const read = readTranscription(value, length)
      assert.equal(read?.segments.length, read?.words.length)
      for (const { text, start, end } of read?.segments ?? []) {
        assert(text.trim() !== '' && start >= 0 && Number.isFinite(end) && end >= start)
      }
    }),
    { numRuns: 500 },
  )
})

test('every name of a language becomes a tag', () => {
  const tags = {
    english: 'en',
    English: 'en',
    en: 'en',
    EN: 'en',
    'en-us': 'en-US',
    zh_tw: 'zh-TW',
    chinese: 'zh',
    mandarin: 'zh',
    cantonese: 'yue',
    norwegian: 'no',
    nynorsk: 'nn',
    'haitian creole': 'ht',
    javanese: 'jv',
    hawaiian: 'haw',
    sundanese: 'su',
    myanmar: 'my',
  }
  for (const [name, tag] of Object.entries(tags)) assert.equal(languageTag(name, 'fr'), tag, name)
})

test('a detected language has priority; the hint is kept if it is more precise, or if nothing was detected', () => {
  assert.equal(languageTag('german', 'en-GB'), 'de')
  assert.equal(languageTag('english', 'en-GB'), 'en-GB')
  for (const nothing of [null, undefined, '', 5, 'not a language at all']) {
    assert.equal(languageTag(nothing, 'pt-BR'), 'pt-BR')
    assert.equal(languageTag(nothing, null), 'und')
  }
})

test('tokens become words where some begin with a space; other lists of words stay', () => {
  const wordsOf = (...texts: string[]) =>
    readTranscription(
      { segments: [{ text: 'x', start: 0, end: 9, words: texts.map((text, at) => word(text, at, at + 1)) }] },
      null,
    )!.words[0]!
  assert.deepEqual(wordsOf(' Min', 'ute', 'book', ' is', ','), [
    { text: 'Minutebook', start: 0, end: 3 },
    { text: 'is,', start: 3, end: 5 },
  ])
  const texts = (...given: string[]) => wordsOf(...given).map(({ text }) => text)
  assert.deepEqual(texts('Min', 'ute', ' is'), ['Minute', 'is'])
  assert.deepEqual(texts('Good', 'morning.'), ['Good', 'morning.'])
  assert.deepEqual(texts(' Good', ' morning.'), ['Good', 'morning.'])
  assert.deepEqual(texts(' 今天', '开会', 'を'), ['今天', '开会', 'を'])
})

test('a long segment becomes sentences if its words make up its text; a short one stays', () => {
  const said = (end: number, text = 'Good morning. We begin.') => {
    const words = ['Good', 'morning.', 'We', 'begin.'].map((each, at) => word(each, at, at + 1))
    return readTranscription({ segments: [{ text, start: 0, end, speaker: 'A' }], words }, null)!.segments
  }
  assert.deepEqual(said(15), [{ speaker: 'A', text: 'Good morning. We begin.', start: 0, end: 15 }])
  assert.deepEqual(said(15.1), [
    { speaker: 'A', text: 'Good morning.', start: 0, end: 2 },
    { speaker: 'A', text: 'We begin.', start: 2, end: 4 },
  ])
  assert.equal(said(30, 'Good morning! We begin.').length, 1)
})

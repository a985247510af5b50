import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../test/support/growth.ts'
import type { SpokenWord, StoredWords } from '../../platform/postgres/column-types.ts'
import type { KnownTerm } from './find-terms.ts'
import { putTerms } from './put-terms.ts'

const glossary: KnownTerm[] = [
  { term: 'Plastworks', sounds_like: ['plus works', 'Platz wachs'] },
  { term: 'Zbigniew' },
  { term: 'Kubernetes' },
  { term: 'Lodestar' },
  { term: 'Minutebook' },
  { term: 'Visual Studio' },
  { term: 'Bo' },
]
const segmentsOf = (texts: string[]) =>
  texts.map((text, at) => ({ speaker: 'Ada', text, start_time: at, end_time: at + 1 }))
const heard = (texts: string[], words: StoredWords | null = null, language_code = 'en') => ({
  transcript: { language_code, speech_segments: segmentsOf(texts) },
  words,
})
const put = (text: string, terms = glossary, language = 'en') =>
  putTerms(heard([text], null, language), terms).transcript.speech_segments[0]!

test('what sounds like a term becomes it, and the segment keeps what was heard', () => {
  const table: [heard: string, text: string][] = [
    ['Ask Zbignief about it.', 'Ask Zbigniew about it.'],
    ['We run Cubernetties, then.', 'We run Kubernetes, then.'],
    ["Zbignieff's slides", "Zbigniew's slides"],
    ['The load star is up.', 'The Lodestar is up.'],
    ['In minute book we trust.', 'In Minutebook we trust.'],
    ['VisualStudio and minute-book', 'Visual Studio and Minutebook'],
    ['Then plus works called Zbignief and PLUS WORKS.', 'Then Plastworks called Zbigniew and Plastworks.'],
  ]
  for (const [text, wanted] of table) {
    const { text: after, heard: before, ...rest } = put(text)
    assert.deepEqual([after, before], [wanted, text])
    assert.deepEqual(rest, { speaker: 'Ada', start_time: 0, end_time: 1 })
  }
})

test('ordinary words, terms, names, acronyms, and words of two sentences stay, with nothing kept', () => {
  for (const text of [
    'The big new one is in the minutes, and it works.',
    'Zbigniew and kubernetes, Visual Studio; Bo!',
    'A load. Star ratings are up.',
    'Is plus, works?',
    'The CBNTS and 2026 and 42.',
    '[not understood]',
    '',
    '…',
  ])
    assert.deepEqual(put(text), { speaker: 'Ada', text, start_time: 0, end_time: 1 })
  const named = [...glossary, { term: 'Zbignief Kowalski' }, { term: 'Zbignief' }]
  assert.equal(put('Ask Zbignief Kowalski.', named).text, 'Ask Zbignief Kowalski.')
})

test('in a language without a list of ordinary words only what is said to sound like a term is found', () => {
  assert.equal(put('Zbignief und Platz wachs', glossary, 'de').text, 'Zbigniew und Plastworks')
  for (const language of ['und', '', 'xx', 'ru'])
    assert.equal(put('Zbignief, Platz wachs', glossary, language).text, 'Zbignief, Plastworks', language)
  assert.equal(put('日本語のPlatz', glossary, 'ja').text, '日本語のPlatz')
  assert.equal(put('Ein neuer Rechnungsabschluss', [{ term: 'Rechnungsabschlus' }], 'de').heard, undefined)
})

test('the times of words stay: those of some words are of the term, in equal shares where it has several', () => {
  const timed = (words: [string, number, number][]): StoredWords => [words]
  const of = (text: string, words: [string, number, number][]) =>
    putTerms(heard([text], timed(words)), glossary).words![0]
  assert.deepEqual(
    of('The load star, Zbignief.', [
      ['The', 0, 1],
      ['load', 1, 2],
      ['star,', 2, 4],
      ['Zbignief.', 5, 6],
    ]),
    [
      ['The', 0, 1],
      ['Lodestar,', 1, 4],
      ['Zbigniew.', 5, 6],
    ],
  )
  assert.deepEqual(of('VisualStudio', [['VisualStudio', 2, 4]]), [
    ['Visual', 2, 3],
    ['Studio', 3, 4],
  ])
  const others: [string, number, number][] = [['Something', 0, 1]]
  assert.deepEqual(of('Ask Zbignief.', others), others, 'words that are not those of the text')
})

const spoken = fc
  .array(
    fc.constantFrom(
      ...['Zbignief', 'plus', 'works,', 'load', 'star', 'the', 'Cubernetties.', 'ask', "Bo's", 'minute-book', '[x]'],
      ...['Ömer', '東京', 'İstanbul', '…', '\u0000', "''", 'e\u0301', '-', 'VisualStudio', '1st'],
    ),
    { maxLength: 9 },
  )
  .map((words) => words.join(' '))

test('any words: times and speakers stay, what is changed keeps what was heard, and a second run changes nothing', () => {
  fc.assert(
    fc.property(fc.array(spoken, { maxLength: 5 }), (texts) => {
      const words = texts.map((text): SpokenWord[] => (text.match(/\S+/g) ?? []).map((word, at) => [word, at, at + 1]))
      const given = heard(texts, words)
      const once = putTerms(given, glossary)
      for (const [index, segment] of once.transcript.speech_segments.entries()) {
        const before = given.transcript.speech_segments[index]!
        const { text: _, heard: kept, ...rest } = segment
        const { text, ...same } = before
        assert.deepEqual(rest, same)
        assert.equal(kept, segment.text === text ? undefined : text)
        const [ended, begun] = [once.words![index]!, words[index]!]
        assert.deepEqual([ended[0]?.[1], ended.at(-1)?.[2]], [begun[0]?.[1], begun.at(-1)?.[2]])
        assert(ended.every(([, start, end], at) => start <= end && start >= (ended[at - 1]?.[2] ?? 0)))
      }
      const plain = once.transcript.speech_segments.map(({ text }) => text)
      const again = putTerms(heard(plain, once.words), glossary)
      assert.deepEqual(again, heard(plain, once.words))
    }),
  )
})

test('any text without a glossary, and any glossary without a near word, is the same', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string({ minLength: 1 })), (texts, terms) => {
      assert.deepEqual(putTerms(heard(texts), []), heard(texts))
      putTerms(
        heard(texts),
        terms.map((term) => ({ term, sounds_like: [term.slice(1) || 'x'] })),
      )
    }),
  )
})

test('the largest glossary of terms that sound alike costs no more than in proportion to the words', () => {
  const letters = 'aeiou'
  const alike = Array.from({ length: 2_000 }, (_, n) => {
    const vowels = [...n.toString(5).padStart(5, '0')].map((digit) => letters[Number(digit)]!)
    return { term: `K${vowels[0]}b${vowels[1]}rn${vowels[2]}t${vowels[3]}s${vowels[4]}x`, sounds_like: [`q ${n} z`] }
  })
  assertNoSquare(3_000, (size) => {
    const words = Array.from({ length: size }, (_, at) => `gubrin${'ptkdg'[at % 5]}${at.toString(36)}z`)
    putTerms(heard([words.join(' '), 'x'.repeat(size), "z'".repeat(size), 'z- '.repeat(size)]), alike)
  })
})

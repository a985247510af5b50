/** Overlapping parts become one transcript: no sentence twice, none lost, and speakers are matched. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import { joinParts } from './join-parts.ts'
import type { TimedWord } from './read-transcription.ts'

const hints = { languageCode: null, title: '', speakers: ['Ada Moreau'], agenda: '', glossary: [] }

type Said = [speaker: string | null, text: string, start: number, end: number, words?: TimedWord[]]

/** A part that begins at this second. All times are those of the whole recording. */
const part = (startSeconds: number, ...said: Said[]) => ({
  startSeconds,
  language: 'en',
  durationSeconds: 130,
  segments: said.map(([speaker, text, start, end]) => ({
    speaker,
    text,
    start: start - startSeconds,
    end: end - startSeconds,
  })),
  words: said.map(([, , , , words = []]) =>
    words.map((word) => ({ ...word, start: word.start - startSeconds, end: word.end - startSeconds })),
  ),
})

const joined = (...parts: ReturnType<typeof part>[]) => joinParts(parts, 30, hints, null)
const lines = (...parts: ReturnType<typeof part>[]) =>
  joined(...parts).transcript.speech_segments.map(({ speaker, text }) => `${speaker}: ${text}`)

test('text in both parts is kept once', () => {
  const both: Said[] = [
    ['A', 'one', 101, 105],
    ['B', 'two', 106, 112],
    ['A', 'three', 118, 124],
  ]
  const swapped = both.map(([speaker, ...more]): Said => [speaker === 'A' ? 'B' : 'A', ...more])
  assert.deepEqual(lines(part(0, ['A', 'begin', 0, 5], ...both), part(100, ...swapped, ['A', 'end', 140, 150])), [
    ...['Speaker A: begin', 'Speaker A: one', 'Speaker B: two', 'Speaker A: three'],
    'Speaker B: end',
  ])
})

test('nothing is dropped from parts whose segments have no times', () => {
  const untimed = (at: number, name: string) => part(at, [null, `${name} one`, at, at], [null, `${name} two`, at, at])
  const names = ['first', 'second', 'third']
  assert.deepEqual(
    lines(...names.map((name, index) => untimed(100 * index, name))),
    names.flatMap((name) => [`: ${name} one`, `: ${name} two`]),
  )
})

test('parts whose segments have no times are joined as quickly as other parts', () => {
  assertNoSquare(12_000, (length) => {
    const said = (name: string, at: number) => Array.from({ length }, (_, n): Said => [null, `${name} ${n}`, at, at])
    assert.equal(lines(part(0, ...said('early', 0)), part(100, ...said('late', 100))).length, 2 * length)
  })
})

test('text that one of the parts missed is kept', () => {
  assert.deepEqual(lines(part(0, ['A', 'early', 10, 20]), part(100, ['A', 'late', 101, 104])), [
    ...['Speaker A (part 1): early', 'Speaker A (part 2): late'],
  ])
  assert.deepEqual(lines(part(0, ['A', 'only here', 121, 129]), part(100, ['A', 'end', 150, 160])), [
    ...['Speaker A (part 1): only here', 'Speaker A (part 2): end'],
  ])
})

test('a speaker outside the overlap stays separate; a participant has one name', () => {
  const [first, second] = [part(0, ['A', 'x', 0, 5], ['ada moreau', 'y', 6, 9]), part(100, ['A', 'z', 140, 150])]
  const third = part(200, ['Ada Moreau', 'w', 240, 250], ['C', 'v', 251, 255])
  assert.deepEqual(lines(first, second, third), [
    ...['Speaker A (part 1): x', 'Ada Moreau: y', 'Speaker A (part 2): z', 'Ada Moreau: w', 'Speaker C: v'],
  ])
})

test('labels match if they have at least one second of speech in common', () => {
  const together = (seconds: number) =>
    lines(part(0, ['A', 'x', 0, 101 + seconds]), part(100, ['A', 'y', 101, 105], ['A', 'z', 150, 155])).at(-1)
  assert.equal(together(0.9), 'Speaker A (part 2): z')
  assert.equal(together(1), 'Speaker A: z')
})

test('an answer with a speaker for each word is joined as quickly as others', () => {
  assertNoSquare(400, (length) => {
    const said = Array.from({ length }, (_, index): Said => [`S${index}`, 'word', 101, 125])
    joined(part(0, ...said), part(100, ...said))
  })
})

test('many invited people take no longer for each segment', () => {
  assertNoSquare(400, (size) => {
    const speakers = Array.from({ length: size }, (_, index) => `Jürgen Müller ${index}`)
    const said = speakers.map((name, at): Said => [name.toUpperCase(), 'word', at, at + 1])
    const { transcript } = joinParts(
      [part(0, ...said)],
      30,
      { ...hints, speakers: [...speakers, 'JÜRGEN Müller 0'] },
      null,
    )
    assert.deepEqual(
      transcript.speech_segments.map(({ speaker }) => speaker),
      speakers,
    )
  })
})

test('a sentence that continues in the next part is cut between words, which keep their times', () => {
  const word = (index: number) => ({ text: `w${index}`, start: index, end: index + 1 })
  const all = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => word(from + index))
  const text = (words: TimedWord[]) => words.map((each) => each.text).join(' ')
  const [one, other] = [all(90, 130), all(100, 140)]
  const { transcript, words } = joined(
    part(0, ['A', text(one), 90, 130, one]),
    part(100, ['B', text(other), 100, 140, other]),
  )
  assert.equal(transcript.speech_segments.map((segment) => segment.text).join(' '), text(all(90, 140)))
  assert.deepEqual(
    words!.flat(),
    all(90, 140).map((each) => [each.text, each.start, each.end]),
  )
  assert.deepEqual([...new Set(transcript.speech_segments.map(({ speaker }) => speaker))], ['Speaker A'])
})

test('with any cut, sentences with pauses between them are kept once and in order', () => {
  const sentence = fc.record({ pause: fc.integer({ min: 1, max: 9 }), length: fc.integer({ min: 1, max: 12 }) })
  fc.assert(
    fc.property(fc.array(sentence, { minLength: 1, maxLength: 60 }), fc.boolean(), (given, hasWords) => {
      let at = 0
      const said = given.map(({ pause, length }, index): Said => {
        const start = at + pause
        at = start + length
        return ['A', `s${index}`, start, at, hasWords ? [{ text: `s${index}`, start, end: at }] : []]
      })
      const parts = Array.from({ length: Math.max(1, Math.ceil((at - 30) / 100)) }, (_, index) => {
        const [from, until] = [index * 100, index * 100 + 130]
        return part(from, ...said.filter(([, , start, end]) => start >= from && end <= until))
      })
      const texts = joined(...parts).transcript.speech_segments.map(({ text }) => text)
      assert.deepEqual(
        texts,
        given.map((_, index) => `s${index}`),
      )
    }),
    { numRuns: 300 },
  )
})

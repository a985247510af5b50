import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoSquare } from '../../../../test/support/growth.ts'
import type { Meeting } from '../shared/engines.ts'
import { linesOf, placeQuote, printLine } from './lines.ts'

type Segments = Meeting['transcript']['speech_segments']
const meetingOf = (speech_segments: Segments): Meeting => ({
  ...{ title: '', startedAt: null, people: [] },
  transcript: { language_code: 'en', speech_segments },
})
/** Ten seconds each. */
const talk = (...texts: string[]) =>
  texts.map((text, index) => ({ speaker: 'Ada', text, start_time: index * 10, end_time: index * 10 + 10 }))

test('a long speech becomes several lines, cut between words, which share its time', () => {
  const text = 'word '.repeat(1_000).trim()
  const lines = linesOf(meetingOf([{ speaker: 'Ada\nMoreau', text: `${text}\n`, start_time: 7.2, end_time: 600 }]))
  assert.equal(lines.length, 3)
  const printed = lines.map(printLine)
  assert(printed.every((line, number) => line.startsWith(`[${number}] Ada Moreau: word `) && line.length < 2_100))
  assert.equal(lines.map(({ text }) => text).join(' '), text)
  assert.deepEqual([lines[0]!.start_time, lines[1]!.start_time, lines[2]!.end_time], [7.2, lines[0]!.end_time, 600])
  assert.equal(linesOf(meetingOf([{ ...talk('')[0]!, speaker: '', text: 'ü'.repeat(4_001) }])).length, 3)
})

test('lines are counted without the silent ones, and know their segment', () => {
  const lines = linesOf(meetingOf(talk('We begin the meeting now.', ' ', 'The cover of it is blue.')))
  assert.deepEqual(
    lines.map(({ segment }) => segment),
    [0, 2],
  )
  assert.deepEqual(placeQuote(lines, { line: 1, quote: 'THE COVER of it' }), {
    ...{ line: 1, segment: 2, timestamp: 20, quote: 'The cover of it' },
  })
})

test('a quotation is said where its words begin', () => {
  const lines = linesOf(meetingOf(talk('One two three four five. Then the end of it all.')))
  assert.equal(placeQuote(lines, { line: 0, quote: 'the end of it' })!.timestamp, 6)
  const backwards = [{ ...talk('One two three four.')[0]!, start_time: 9, end_time: 1 }]
  assert.equal(placeQuote(linesOf(meetingOf(backwards)), { line: 0, quote: 'two three four' })!.timestamp, 9)
})

test('it is looked for in the named line first, then up to five lines after and before it', () => {
  const said = Array.from({ length: 30 }, (_, index) => `Here is the line of number ${index}.`)
  const lines = linesOf(meetingOf(talk(...said)))
  const at = (line: number, quote: string) => placeQuote(lines, { line, quote })?.line
  assert.deepEqual([at(10, 'Here is the line'), at(0, 'Here is the line'), at(29, 'Here is the line')], [10, 0, 29])
  assert.deepEqual([at(10, 'number 15'), at(10, 'of number 15'), at(10, 'of number 16')], [undefined, 15, undefined])
  assert.deepEqual([at(10, 'of number 5'), at(10, 'of number 4')], [5, undefined])
  assert.deepEqual([at(-5, 'of number 0'), at(-6, 'of number 0'), at(1e15, 'of number 29')], [0, undefined, undefined])
  assert.deepEqual([at(34, 'of number 29'), at(35, 'of number 29')], [29, undefined])
})

test('words that are not said there are no quotation', () => {
  const lines = linesOf(meetingOf(talk('We agreed on the blue cover.')))
  for (const quote of ['We agreed on the red cover', 'the blue', '', 'agreed the blue cover', 'We agreed … blue cover'])
    assert.equal(placeQuote(lines, { line: 0, quote }), null, quote)
})

test('what a printed line has before its words is no part of the quotation, and names who said them', () => {
  const bo = { ...talk('', 'Blue it is for the cover.')[1]!, speaker: 'Bo Lindqvist' }
  const lines = linesOf(meetingOf([...talk('We agreed on the blue cover: it is cheap.'), bo]))
  const quoteOf = (quote: string) => placeQuote(lines, { line: 0, quote })?.quote
  for (const printed of ['[1] Bo Lindqvist: Blue it is', '[1] Blue it is', 'Bo Lindqvist: Blue it is', 'Blue it is'])
    assert.equal(quoteOf(printed), 'Blue it is', printed)
  assert.equal(quoteOf('blue cover: it is'), 'blue cover: it is')
  for (const false_ of ['Ada: Blue it is', '[0] Ada: Blue it is for the cover.', 'Bo: Blue it is'])
    assert.equal(quoteOf(false_), undefined, false_)
})

test('the time to place quotations does not grow with the square of the meeting', () => {
  assertNoSquare(20_000, (size) => {
    const lines = linesOf(meetingOf(talk('we agreed '.repeat(size))))
    for (let line = 0; line < 20; line++) placeQuote(lines, { line, quote: 'we agreed we agreed to it' })
  })
})

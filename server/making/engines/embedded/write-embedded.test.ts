/** The embedded note writer: its results, and properties that hold for any input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isStorable, toStorable } from '../../../platform/text.ts'
import { clip } from '../shared/compose-notes.ts'
import type { Meeting } from '../shared/engines.ts'
import { writeEmbedded } from './write-embedded.ts'

const people = [
  { name: 'Ada Moreau', email: 'ada@acme.test' },
  { name: 'Bo Lindqvist', email: 'bo@acme.test' },
  { name: 'Will Ortega', email: 'will@acme.test' },
]
// A Monday.
const startedAt = new Date('2026-01-05T09:00:00Z')

/** Each text is a turn of ten seconds. */
function meetingOf(turns: [speaker: string, text: string][], more: Partial<Meeting> = {}): Meeting {
  const speech_segments = turns.map(([speaker, text], turn) => ({
    speaker,
    text,
    start_time: turn * 10,
    end_time: turn * 10 + 10,
  }))
  return { title: 'Weekly', startedAt, people, transcript: { language_code: 'en', speech_segments }, ...more }
}

const section = (notes: ReturnType<typeof writeEmbedded>, title: string) =>
  notes.sections.find((each) => each.title === title)

const summaryOf = (turns: [string, string][]) =>
  section(writeEmbedded(meetingOf(turns)), 'Summary')?.items?.map(({ text }) => text)

test('the yes of another speaker inside a sentence does not split it', () => {
  const turns: [string, string][] = [
    ['Ada Moreau', 'I will send the'],
    ['Bo Lindqvist', 'Mm-hmm.'],
    ['Ada Moreau', 'new deck to the board.'],
  ]
  assert.deepEqual(summaryOf(turns), ['Ada Moreau: I will send the new deck to the board.'])
})

test('a sentence that somebody interrupted is not quoted, and neither is the rest of it', () => {
  const turns: [string, string][] = [
    ['Ada Moreau', 'I will send the new deck of the board to'],
    ['Bo Lindqvist', 'The board does not meet before the end of June.'],
    ['Ada Moreau', 'Will Ortega will print the new deck of the board.'],
  ]
  assert.deepEqual(summaryOf(turns), ['Bo Lindqvist: The board does not meet before the end of June.'])
})

test('the summary quotes only whole sentences: none with a false start, a piece of a word or a noun elsewhere', () => {
  const whole = 'The board wants a cheaper remote control.'
  for (const broken of [
    "We're designing a new remote control and Oh I have to record who's here actually.",
    'There was a conference call about the remote control to discuss a and to get a decision.',
    'They want a cheaper remote control with large buttons and a rubber case and a screen.',
    'Because the remote control with the large buttons and the rubber case and the screen.',
    'The remote control with large buttons and a rubber case and a screen for the',
    'the remote control with large buttons has a rubber case and a screen.',
    'Thank you very much for the remote control with the large buttons and the rubber case.',
    'The remote control has, um, large buttons and a rubber case and a screen.',
    'The remote control has large buttons [laughter] and a rubber case and a screen.',
    'The remote control has large buttons and a rubber case and…',
    'We can For September, we can set up a work schedule and we can work independently.',
    'First thing I was I got an email from the board about the budget of the remote control.',
    'New meetings give transcripts and we can try I mean the more data we have the better.',
    'The board expressed primar y a major interest in meetings of English speakers only.',
    'For a long time people were hand- coding linguistic rules for the remote control.',
    'Most transcribers hear th the heavy overlap section from the mixed signal anyway.',
    'We know that we we have only ten digits on the remote control.',
    'He asked for English speakers only because of our first meeting in Berkeley.',
    "We don't see it as levering in additional resources for vulnerable families in Wales.",
    'At that point the board may say, "the remote control is not the only thing in town.',
    'The remote control is quite cheap. except that the large buttons are not.',
    'Papers to note are a letter from the Minister for Health on mental health services.',
    'Would the board of the school like a cheaper remote control with large buttons?',
  ]) {
    quotesOnly(whole, broken)
  }
})

test('openings are left out, and hedges are not', () => {
  const opened = 'So, yeah, but the board wants a cheaper remote control with large buttons.'
  assert.deepEqual(summaryOf([['Bo Lindqvist', opened]]), [
    'Bo Lindqvist: The board wants a cheaper remote control with large buttons.',
  ])
  const hedged = 'I think the board wants a cheaper remote control with large buttons.'
  assert.deepEqual(summaryOf([['Bo Lindqvist', hedged]]), [`Bo Lindqvist: ${hedged}`])
})

test('without end marks only whole turns of a speaker are quoted', () => {
  const turn = 'the board wants a cheaper remote control with large buttons'
  const cut = `and then we talked about the battery of the remote control ${'and the price of it '.repeat(20)}`
  assert.deepEqual(
    summaryOf([
      ['Ada Moreau', cut],
      ['Bo Lindqvist', turn],
      ['Ada Moreau', cut],
    ]),
    [`Bo Lindqvist: ${turn.replace('t', 'T')}`],
  )
  assert.equal(summaryOf([['Ada Moreau', cut]]), undefined)
})

test('a long meeting has at most five quotes, each with its speaker and second', () => {
  const said = Array.from(
    { length: 120 },
    (_, turn) =>
      `The ${['battery', 'rubber case', 'screen', 'price'][Math.floor(turn / 30)]} of our remote control has problem number ${turn} in the ${['factory', 'shop', 'plan'][turn % 3]}.`,
  )
  const notes = writeEmbedded(meetingOf(said.map((text, turn) => [people[turn % 3]!.name, text])))
  const moments = section(notes, 'Summary')!.items!
  assert(moments.length > 2 && moments.length <= 5)
  for (const { text, timestamp } of [...moments]) {
    const turn = timestamp! / 10
    assert(text.startsWith(`${people[turn % 3]!.name}: ${said[turn]}`), text)
  }
  assert.doesNotMatch(notes.markdown, /The meeting was about|the group discussed/)
})

test('a topic quotes a sentence about its heading, with its time', () => {
  const turns = Array.from({ length: 40 }, (_, turn): [string, string] => [
    people[turn % 2]!.name,
    turn < 30
      ? `The market is quiet in the north, as the shops were in year ${turn}, and we wait.`
      : `We make the Rubber Case of the television in step ${turn}.`,
  ])
  const [topic] = section(writeEmbedded(meetingOf(turns)), 'Topics')!.items!
  assert.match(topic!.text, /^Rubber Case – .*: We make the Rubber Case/)
  assert(topic!.timestamp! >= 300, String(topic!.timestamp))
})

const talk = Array.from({ length: 30 }, (_, turn): [string, string] => [
  people[turn % 2]!.name,
  'The remote control has a rubber case with a cheap battery.',
])

test('the purpose of a committee is its agenda item, not the welcome', () => {
  const subject = 'Item 2, then, this morning, is our sixth scrutiny session on the Children Bill.'
  const opening: [string, string][] = [
    ['Ada Moreau', 'Welcome to the Children, Young People and Education Committee.'],
    ['Ada Moreau', subject],
  ]
  assert.equal(summaryOf([...opening, ...talk])![0], `Ada Moreau: ${subject}`)
})

test('impossible times cause no error', () => {
  for (const time of [1e9, 1e12, 1e300, -5]) {
    const text = 'I will send the deck to the board by Friday.'
    const speech_segments = [{ speaker: 'Bo Lindqvist', text, start_time: time, end_time: time }]
    const notes = writeEmbedded(meetingOf([], { transcript: { language_code: 'en', speech_segments } }))
    assert.equal(section(notes, 'Summary')!.items![0]!.timestamp, time === 1e9 ? time : null)
  }
})

test('a statement in a long turn has its own time', () => {
  const text = `${'The budget of the project grew again and again. '.repeat(50)}I will send the deck to the board.`
  const speech_segments = [{ speaker: 'Bo Lindqvist', text, start_time: 100, end_time: 400 }]
  const notes = writeEmbedded(meetingOf([], { transcript: { language_code: 'en', speech_segments } }))
  const item = notes.sections.flatMap(({ items = [] }) => items).find(({ text }) => text.includes('deck'))
  assert(item!.timestamp! > 390 && item!.timestamp! <= 400, String(item!.timestamp))
})

test('a sentence over several segments is read as one sentence', () => {
  const notes = writeEmbedded(
    meetingOf([
      ['Bo Lindqvist', 'I will send the'],
      ['Bo Lindqvist', 'new deck to the board by Friday.'],
    ]),
  )
  assert.equal(
    section(notes, 'Summary')!.items![0]!.text,
    'Bo Lindqvist: I will send the new deck to the board by Friday.',
  )
})

test('a meeting without words has empty notes', () => {
  const nothing: [string, string][][] = [
    [],
    [['Ada Moreau', ' ']],
    [['Ada Moreau', 'Um, uh… mm-hmm.']],
    [['', '[laughter] ♪']],
  ]
  for (const turns of nothing) {
    assert.deepEqual(writeEmbedded(meetingOf(turns)), {
      generatedBy: 'embedded',
      markdown: '',
      sections: [],
      actionItems: [],
    })
  }
})

test('one turn, single words and a repeated text give notes', () => {
  const words = 'the deck is late again and nobody knows why'.split(' ')
  assert.deepEqual(summaryOf(words.map((word) => ['', word])), ['The deck is late again and nobody knows why'])
  const same = Array.from({ length: 500 }, (): [string, string] => [
    'Bo Lindqvist',
    'I will send the deck to the board by Friday.',
  ])
  assert(summaryOf(same)!.length <= 5)
})

test('a meeting in a script without spaces has a summary and topics from its words', () => {
  const sentences = [
    '予算は来月の会議で決めることになりました。',
    'デザインチームは新しい画面の試作を続けています。',
    '予算の資料は田中さんがまとめて送ります。',
    '試作の画面についての意見を集めたいと思います。',
  ]
  const turns = Array.from({ length: 40 }, (_, turn): [string, string] => ['田中', sentences[turn % 4]!])
  const notes = writeEmbedded(meetingOf(turns))
  assert(sentences.some((sentence) => section(notes, 'Summary')!.items![0]!.text.includes(sentence)))
  assert.match(section(notes, 'Topics')!.items![0]!.text, /予算|画面|試作/)
})

test('a German meeting is quoted without English words around it', () => {
  const turns = Array.from({ length: 60 }, (_, turn): [string, string] => [
    'Ada Moreau',
    `Wir haben im Projekt ${turn} über das Budget und über die neue Fernbedienung gesprochen, und das ist nicht einfach.`,
  ])
  const notes = writeEmbedded(meetingOf(turns))
  assert.match(section(notes, 'Summary')!.items![0]!.text, /^Ada Moreau: Wir haben/)
  assert.doesNotMatch(notes.markdown, /The meeting|discussed/)
})

test('notes of a day of talk are written in seconds', { timeout: 60_000 }, () => {
  const words = Array.from({ length: 3_000 }, (_, index) =>
    `word${(index * 7_919) % 3_000}x`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!),
  )
  const turns = Array.from({ length: 20_000 }, (_, turn): [string, string] => [
    people[turn % 3]!.name,
    turn % 5 === 0
      ? `I will send the ${words[turn % 2_999]} to the ${words[(turn * 17) % 3_000]} by Friday.`
      : turn % 5 === 1
        ? `We will check the ${words[turn % 2_999]}.`
        : `And we decided on ${words[turn % 1_000]}.`,
  ])
  const notes = writeEmbedded(meetingOf(turns))
  assert(notes.markdown.length > 0 && notes.markdown.length < 20_000)
})

test('a long turn without full stops or spaces is read quickly', { timeout: 60_000 }, () => {
  for (const piece of ['a', 'ab ', '語', "I'll ", ', ', 'the deck ', 'ha ha ']) {
    const notes = writeEmbedded(meetingOf([['Ada Moreau', piece.repeat(60_000 / piece.length)]]))
    assert(notes.markdown.length < 20_000)
  }
})

const pieces = [
  ...[
    'I will send the deck by Friday.',
    'Bo, can you check the budget?',
    'We decided to drop it!',
    'the deck the deck',
    'um,',
  ],
  ...[
    'tomorrow',
    'Ada',
    'if',
    'ok',
    '.',
    '?',
    '…',
    '\n',
    '\t',
    '\0',
    '\ud800',
    '\udc00',
    '👩‍👩‍👧',
    '## Title',
    '<b>',
    '- [',
    '{vocalsound}',
  ],
  ...[
    '予算は来月決めます。',
    'ฉันจะส่งรายงานพรุ่งนี้',
    'سأرسل التقرير غدا.',
    'Ich schicke das bis Freitag.',
    "l'équipe",
    'ΟΔΟΣ',
    'straße',
  ],
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 12 })
  .map((some) => some.join(' '))
const time = fc.oneof(fc.nat(30_000), fc.double({ min: 0, max: 30_000, noNaN: true }))
const meetings: fc.Arbitrary<Meeting> = fc.record({
  title: fc.string(),
  startedAt: fc.option(fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })),
  people: fc.subarray(people),
  transcript: fc.record({
    language_code: fc.constantFrom('en', 'ja', 'und', ''),
    speech_segments: fc.array(
      fc
        .record({
          speaker: fc.constantFrom('Ada Moreau', 'bo@acme.test', 'SPEAKER_00', '', 'x'.repeat(500)),
          text,
          from: time,
          length: time,
        })
        .map(({ speaker, text, from, length }) => ({ speaker, text, start_time: from, end_time: from + length })),
      { maxLength: 60 },
    ),
  }),
})

const wordsIn = (text: string) =>
  ` ${toStorable(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(' ')} `

/** Each quotation is word for word what its speaker says, without a gap. */
function assertQuoted(text: string, { transcript }: Meeting): void {
  const speakers = [...new Set(transcript.speech_segments.map(({ speaker }) => speaker))]
  const isSaidBy = (speaker: string) => {
    const name = clip(speaker.trim(), 60)
    const said = transcript.speech_segments.filter((each) => each.speaker === speaker).map((each) => each.text)
    const start = text.indexOf(`${name}: `)
    return (
      (name === '' || start >= 0) &&
      wordsIn(said.join(' ')).includes(wordsIn(text.slice(name === '' ? 0 : start + name.length + 2)))
    )
  }
  assert(speakers.some(isSaidBy), text)
}

test('notes of any transcript are its words, with times within it, and storable texts', () => {
  fc.assert(
    fc.property(meetings, (meeting) => {
      const notes = writeEmbedded(meeting)
      const last = Math.max(0, ...meeting.transcript.speech_segments.map(({ end_time }) => end_time))
      assert(isStorable(JSON.stringify(notes)) && isStorable(notes.markdown))
      const points = notes.sections.flatMap(({ items }) => items ?? [])
      assert.deepEqual(notes.actionItems, [])
      for (const { text, timestamp } of points) {
        assert(text.trim() !== '' && isStorable(text) && text.length <= 500)
        assert(timestamp !== null && Number.isInteger(timestamp) && timestamp >= 0 && timestamp <= last)
      }
      assert((section(notes, 'Summary')?.items ?? []).length <= 5)
      for (const { text } of points) assertQuoted(text, meeting)
      assert.deepEqual(writeEmbedded(structuredClone(meeting)), notes)
    }),
    { numRuns: 300 },
  )
})

function quotesOnly(whole: string, broken: string): void {
  const quoted = summaryOf([
    ['Ada Moreau', broken],
    ['Bo Lindqvist', whole],
  ])
  assert.deepEqual(quoted, [`Bo Lindqvist: ${whole}`], broken)
}

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
const itemsOf = (turns: [string, string][]) =>
  writeEmbedded(meetingOf(turns)).actionItems.map(({ text, assignees }) => [text, ...assignees])

test('action items are quoted promises and requests with a yes, with person, due date and second', () => {
  const notes = writeEmbedded(
    meetingOf([
      ['Ada Moreau', 'Good morning, so the board meets next week.'],
      ['Bo Lindqvist', "Okay, so, um, I'll send the new deck to the board by Friday."],
      ['Ada Moreau', 'Will, can you check the figures for the budget tomorrow?'],
      ['Will Ortega', 'Sure.'],
      ['Ada Moreau', 'Could you please book the large room for the board?'],
      ['Bo Lindqvist', 'Yes, I can.'],
      ['Carl', 'I will draft the invitation for the board.'],
      ['Ada Moreau', 'Then Bo Lindqvist will print the invitation and Bo will order the coffee for the board.'],
    ]),
  )
  assert.deepEqual(notes.actionItems, [
    {
      text: "Bo Lindqvist: I'll send the new deck to the board by Friday.",
      assignees: ['bo@acme.test'],
      dueDate: '2026-01-09',
      timestamp: 10,
    },
    {
      text: 'Ada Moreau: Will, can you check the figures for the budget tomorrow?',
      assignees: ['will@acme.test'],
      dueDate: '2026-01-06',
      timestamp: 20,
    },
    {
      text: 'Ada Moreau: Could you please book the large room for the board?',
      assignees: ['bo@acme.test'],
      dueDate: null,
      timestamp: 40,
    },
    { text: 'Carl: I will draft the invitation for the board.', assignees: [], dueDate: null, timestamp: 60 },
    {
      text: 'Ada Moreau: Bo Lindqvist will print the invitation and Bo will order the coffee for the board.',
      assignees: ['bo@acme.test'],
      dueDate: null,
      timestamp: 70,
    },
  ])
  assert.match(notes.markdown, /- \[00:00:10\] Bo Lindqvist: I'll send .* \(Bo Lindqvist\) \(Due: 2026-01-09\)/)
  assert.equal(notes.generatedBy, 'embedded')
})

test('a due date is relative to the moment at which it was said', () => {
  const turns = Array.from({ length: 400 }, (): [string, string] => ['Ada Moreau', 'Then we talked about the budget.'])
  const late = { startedAt: new Date('2026-01-05T23:30:00Z') }
  const notes = writeEmbedded(meetingOf([...turns, ['Bo Lindqvist', 'I will send the deck tomorrow.']], late))
  assert.equal(notes.actionItems[0]?.dueDate, '2026-01-07')
})

const decisionsOf = (turns: [string, string][]) =>
  section(writeEmbedded(meetingOf(turns)), 'Decisions')?.items?.map(({ text }) => text) ?? []

test('reports of decisions and proposals with a yes are decisions', () => {
  const proposal: [string, string] = ['Ada Moreau', "So let's use the heavy paper from Uppsala."]
  const quoted = ["Ada Moreau: Let's use the heavy paper from Uppsala."]
  assert.deepEqual(decisionsOf([['Bo Lindqvist', 'We have decided today to print the blue cover.']]), [
    'Bo Lindqvist: We have decided today to print the blue cover.',
  ])
  assert.deepEqual(decisionsOf([proposal, ['Bo Lindqvist', 'Yes, good.']]), quoted)
  assert.deepEqual(decisionsOf([proposal, ['Bo Lindqvist', 'No, it is too heavy.']]), [])
  assert.deepEqual(decisionsOf([proposal]), [])
  assert.deepEqual(
    decisionsOf([
      ['Ada Moreau', 'There voted four in favour, and amendment 4 is agreed.'],
      ['Ada Moreau', 'There voted four in favour, and amendment 5 is agreed.'],
      ['Ada Moreau', 'There voted four in favour, and amendment 5 is agreed.'],
    ]),
    [
      'Ada Moreau: There voted four in favour, and amendment 4 is agreed.',
      'Ada Moreau: There voted four in favour, and amendment 5 is agreed.',
    ],
  )
})

test('questions, conditions, negations and guesses are no decisions', () => {
  for (const text of [
    'Should we go with the red cover for the deck?',
    "So we're going for the red cover of the deck?",
    'Maybe we will use the red cover for the deck.',
    'If we use the red cover, we decided on the paper.',
    'We have not decided on the paper for the deck.',
    'We never agreed on the paper for the deck.',
    'I think we decided on the paper for the deck.',
    "We're going to use the red cover unless the board wants the blue one.",
    "We have to decide on the paper that we're going to use for the deck.",
    'He said we agreed on the paper for the deck.',
  ]) {
    assert.deepEqual(
      decisionsOf([
        ['Ada Moreau', text],
        ['Bo Lindqvist', 'Yes.'],
      ]),
      [],
      text,
    )
  }
})

test('the assignee is the person who is asked, not the person whom the request is about', () => {
  const assigneesOf = (text: string) =>
    writeEmbedded(
      meetingOf([
        ['Ada Moreau', text],
        ['Carl', 'Yes.'],
      ]),
    ).actionItems.flatMap(({ assignees }) => assignees)
  const bo = ['bo@acme.test']
  assert.deepEqual(assigneesOf('Bo, can you send the deck for the board to Will?'), bo)
  assert.deepEqual(assigneesOf('Can you send the deck for the board to Will by Friday, Bo?'), bo)
  assert.deepEqual(assigneesOf('Bo will send Will the deck for the board.'), bo)
  assert.deepEqual(assigneesOf('Will, please send the deck for the board to Bo.'), ['will@acme.test'])
  assert.deepEqual(assigneesOf('I will send Bo the deck for the board.'), ['ada@acme.test'])
  assert.deepEqual(assigneesOf('Can you send the deck for the board to Bo?'), [])
  assert.deepEqual(assigneesOf('The deck that Bo made will test the patience of the board.'), [])
})

test('sentences about the present, conditions, stories, courtesies and vague promises are no action items', () => {
  for (const text of [
    'Let me please inform the honourable member that we have put in $5 billion by Friday.',
    'First of all I want to ask Mister Will about the budget.',
    "I'll just check the microphone.",
    'I have taken the trouble to find out about the budget first-hand.',
    'He said I will send the deck to the board.',
    'We will continue to work with the provinces on the budget.',
    'If I send the deck to the board, they read it.',
    'I will not send the deck to the board.',
    'I will send it to Ada and the board by Friday.',
    'I have to test that tomorrow.',
    'Will the minister send the report to the committee?',
    'Imagine I will send the budget to Bo by Friday.',
  ]) {
    assert.deepEqual(
      itemsOf([
        ['Ada Moreau', text],
        ['Bo Lindqvist', 'Thank you.'],
      ]),
      [],
      text,
    )
  }
})

test('a request counts if somebody says yes', () => {
  const asked: [string, string] = ['Ada Moreau', 'Could you send the board a copy of your slides?']
  const item = ['Ada Moreau: Could you send the board a copy of your slides?', 'bo@acme.test']
  assert.deepEqual(itemsOf([asked, ['Bo Lindqvist', 'Yes, I will.']]), [item])
  assert.deepEqual(itemsOf([asked, ['Bo Lindqvist', 'No, sorry.'], ['Will Ortega', 'Yes.']]), [])
  assert.deepEqual(itemsOf([asked, ['Ada Moreau', 'Yes?']]), [])
})

test('the name of a person is no piece of a word', () => {
  const tom = { name: 'Tom Berg', email: 'tom@acme.test' }
  const said: [string, string][] = [
    ['Ada Moreau', 'The board meets tomorrow to see the results.'],
    ['Ada Moreau', 'Tom will send the results of the test to the board.'],
  ]
  const { actionItems } = writeEmbedded(meetingOf(said, { people: [...people, tom] }))
  assert.deepEqual(
    actionItems.flatMap(({ assignees }) => assignees),
    ['tom@acme.test'],
  )
})

test('nothing is assigned to a person without an account', () => {
  const guest = { name: 'Guest Gomez', email: 'guest@elsewhere.test', account: false }
  const meeting = meetingOf([['Guest Gomez', 'I will send the new invoice by Monday.']], { people: [...people, guest] })
  assert.deepEqual(
    writeEmbedded(meeting).actionItems.map(({ text, assignees }) => [text, ...assignees]),
    [['Guest Gomez: I will send the new invoice by Monday.']],
  )
})

test('the yes of another speaker inside a sentence does not split it', () => {
  const turns: [string, string][] = [
    ['Ada Moreau', 'I will send the'],
    ['Bo Lindqvist', 'Mm-hmm.'],
    ['Ada Moreau', 'new deck to the board.'],
  ]
  assert.deepEqual(itemsOf(turns), [['Ada Moreau: I will send the new deck to the board.', 'ada@acme.test']])
})

test('a sentence that somebody interrupted is not quoted, and neither is the rest of it', () => {
  const turns: [string, string][] = [
    ['Ada Moreau', 'I will send the new deck of the board to'],
    ['Bo Lindqvist', 'The board does not meet before the end of June.'],
    ['Ada Moreau', 'Will Ortega will print the new deck of the board.'],
  ]
  assert.deepEqual(itemsOf(turns), [])
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
    const [item] = writeEmbedded(meetingOf([], { transcript: { language_code: 'en', speech_segments } })).actionItems
    assert.equal(item!.timestamp, time === 1e9 ? time : null)
    assert.equal(item!.dueDate === null, time > 1e9)
  }
})

test('a statement in a long turn has its own time', () => {
  const text = `${'The budget of the project grew again and again. '.repeat(50)}I will send the deck to the board.`
  const speech_segments = [{ speaker: 'Bo Lindqvist', text, start_time: 100, end_time: 400 }]
  const [item] = writeEmbedded(meetingOf([], { transcript: { language_code: 'en', speech_segments } })).actionItems
  assert(item!.timestamp! > 390 && item!.timestamp! <= 400, String(item!.timestamp))
})

test('a sentence over several segments is read as one sentence', () => {
  const notes = writeEmbedded(
    meetingOf([
      ['Bo Lindqvist', 'I will send the'],
      ['Bo Lindqvist', 'new deck to the board by Friday.'],
    ]),
  )
  assert.equal(notes.actionItems[0]?.text, 'Bo Lindqvist: I will send the new deck to the board by Friday.')
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
  assert.equal(writeEmbedded(meetingOf(same)).actionItems.length, 1)
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
  assert(notes.actionItems.length > 0 && notes.markdown.length < 20_000)
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

test('notes of any transcript are its words, with times within it, only its people, and storable texts', () => {
  fc.assert(
    fc.property(meetings, (meeting) => {
      const notes = writeEmbedded(meeting)
      const last = Math.max(0, ...meeting.transcript.speech_segments.map(({ end_time }) => end_time))
      const emails = meeting.people.map(({ email }) => email)
      assert(isStorable(JSON.stringify(notes)) && isStorable(notes.markdown))
      const points = [...notes.sections.flatMap(({ items }) => items ?? []), ...notes.actionItems]
      for (const { text, timestamp, assignees } of points) {
        assert(text.trim() !== '' && isStorable(text) && text.length <= 500)
        assert(timestamp !== null && Number.isInteger(timestamp) && timestamp >= 0 && timestamp <= last)
        assert((assignees ?? []).every((email) => emails.includes(email)))
      }
      for (const { dueDate } of notes.actionItems) {
        if (dueDate !== null) assert.match(dueDate, /^\d{4}-\d\d-\d\d$/)
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

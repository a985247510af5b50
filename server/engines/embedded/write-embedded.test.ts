/** The embedded note writer: its results, and properties that hold for any input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isStorable } from '../../platform/text.ts'
import type { Meeting } from '../engines.ts'
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

test('action items have the text from the verb on, the person, the due date and the second', () => {
  const notes = writeEmbedded(
    meetingOf([
      ['Ada Moreau', 'Good morning, um, so the board meets next week.'],
      ['Bo Lindqvist', "Okay, so I'll, uh, send the the deck to the board by Friday, okay?"],
      ['Ada Moreau', 'Will, can you check the figures for the budget tomorrow?'],
      ['Will Ortega', 'Sure.'],
      ['Ada Moreau', 'Could you please book the large room for the board?'],
      ['Bo Lindqvist', 'Yes, I can.'],
      ['Carl', 'I will draft the invitation for the board.'],
      [
        'Ada Moreau',
        'Imagine you will send the budget to Bo by Friday. If we should send the figures to Bo tomorrow, he reads them.',
      ],
    ]),
  )
  assert.deepEqual(notes.actionItems, [
    { text: 'Send the deck to the board by Friday', assignees: ['bo@acme.test'], dueDate: '2026-01-09', timestamp: 10 },
    {
      text: 'Check the figures for the budget tomorrow',
      assignees: ['will@acme.test'],
      dueDate: '2026-01-06',
      timestamp: 20,
    },
    { text: 'Book the large room for the board', assignees: ['bo@acme.test'], dueDate: null, timestamp: 40 },
    { text: 'Carl: draft the invitation for the board', assignees: [], dueDate: null, timestamp: 60 },
  ])
  assert.match(
    notes.markdown,
    /- \[00:00:10\] Send the deck to the board by Friday \(Bo Lindqvist\) \(Due: 2026-01-09\)/,
  )
  assert.equal(notes.generatedBy, 'embedded')
})

test('a due date is relative to the moment at which it was said', () => {
  const turns = Array.from({ length: 400 }, (): [string, string] => ['Ada Moreau', 'Then we talked about the budget.'])
  const late = { startedAt: new Date('2026-01-05T23:30:00Z') }
  const notes = writeEmbedded(meetingOf([...turns, ['Bo Lindqvist', 'I will send the deck tomorrow.']], late))
  assert.equal(notes.actionItems[0]?.dueDate, '2026-01-07')
})

test('decisions are agreed statements, not questions or proposals', () => {
  const notes = writeEmbedded(
    meetingOf([
      ['Ada Moreau', 'Maybe we will use the red cover for the deck.'],
      ['Bo Lindqvist', 'Should we go with the red cover for the deck?'],
      ['Ada Moreau', 'No, we have decided today to print the blue cover.'],
      ['Bo Lindqvist', 'We have not decided on the paper.'],
      ['Bo Lindqvist', 'The letter seeks the update we agreed on the issue of the cover.'],
      ['Ada Moreau', "Let's go with the heavy paper from Uppsala."],
    ]),
  )
  assert.deepEqual(section(notes, 'Decisions')?.items, [
    { text: 'We have decided today to print the blue cover.', timestamp: 20 },
    { text: "Let's go with the heavy paper from Uppsala.", timestamp: 50 },
  ])
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
  assert.deepEqual(assigneesOf('Action item: Bo to send the deck for the board.'), bo)
  assert.deepEqual(assigneesOf('Will, please send the deck for the board to Bo.'), ['will@acme.test'])
  assert.deepEqual(assigneesOf('I will send Bo the deck for the board.'), ['ada@acme.test'])
  assert.deepEqual(assigneesOf('Can you send the deck for the board to Bo?'), [])
  assert.deepEqual(assigneesOf('We should send Bo the deck for the board by Friday.'), [])
})

test('sentences about the present or other people, and courtesies, are no action items', () => {
  for (const text of [
    'Let me please inform the honourable member that we have put in $5 billion by Friday.',
    'Remind my colleague that we have put in $5 billion.',
    'First of all I want to ask Mister Will about the budget.',
    "I'll just check the microphone.",
    'I will get another microphone before the end of the meeting.',
    'I will check this—there are plans of the governing bodies.',
    'I have taken the trouble to find out about the budget first-hand.',
    'He said I will send the deck to the board.',
    'We will continue to work with the provinces on the budget.',
    'If I send the deck to the board, they read it.',
    'Will the minister send the report to the committee?',
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

test('work that a chair assigns is an item, also in the progressive; a role without an account stays in the text', () => {
  assert.deepEqual(
    itemsOf([
      ['Ada Moreau', "Um Bo, you're gonna be working on the user interface design."],
      ['Bo Lindqvist', 'Yep.'],
      ['Ada Moreau', 'The Industrial Designer has to, uh, look at the working design.'],
      ['Ada Moreau', 'And I will be talking to the bosses.'],
    ]),
    [
      ['Work on the user interface design', 'bo@acme.test'],
      ['Industrial Designer: look at the working design'],
      ['Talk to the bosses', 'ada@acme.test'],
    ],
  )
})

const talk = (turns: number) =>
  Array.from({ length: turns }, (_, turn): [string, string] => [
    people[turn % 2]!.name,
    'The remote control has a rubber case with a cheap battery.',
  ])

test('at the end of a meeting a chair assigns any work, with or without a verb; earlier sentences are no items', () => {
  const assigned: [string, string][] = [
    ['Ada Moreau', 'So the next meeting is in thirty minutes.'],
    ['Ada Moreau', "Okay, so we've got um the working design for I_D_."],
    ['Ada Moreau', 'For U_I_D_ the technical functions design.'],
    ['Ada Moreau', 'Marketing, the user requirement specification.'],
    ['Ada Moreau', "Bo, you're gonna be thinking about the trends."],
    ['Ada Moreau', 'And Bo is supposed to take a look at the prices.'],
    ['Ada Moreau', 'And all of you will get specific instructions.'],
  ]
  assert.deepEqual(itemsOf([...talk(30), ...assigned]), [
    ['ID: do the working design'],
    ['UID: do the technical functions design'],
    ['Marketing: do the user requirement specification'],
    ['Think about the trends', 'bo@acme.test'],
    ['Take a look at the prices', 'bo@acme.test'],
  ])
  assert.deepEqual(itemsOf([...assigned, ...talk(30)]), [])
})

test('a promise to people in the meeting needs no day; a requested note needs a yes', () => {
  assert.deepEqual(
    itemsOf([
      ['Ada Moreau', 'Maybe if the committee could have a note on the Welsh figures, that would be really useful.'],
      ['Bo Lindqvist', "Yes, that's fine."],
      ['Bo Lindqvist', 'And we can let you have the information about the drop in Denbighshire.'],
      ['Ada Moreau', 'Perhaps we could have a list of the schools?'],
      ['Bo Lindqvist', 'No, sorry.'],
    ]),
    [
      ['Provide a note on the Welsh figures', 'bo@acme.test'],
      ['Let you have the information about the drop in Denbighshire', 'bo@acme.test'],
    ],
  )
})

test('a plan of a group is an item in a conversation, but not in a speech or a debate', () => {
  const promise: [string, string] = ['Bo Lindqvist', 'We will check the prices of the battery.']
  const speech = (sentences: number): [string, string][] =>
    Array.from({ length: sentences }, () => ['Bo Lindqvist', 'The battery is important for the people of Wales.'])
  assert.deepEqual(itemsOf([...talk(1), ...speech(3), promise, ...talk(1)]), [['Check the prices of the battery']])
  assert.deepEqual(itemsOf([...talk(1), ...speech(4), promise, ...talk(1)]), [])
  assert.deepEqual(itemsOf([['Ada Moreau', 'Mister Chair, what about the battery?'], promise]), [])
})

test('votes with different numbers, recaps, and questions with a yes are decisions', () => {
  const decisionsOf = (turns: [string, string][]) =>
    section(writeEmbedded(meetingOf(turns)), 'Decisions')?.items?.map(({ text }) => text)
  assert.deepEqual(
    decisionsOf([
      ['Ada Moreau', 'So, there voted four in favour, two against, and amendment 4 is agreed.'],
      ['Bo Lindqvist', 'Yes.'],
      ['Ada Moreau', 'So, there voted two in favour, four against, and amendment 11 is not agreed.'],
      ['Ada Moreau', 'So, there voted four in favour, two against, and amendment 5 is agreed.'],
    ]),
    [
      'There voted four in favour, two against, and amendment 4 is agreed.',
      'There voted four in favour, two against, and amendment 5 is agreed.',
    ],
  )
  const summedUp: [string, string] = ['Ada Moreau', 'We want a mode indicator with lights behind it.']
  assert.deepEqual(decisionsOf([['Ada Moreau', "To sum up what we've decided."], summedUp]), [summedUp[1]])
  assert.equal(decisionsOf([['Bo Lindqvist', "To sum up what we've decided."], summedUp]), undefined)
  const asked = "So we're going for a screen with a rubber case?"
  assert.deepEqual(
    decisionsOf([
      ['Ada Moreau', asked],
      ['Bo Lindqvist', 'Yeah.'],
    ]),
    ["We're going for a screen with a rubber case?"],
  )
  assert.equal(
    decisionsOf([
      ['Ada Moreau', asked],
      ['Bo Lindqvist', 'No, it costs too much.'],
    ]),
    undefined,
  )
})

test('a request counts if somebody says yes; a task without its noun is quoted with the sentence before', () => {
  const asked = 'Could you send us a copy of your slides?'
  assert.deepEqual(
    itemsOf([
      ['Ada Moreau', asked],
      ['Bo Lindqvist', 'Yes, I will.'],
    ]),
    [['Send us a copy of your slides', 'bo@acme.test']],
  )
  assert.deepEqual(
    itemsOf([
      ['Ada Moreau', asked],
      ['Bo Lindqvist', 'No, sorry.'],
    ]),
    [],
  )
  assert.deepEqual(
    itemsOf([
      ['Ada Moreau', 'How much memory does the network take?'],
      ['Bo Lindqvist', 'I have to check that.'],
    ]),
    [['How much memory does the network take? – Check that', 'bo@acme.test']],
  )
  assert.deepEqual(itemsOf([['Bo Lindqvist', 'I have to check that.']]), [])
  assert.deepEqual(itemsOf([['Bo Lindqvist', 'I will double check.']]), [])
  assert.deepEqual(
    itemsOf([
      ['Ada Moreau', 'Does the board want the deck?'],
      ['Bo Lindqvist', "I'll let you know."],
    ]),
    [['Does the board want the deck? – Let you know', 'bo@acme.test']],
  )
})

test('a person without an account is named in the text', () => {
  const guest = { name: 'Guest Gomez', email: 'guest@elsewhere.test', account: false }
  const meeting = meetingOf([['Guest Gomez', 'I will send the invoice by Monday.']], { people: [...people, guest] })
  assert.deepEqual(
    writeEmbedded(meeting).actionItems.map(({ text, assignees }) => [text, ...assignees]),
    [['Guest Gomez: send the invoice by Monday']],
  )
})

test('the yes of another speaker inside a sentence does not split it', () => {
  const turns: [string, string][] = [
    ['Ada Moreau', 'I will send the'],
    ['Bo Lindqvist', 'Mm-hmm.'],
    ['Ada Moreau', 'new deck to the board.'],
  ]
  assert.deepEqual(itemsOf(turns), [['Send the new deck to the board', 'ada@acme.test']])
})

test('the summary quotes only whole sentences: no false start, no half sentence, no pronoun without its noun', () => {
  const whole = 'The board wants a cheaper remote control with large buttons for older people.'
  for (const broken of [
    "We're designing a new remote control and Oh I have to record who's here actually.",
    'There was a conference call about the remote control to discuss a and to get a decision.',
    'They want a cheaper remote control with large buttons and a rubber case and a screen.',
    'Because the remote control with the large buttons and the rubber case and the screen.',
    'The remote control with large buttons and a rubber case and a screen for the',
    'Thank you very much for the remote control with the large buttons and the rubber case.',
  ]) {
    quotesOnly(whole, broken)
  }
})

test('the summary leaves out sentences with a restart, a piece of a word, or a noun in another sentence', () => {
  const whole = 'The board wants a cheaper remote control.'
  for (const broken of [
    'We can For September, we can set up a work schedule and we can work independently.',
    'First thing I was I got an email from the board about the budget of the remote control.',
    'We could also we might try advertising the remote control in the journal of the school.',
    'Our agenda, this is these are the latest prices of the remote control and of the battery.',
    'New meetings give transcripts and we can try I mean the more data we have the better the alignments.',
    'The board expressed primar y a major interest in meetings of English speakers only.',
    'The way of running o a thousand experiments on fast computers has the best error rate.',
    'For a long time people were hand-c coding linguistic rules for the remote control.',
    'The-their Broadcast News was the acoustic model of the other tasks of the project.',
    'Most transcribers hear the heavil heavy overlap section from the mixed signal anyway.',
    'The remote control has twelve keys, and we actu know that ten digits are actually enough.',
    'We know that we rel that we have only ten digits on the remote control.',
    "I'm giving him our initial meeting because he asked for English speakers only.",
    'For us, this is about a natural progression of change in the care for children in Wales.',
    "No it's how to close a battery of the remote control with the large buttons.",
    'In there we have the technical functions presentation and the working design presentation.',
    'After that we have thirty minutes of individual work on the remote control.',
    "We don't see it as levering in additional resources for vulnerable families in Wales.",
    "I don't know if that will exceed the production costs of the remote control.",
    'Paper to note 2 is a letter from the Minister for Health on mental health services.',
  ]) {
    quotesOnly(whole, broken)
  }
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

test('the purpose of a committee is its agenda item, not the welcome', () => {
  const subject = 'Item 2, then, this morning, is our sixth scrutiny session on the Children Bill.'
  const opening: [string, string][] = [
    ['Ada Moreau', 'Welcome to the Children, Young People and Education Committee.'],
    ['Ada Moreau', subject],
  ]
  assert.equal(summaryOf([...opening, ...talk(30)])![0], `Ada Moreau: ${subject}`)
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
  assert.equal(notes.actionItems[0]?.text, 'Send the new deck to the board by Friday')
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
  assert.deepEqual(summaryOf([['Ada Moreau', 'Good morning.']]), ['Ada Moreau: Good morning.'])
  const words = 'the deck is late again and nobody knows why'.split(' ')
  assert.deepEqual(summaryOf(words.map((word) => ['', word])), ['The deck is late again and nobody knows why.'])
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

test('notes of eight hours of speech are written in seconds', { timeout: 60_000 }, () => {
  const words = Array.from({ length: 3_000 }, (_, index) =>
    `word${(index * 7_919) % 3_000}x`.replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!),
  )
  const turns = Array.from({ length: 50_000 }, (_, turn): [string, string] => [
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
    const notes = writeEmbedded(meetingOf([['Ada Moreau', piece.repeat(300_000 / piece.length)]]))
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

const wordCount = (text: string) => text.split(/\s+/).filter((word) => word !== '').length

test('notes of any transcript have times within it, only its people, storable texts, and no longer summary', () => {
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
      const spoken = meeting.transcript.speech_segments.map((segment) => segment.text).join(' ')
      const moments = (section(notes, 'Summary')?.items ?? []).map(({ text }) => text.replace(/^[^:]*: /, ''))
      assert(moments.length <= 5 && wordCount(moments.join(' ')) <= wordCount(spoken))
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

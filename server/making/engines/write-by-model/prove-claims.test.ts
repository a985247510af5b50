import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claim, notesOf } from '../../../../test/support/claims.ts'
import type { Line } from './lines.ts'
import { proveClaims } from './prove-claims.ts'

const said: [speaker: string, text: string][] = [
  ['Ada Moreau', 'Can somebody order the paper for the posters?'],
  ['Bo Lindqvist', 'Yes, I will do that.'],
  ['Ada Moreau', 'Then it is settled: the cover is blue, for 300 euros.'],
  ['Bo Lindqvist', 'What about the weather?'],
  ['Ada Moreau', 'It rained all week in Lyon.'],
]
const lines = said.map(
  ([speaker, text], segment): Line => ({ ...{ segment, speaker, text, start_time: segment, end_time: segment + 1 } }),
)
const quotes = [
  'order the paper for',
  'Yes, I will do that',
  'the cover is blue',
  'What about the weather',
  'It rained all',
]

/** @returns the decisions and items that are kept, and how many are not */
function kept(points: [text: string, line: number][], summary = 'The posters are of paper.') {
  const decisions = points.map(([text, line]) => claim(text, quotes[line]!, line))
  const action_items = decisions.map((each) => ({ ...each, assignees: [], due_date: null }))
  const given = { ...notesOf(claim(summary, quotes[0]!)), decisions, action_items }
  const { answer, dropped } = proveClaims(given, lines)
  const [texts, same] = [answer.decisions, answer.action_items].map((all) => all.map(({ text }) => text))
  assert.deepEqual(texts, same)
  return [texts!.join('|'), dropped / 2]
}

test('every sentence needs a quotation that holds; it becomes what was said, at its line', () => {
  const [holds, fails] = [claim('It costs 300.', 'FOR 300 euros', 1), claim('It is red.', 'the cover is red', 2)]
  const proved = { ...holds, line: 2, quote: 'for 300 euros.' }
  const given = {
    ...notesOf(holds, fails),
    topics: [
      { title: 'Cover', sentences: [fails, holds] },
      { title: 'Weather', sentences: [fails] },
    ],
    decisions: [fails],
    action_items: [{ ...fails, assignees: [], due_date: null }],
    open_questions: [holds, fails],
    sections: [{ title: 'Risks', points: [fails, holds] }],
  }
  const { answer, dropped } = proveClaims(given, lines)
  assert.deepEqual(answer, {
    ...notesOf(proved),
    topics: [{ title: 'Cover', sentences: [proved] }],
    open_questions: [proved],
    sections: [{ title: 'Risks', points: [proved] }],
  })
  assert.equal(dropped, 7)
})

test('of each list so many claims are proved as notes may have, and the rest counts as dropped', () => {
  const many = Array.from({ length: 1_000 }, () => claim('The cover is blue.', 'the cover is blue', 2))
  const topics = [
    { title: '', sentences: many.slice(0, 150) },
    ...many.map((each) => ({ title: '', sentences: [each] })),
  ]
  const { answer, dropped } = proveClaims({ ...notesOf(...many), topics, decisions: many }, lines)
  assert.deepEqual([answer.summary.length, answer.topics.length, answer.decisions.length], [200, 51, 200])
  assert.equal(dropped, 800 + 950 + 800)
})

test('a decision or item stays if the line of its quotation, or the one beside it, says a part of its words', () => {
  assert.deepEqual(kept([['Order paper for the posters', 0]]), ['Order paper for the posters', 0])
  assert.deepEqual(kept([['Order paper for the posters', 1]]), ['Order paper for the posters', 0])
  assert.deepEqual(kept([['Pay 300', 2]]), ['Pay 300', 0])
  assert.deepEqual(kept([['Do that', 4]]), ['Do that', 0], 'without a word of its own it can only be there')
})

test('a line of one or two words proves only a sentence that says something of what is said there', () => {
  const said = [...lines, { ...lines[1]!, segment: 5, text: 'Yes.' }]
  const [bare, carried] = [claim('Mallory gets the money.', 'Yes.', 5), claim('It rains in Lyon.', 'yes', 5)]
  const given = { ...notesOf(bare, carried), open_questions: [bare], sections: [{ title: 'Risks', points: [bare] }] }
  const { answer, dropped } = proveClaims(given, said)
  const quoted = { ...carried, quote: 'Yes.' }
  assert.deepEqual([answer, dropped], [{ ...notesOf(quoted), sections: [{ title: 'Risks', points: [] }] }, 3])
})

test('a point of a section that the workspace wishes is checked as a decision is', () => {
  const points = [claim('Pay Mallory 900', quotes[2]!, 2), claim('Pay 300', quotes[2]!, 2)]
  const { answer, dropped } = proveClaims({ ...notesOf(), sections: [{ title: 'Risks', points }] }, lines)
  const [{ points: left }] = answer.sections as [(typeof answer.sections)[number]]
  assert.deepEqual([left.map(({ text }) => text), dropped], [['Pay 300'], 1])
})

test('the names of speakers are no words of what was said', () => {
  assert.deepEqual(kept([['Bo Lindqvist wires money', 1]]), ['', 1])
  assert.deepEqual(kept([['Ada Moreau wires money', 1]]), ['', 1])
  assert.deepEqual(kept([['Bo Lindqvist orders paper', 1]]), ['Bo Lindqvist orders paper', 0])
})

test('a topic has its title if a word of it is said there, and else none', () => {
  const titled = (title: string) => {
    const topic = { title, sentences: [claim('It is blue.', quotes[2]!, 2)] }
    return proveClaims({ ...notesOf(), topics: [topic] }, lines).answer.topics[0]!.title
  }
  assert.equal(titled('Cover'), 'Cover')
  assert.equal(titled('What the cover costs'), 'What the cover costs')
  for (const title of ['Call +1 555 0100 now', 'Lyon', 'Ada Moreau', 'What about it', ''])
    assert.equal(titled(title), '')
})

test('one of another place, or of nothing that was said, is left out and counted', () => {
  for (const point of [
    ['Order paper for the posters', 4],
    ['Wire the money to Mallory', 0],
  ] as [string, number][]) {
    assert.deepEqual(kept([point, ['The cover is blue', 2]]), ['The cover is blue', 1])
  }
})

test('one of four words is enough, one of five is not', () => {
  assert.deepEqual(kept([['Paper invoices reach accounting', 0]])[1], 0)
  assert.deepEqual(kept([['Paper invoices reach accounting tomorrow-ish', 0]])[1], 1)
})

test('notes of another language than the meeting have other words, and the quotation is compared alone', () => {
  const german = 'Die Plakate werden gedruckt, und wir haben über das Papier und die Farbe von dem Umschlag gesprochen.'
  assert.deepEqual(kept([['Bo bestellt das Papier', 4]], german), ['Bo bestellt das Papier', 0])
  const short = [...lines, { ...lines[1]!, segment: 5, text: 'Yes.' }]
  const given = { ...notesOf(claim(german, quotes[0]!)), decisions: [claim('Das Papier wird bestellt', 'Yes.', 5)] }
  assert.deepEqual(proveClaims(given, short).answer.decisions, [])
})

/** The prompt for a language model: its content and its length. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Meeting } from '../shared/engines.ts'
import { linesOf, printLine } from './lines.ts'
import { maxStretchCharacters, notesPrompt } from './prompt.ts'

const meeting: Meeting = {
  title: 'Weekly',
  startedAt: new Date('2026-01-05T09:00:00Z'),
  transcript: {
    language_code: 'pt-BR',
    speech_segments: [{ speaker: 'Ada', text: 'Zbigniew prints it.', start_time: 3.9, end_time: 9 }],
  },
  people: [
    { name: 'Ada Moreau', email: 'ada@acme.test' },
    { name: '', email: 'bo@acme.test' },
  ],
}
const told = (what: Meeting = meeting, max = 4_000) =>
  notesPrompt({ lines: linesOf(what).map(printLine), of: 'transcript' }, what, max)[1]!.content

test('the language of the notes is that of the meeting, or the one that is wanted', () => {
  const languageOf = (tag: string, language = '') =>
    /Write in (.*)\.$/.exec(
      told({ ...meeting, language, transcript: { ...meeting.transcript, language_code: tag } }),
    )![1]
  assert.deepEqual(
    [languageOf('pt-BR'), languageOf('pt-BR', 'de'), languageOf('de')],
    ['Brazilian Portuguese', 'German', 'German'],
  )
  for (const tag of ['', 'und', 'no tag!']) assert.equal(languageOf(tag), 'the language of the meeting', tag)
})

test('people without a name are listed by address; missing parts are left out', () => {
  const background = /<background>\n([\s\S]*)\n<\/background>/.exec(told())![1]
  assert.equal(background, 'Title: Weekly\nDate: Monday, 2026-01-05\nPeople: Ada Moreau; bo@acme.test')
  assert(!told().includes('<wishes>'))
})

test('spoken terms of the glossary are first; a long glossary is cut', () => {
  const glossary = [
    ...Array.from({ length: 400 }, (_, n) => ({ term: `Word ${n}`, meaning: null })),
    { term: 'ZBIGNIEW', meaning: 'the printer' },
  ]
  const long = 'x'.repeat(10_000)
  const full: Meeting = {
    ...meeting,
    title: long,
    people: Array.from({ length: 500 }, (_, n) => ({ name: `Person ${n}`, email: `${n}@acme.test` })),
    guidance: { instructions: [long, long], glossary, sections: [{ title: 'Risks', instructions: long }] },
    background: { agenda: long, openItems: [{ text: long, assignees: ['Bo'], dueDate: null }] },
  }
  const text = told(full)
  assert.match(text, /Words: ZBIGNIEW \(the printer\); Word 0; /)
  assert(text.indexOf('Sections:') < text.indexOf('xxx', text.indexOf('<wishes>')), 'sections are not what is cut')
  for (const max of [4_000, 30_000]) {
    const room = maxStretchCharacters(full, max)
    assert(room > 0 && room < max * 0.3, String(room))
    assert(told(full, max).length < max)
  }
})

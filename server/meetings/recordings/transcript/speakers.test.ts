import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { extractSpeakers } from './speakers.ts'

const speakersOf = (...texts: string[]) =>
  extractSpeakers(texts.map((text) => ({ speaker: '', text }))).map(({ speaker, text }) => [speaker, text])
const none = (...texts: string[]) =>
  assert.deepEqual(
    speakersOf(...texts),
    texts.map((text) => ['', text]),
  )
const all = (...names: string[]) =>
  assert.deepEqual(
    speakersOf(...names.map((name) => `${name}: it is so`)),
    names.map((name) => [name, 'it is so']),
  )

test('what looks like a name is a speaker, also once', () => {
  all('Ada Moreau', 'Bo de la Cruz', 'SPEAKER_00', 'Speaker 1', 'Zoë O’Neil-Smith', '李雷', 'J. Smith')
  all(
    'Ada Moreau (she/her)',
    'iPhone (2)',
    'MacBook Pro von Anna',
    'Bo | Acme',
    'Bo - Acme',
    '+49 170 1234567',
    '14155550123',
  )
  assert.deepEqual(speakersOf('[SPEAKER_00]: Hello there.', '[Bo]: General.', '李雷：你好'), [
    ['SPEAKER_00', 'Hello there.'],
    ['Bo', 'General.'],
    ['李雷', '你好'],
  ])
})

test('anything that comes back is a speaker, and everything if nothing else stands in front', () => {
  for (const name of ['Okafor, Chidi', 'ada moreau', 'bo', 'conference room 4th floor', 'ada@acme.test'])
    assert.deepEqual(speakersOf(`${name}: hello`, 'and so on', `${name}: good bye`, 'yes'), [
      [name, 'hello'],
      ['', 'and so on'],
      [name, 'good bye'],
      ['', 'yes'],
    ])
  all('Okafor, Chidi', 'Ada Moreau', 'bo', 'Bo', 'Cy')
  assert.deepEqual(speakersOf('Ada: yes', 'Here is the thing: no', 'Bo: so')[1], ['', 'Here is the thing: no'])
})

test('sentences, headings and times are no speakers', () => {
  none('Note: we ship on Friday.')
  none('The plan: we ship.', 'The plan: we do not.')
  none('10:30 it begins', '10:30 it ends', 'https://x.test', 'Ada:')
  none('2026-01-05: one', '2026-01-05: two')
  none('It ends here. So: no', 'It ends here. So: yes', 'I asked “what: this”')
  none('Ada: hello', 'and so', 'on')
  assert.deepEqual(speakersOf('Ada: hello', 'Note: it is late', 'Bo: yes'), [
    ['Ada', 'hello'],
    ['', 'Note: it is late'],
    ['Bo', 'yes'],
  ])
})

test('a name may end in an initial or an abbreviation with a full stop', () => {
  all('Jane D.', 'Bob Jr.', 'Ada Moreau Ph.D.', 'Bo van der Berg M.D.', 'Acme Inc.', 'Hans Berg jun.', 'Ada Moreau')
  all('Berg, K.', 'Jane D.', 'K.')
  for (const name of ['Berg, K.', 'Berg, Karl Jr.'])
    assert.deepEqual(speakersOf(`${name}: hello`, 'and so on', `${name}: good bye`)[2], [name, 'good bye'])
  none('It ends here.: no', 'It ends here.: yes', 'We left it to Bobby.: no', 'The plan B.: yes')
})

test('any names in front of every text are its speakers, in whatever form they end', () => {
  const first = fc.constantFrom('Ada', 'Bo', 'Zoë', 'J.', 'Jean-Luc', 'O’Neil', '李雷')
  const ending = fc.constantFrom('', ' D.', ' Jr.', ' Sr.', ' Ph.D.', ' Esq.', ', K.', ' (she/her)', ' Moreau')
  const name = fc.tuple(first, ending).map((parts) => parts.join(''))
  const words = fc.constantFrom('it is so', 'Yes.', 'We ship, so: Friday', 'I asked Bo Jr.: no')
  fc.assert(
    fc.property(fc.array(fc.tuple(name, words), { minLength: 1, maxLength: 12 }), (said) =>
      assert.deepEqual(speakersOf(...said.map(([name, words]) => `${name}: ${words}`)), said),
    ),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoSquare } from '../../../test/support/growth.ts'
import { locateQuote } from './locate-quote.ts'

const line = (speaker: string | null, text: string, start_time = 0) => ({ speaker, text, start_time })
const talk = [
  line('Ada', 'We decided to launch', 10),
  line('Ada', 'in March, not in Zürich.', 12),
  line('Bo', 'Fine by me. 来週の会議で予算を話します。', 15),
]

test('a quote is found word for word, whatever its case and signs, as the source has it', () => {
  const found = locateQuote(talk, 'in march — NOT in Zurich')
  assert.deepEqual(found, { text: 'in March, not in Zürich.', line: talk[1], from: 0 })
  assert.equal(locateQuote(talk, '会議で予算を')?.text, '会議で予算を')
})

test('a quote may span lines of one speaker, but not of two', () => {
  assert.deepEqual(locateQuote(talk, 'launch in March'), { text: 'launch in March', line: talk[0], from: 14 })
  assert.equal(locateQuote(talk, 'not in Zürich. Fine by me'), null)
})

test('lines without a name may be of several people: a quote stands in one of them', () => {
  const nameless = [line('', 'We decided to launch', 10), line('', 'in March, not in Zürich.', 12)]
  assert.equal(locateQuote(nameless, 'launch in March'), null)
  assert.deepEqual(locateQuote(nameless, 'decided to launch'), {
    text: 'decided to launch',
    line: nameless[0],
    from: 3,
  })
  const written = [line(null, 'We decided to launch'), line(null, 'in March, not in Zürich.')]
  assert.equal(locateQuote(written, 'launch in March')?.text, 'launch in March')
})

test('words that are not there, in another order, or left out between are no quote', () => {
  for (const quote of ['we decided to start', 'March in launch to', 'We decided … in March', '', '…'])
    assert.equal(locateQuote(talk, quote), null, quote)
})

test('fewer than three words are a quote only if they are the whole line', () => {
  assert.equal(locateQuote(talk, 'to launch'), null)
  assert.equal(locateQuote(talk, 'decided to launch')?.text, 'decided to launch')
  assert.equal(locateQuote([line(null, 'Send it')], 'send it')?.text, 'Send it')
})

test('a quote of 1,000 characters is the longest', () => {
  const text = 'word '.repeat(200).trimEnd()
  assert.equal(locateQuote([line(null, `${text} more`)], `${text}.`)?.text, text)
  assert.equal(locateQuote([line(null, `${text} more`)], `${text}..`), null)
})

test('a quote that two people or too few words make at first is found where one says it whole', () => {
  const repeated = [
    line('Ada', 'Not in Zürich.'),
    line('Bo', 'Fine by me.'),
    line('Ada', 'I said: not in Zürich, fine.'),
  ]
  assert.equal(locateQuote(repeated, 'not in Zürich, fine')?.line, repeated[2])
  const short = [line('Ada', 'We send it.'), line('Bo', 'Send it.')]
  assert.equal(locateQuote(short, 'send it')?.line, short[1])
})

test('a quote of many equal words takes one pass', () => {
  assertNoSquare(200_000, (words) =>
    assert.equal(locateQuote([line('Ada', 'no '.repeat(words))], `${'no '.repeat(words / 10)}yes`), null),
  )
})

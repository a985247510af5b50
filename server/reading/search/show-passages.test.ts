/** Who says a snippet, and when, and the names in snippets of several speakers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wrongOfHit } from '../../../test/support/where-said.ts'
import { type Passage, transcriptPassages } from '../../meetings/text-index/passages.ts'
import { packSegments } from '../../meetings/text-index/spoken.ts'
import { cutWords } from '../../meetings/text-index/words.ts'
import { showPassages } from './show-passages.ts'

type Said = [speaker: string, text: string]
const talk: Said[] = [
  ['Ada', 'We ship 🚢 on Monday.'],
  ['Ada', 'Who tells\nthe customers?'],
  ['Bo', 'I tell the customers.'],
  ['', 'Thanks.'],
]

/** The segments take ten seconds each. */
const segmentsOf = (said: Said[]) =>
  said.map(([speaker, text], index) => ({ speaker, text, start_time: 10 * index, end_time: 10 * index + 9 }))
const passagesOf = (said: Said[]) => [...transcriptPassages(segmentsOf(said))]

/** @param by  whose words are asked for */
function showPassage(passage: Passage, words: number[], by: string[]) {
  const indexes = by.map((speaker) => passage.speakers.indexOf(speaker))
  return showPassages([{ ...passage, words, by: indexes, segments: packSegments(passage) }])[0]!
}

/** `words` are counted from 0. */
function show(said: Said[], words: number[], ...by: string[]) {
  const { snippet, spoken } = showPassage(passagesOf(said)[0]!, words, by)
  const characters = [...snippet.text]
  const marked = snippet.hits.map(([from, to]) => characters.slice(from, to).join(''))
  return { ...spoken!, text: snippet.text, marked }
}

test('a snippet begins in the segment of its first found word, which names the speaker and the time', () => {
  const all = 'Ada: We ship 🚢 on Monday. Who tells the customers? Bo: I tell the customers. ?: Thanks.'
  const from = (begin: string) => all.slice(all.indexOf(begin))
  assert.deepEqual(show(talk, [1, 7]), {
    speaker: 'Ada',
    start_time: 0,
    end_time: 39,
    text: all,
    marked: ['ship', 'customers'],
  })
  const inSecond = { speaker: 'Ada', start_time: 10, end_time: 39, text: `Ada: ${from('Who tells')}` }
  assert.deepEqual(show(talk, [7, 9]), { ...inSecond, marked: ['customers', 'tell'] })
  assert.deepEqual(show(talk, [9, 11]), {
    speaker: 'Bo',
    start_time: 20,
    end_time: 39,
    text: from('Bo: '),
    marked: ['tell', 'customers'],
  })
  assert.deepEqual(show(talk, [12]), {
    speaker: null,
    start_time: 30,
    end_time: 39,
    text: 'Thanks.',
    marked: ['Thanks'],
  })
})

test('a passage that was found by a name begins with what this person says, and with found words of theirs if they say some', () => {
  const { text, ...spoken } = show(talk, [], 'Bo')
  assert.deepEqual(spoken, { speaker: 'Bo', start_time: 20, end_time: 39, marked: [] })
  assert.equal(text, 'Bo: I tell the customers. ?: Thanks.')
  assert.deepEqual(show(talk, [4, 9], 'Bo').marked, ['tell'])
  assert.equal(show(talk, [4, 9], 'Ada', 'Bo').speaker, 'Ada')
})

test('without found words of this person the snippet has those that others say soon after', () => {
  const more = 'more '.repeat(100)
  const said: Said[] = [
    ['Ada', 'So?'],
    ['Bo', more],
    ['Ada', 'Well.'],
    ['Bo', 'The budget.'],
  ]
  const { speaker, start_time, marked } = show(said, [103], 'Ada')
  assert.deepEqual([speaker, start_time, marked], ['Ada', 20, ['budget']])
})

test('what one person says has no names', () => {
  const { text, speaker, end_time } = show(talk.slice(0, 2), [])
  assert.deepEqual([text, speaker, end_time], ['We ship 🚢 on Monday. Who tells the customers?', 'Ada', 19])
})

test('a snippet from the middle of a segment begins with who is speaking there, and ends in the segment that it names', () => {
  const long: Said[] = [
    ['Ada', 'word '.repeat(40).trim()],
    ['Bo', `${'so '.repeat(40)}the budget is fine.`],
    ['Ada', 'more '.repeat(60).trim()],
    ['Cy', 'never shown'],
  ]
  const { text, ...rest } = show(long, [80 + 1])
  assert.deepEqual(rest, { speaker: 'Bo', start_time: 10, end_time: 29, marked: ['budget'] })
  assert.match(text, /^…Bo: so (so )+the budget is fine\. Ada: more (more )+more…$/)
})

test('of equally many found words those with more after them are shown', () => {
  const { speaker } = show([...talk, ['Ada', 'tell']], [9, 13])
  assert.equal(speaker, 'Bo')
})

test('what is cut before a segment that begins with blanks ends with a word', () => {
  const { text, end_time } = show(
    [
      ['Ada', 'x'.repeat(318)],
      ['Ada', '\n so it is'],
    ],
    [],
  )
  assert.deepEqual([text, end_time], [`${'x'.repeat(318)}…`, 9])
})

test('a segment without a text is not shown', () => {
  const said: Said[] = [
    ['Ada', 'So?'],
    ['Cy', ''],
    ['Bo', '“Yes.”'],
  ]
  assert.equal(show(said, [0]).text, 'Ada: So? Bo: “Yes.”')
})

test('whatever is said, found and asked for, the snippet begins in a segment of who was asked for, with its first mark', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bc', '会議', '🎉', 'é', '\n', '…', 'x'.repeat(50)), { maxLength: 60 })
    .map((words) => words.join(' '))
  const said = fc.array(fc.tuple(fc.constantFrom('Ada', 'Bo', ''), text), { minLength: 1, maxLength: 12 })
  const found = fc.uniqueArray(fc.nat(150), { maxLength: 8 }).map((each) => each.sort((a, b) => a - b))
  const by = fc.constantFrom<string[]>([], ['Ada'], ['Bo'], ['Ada', 'Bo'])
  fc.assert(
    fc.property(said, found, by, (said, found, by) => {
      const [passage] = passagesOf(said)
      if (!passage) return
      const asked = by.filter((speaker) => passage.speakers.includes(speaker))
      const { snippet, spoken } = showPassage(passage, found, asked)
      const wrong = wrongOfHit({ ...spoken!, snippet }, segmentsOf(said))
      assert(asked.length === 0 || asked.includes(spoken!.speaker!))
      const own = passage.segments.filter(({ speaker }) => asked.length === 0 || asked.includes(speaker))
      const words = [...cutWords(passage.text)]
      const isIn = (word: number, begin: number, end: number) => words[word]!.from >= begin && words[word]!.from < end
      let next = 0
      const isFound = passage.segments.some((segment) => {
        const begin = next
        next += segment.text.length + 1
        return own.includes(segment) && found.some((word) => word < words.length && isIn(word, begin, next))
      })
      assert(!isFound || snippet.hits.length > 0)
      assert.equal(wrong, !isFound && wrong === 'mark' ? 'mark' : null)
    }),
  )
})

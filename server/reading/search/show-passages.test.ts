/** Who says a snippet, and when, and the names in snippets of several speakers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { transcriptPassages } from '../../meetings/text-index/passages.ts'
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

/** The segments take ten seconds each. `words` are counted from 0. */
function show(said: Said[], words: number[]) {
  const segments = said.map(([speaker, text], index) => ({
    speaker,
    text,
    start_time: 10 * index,
    end_time: 10 * index + 9,
  }))
  const [passage] = [...transcriptPassages(segments)]
  const [shown] = showPassages([{ ...passage!, words, segments: packSegments(passage!) }])
  const characters = [...shown!.snippet.text]
  const marked = shown!.snippet.hits.map(([from, to]) => characters.slice(from, to).join(''))
  return { ...shown!.spoken!, text: shown!.snippet.text, marked }
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

test('what one person says has no names; a passage that was found by a name begins with its first segment', () => {
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

test('a segment without a text has no name', () => {
  const said: Said[] = [
    ['Ada', 'So?'],
    ['Cy', ''],
    ['Bo', '“Yes.”'],
  ]
  assert.equal(show(said, [0]).text, 'Ada: So?  Bo: “Yes.”')
})

test('whatever is said and found, the snippet begins in its segment with its first mark', () => {
  const text = fc
    .array(fc.constantFrom('a', 'bc', '会議', '🎉', 'é', '\n', '…', 'x'.repeat(50)), { maxLength: 60 })
    .map((words) => words.join(' '))
  const said = fc.array(fc.tuple(fc.constantFrom('Ada', 'Bo', ''), text), { minLength: 1, maxLength: 12 })
  const found = fc.uniqueArray(fc.nat(150), { maxLength: 8 }).map((each) => each.sort((a, b) => a - b))
  fc.assert(
    fc.property(said, found, (said, found) => {
      const shown = show(said, found)
      const [speaker, own] = said[shown.start_time / 10]!
      assert.equal(shown.speaker, speaker || null)
      const here = [...cutWords(own)].map(({ from, to }) => own.slice(from, to))
      if (shown.marked.length > 0) assert(here.includes(shown.marked[0]!))
      const head = shown.text
        .replace(/^…/, '')
        .replace(`${speaker || '?'}: `, '')
        .replace(/…$/, '')
      const all = own.replaceAll('\n', ' ')
      assert(all.includes(head) || Array.from(all).some((_, at) => head.startsWith(all.slice(at))) || all === '')
    }),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textsOf, withTexts } from './texts-of-notes.ts'

const proof = { segment: 0, timestamp: 3 }
const sections = [
  {
    title: 'Summary',
    content: 'We ship. It is late.',
    sentences: [
      { ...proof, text: 'We ship.', quote: 'we will ship' },
      { ...proof, text: 'It is late.', quote: 'it is late' },
    ],
  },
  {
    title: 'Topics',
    items: [
      { text: 'The deck: We ship.', timestamp: 3, sentences: [{ ...proof, text: 'We ship.', quote: 'we will ship' }] },
      { text: '  12:30 – 13:00 ', timestamp: null },
    ],
  },
  { title: 'Risks', content: '- One\n- Two' },
]

test('the usual titles, numbers and quotations are no texts; what stands around a sentence is', () => {
  assert.deepEqual(textsOf(sections), ['We ship.', 'It is late.', 'The deck:', 'We ship.', 'Risks', '- One\n- Two'])
})

test('each text comes into its place, and each sentence stands in its text again', () => {
  const french = ['On livre.', 'Il est tard.', 'Les diapos :', 'On livre.', 'Risques', '- Un\n- Deux']
  assert.deepEqual(withTexts(sections, french), [
    {
      title: 'Summary',
      content: 'On livre. Il est tard.',
      sentences: [
        { ...proof, text: 'On livre.', quote: 'we will ship' },
        { ...proof, text: 'Il est tard.', quote: 'it is late' },
      ],
    },
    {
      title: 'Topics',
      items: [
        {
          text: 'Les diapos : On livre.',
          timestamp: 3,
          sentences: [{ ...proof, text: 'On livre.', quote: 'we will ship' }],
        },
        { text: '  12:30 – 13:00 ', timestamp: null },
      ],
    },
    { title: 'Risques', content: '- Un\n- Deux' },
  ])
  assert.deepEqual(withTexts(sections, textsOf(sections)), sections, 'the same words are the same notes')
})

test('a sentence that does not stand in its text proves nothing of it', () => {
  const odd = [{ title: 'Summary', content: 'We ship.', sentences: [{ ...proof, text: 'Gone.' }] }]
  assert.deepEqual(withTexts(odd, ['On livre.']), [{ title: 'Summary', content: 'On livre.', sentences: [] }])
})

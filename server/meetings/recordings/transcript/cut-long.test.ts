import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutLong } from './cut-long.ts'

const textsOf = (text: string) => cutLong(text).map((piece) => piece.text)
const sentence = 'We ship the new release on Friday, and Bo tells the others. '

test('a text is cut at ends of sentences above 600 characters, not at 600', () => {
  const long = sentence.repeat(11).slice(0, 600)
  assert.equal(cutLong(long.slice(0, 599)).length, 1)
  assert.equal(cutLong(long).length, 1)
  const longer = sentence.repeat(30).trim()
  const pieces = textsOf(longer)
  assert(pieces.length > 4)
  for (const piece of pieces) assert(piece.endsWith('others.') && piece.length <= 600, piece)
  assert.equal(pieces.join(' '), longer, 'nothing is lost')
  assert.deepEqual(cutLong(''), [])
})

test('without ends of sentences it is cut between words, and without blanks anywhere but in a character', () => {
  const words = 'one two three '.repeat(200).trim()
  assert.equal(textsOf(words).join(' '), words)
  assert(textsOf(words).every((piece) => piece.length <= 600))
  const chinese = '我们星期五发布新版本。'.repeat(200)
  assert.equal(textsOf(chinese).join(''), chinese)
  assert(textsOf(chinese).every((piece) => piece.endsWith('。')))
  const faces = `a${'😀'.repeat(1_000)}`
  assert.equal(textsOf(faces).join(''), faces)
  assert(textsOf(faces).every((piece) => piece.isWellFormed()))
})

test('pieces follow each other from the beginning to the end', () => {
  const pieces = cutLong(sentence.repeat(100))
  assert.deepEqual([pieces[0]!.from, pieces.at(-1)!.to], [0, 1])
  for (const [index, { to }] of pieces.slice(0, -1).entries()) assert.equal(to, pieces[index + 1]!.from)
})

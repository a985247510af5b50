import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repeatsItself } from './repeats-itself.ts'

/** As a model of 1.5B wrote it: another number, then the same words. */
const claim = (line: number, words = 50) =>
  `{"line": ${line}, "quote": "Right so", "text": "${'draw '.repeat(words)}"},\n`
const numbered = Array.from({ length: 60 }, (_, index) => `sentence ${index} of the notes`).join(', ')

test('200 characters for the fourth time are a loop, the third time they are not', () => {
  const different = numbered.slice(0, 200)
  assert.equal(repeatsItself(different.repeat(3)), false)
  assert.equal(repeatsItself(different.repeat(4)), true)
  assert.equal(repeatsItself(different.slice(1).repeat(3)), false, 'shorter, three times')
  assert.equal(repeatsItself(numbered), false)
  assert.equal(repeatsItself(''), false)
})

test('a loop is seen within four of its rounds, wherever the look falls', () => {
  const loop = Array.from({ length: 5 }, (_, line) => claim(line)).join('')
  const looks = Array.from({ length: loop.length / 64 }, (_, index) => loop.slice(0, (index + 1) * 64))
  assert(looks.some(repeatsItself))
  assert(
    !repeatsItself(
      Array.from({ length: 40 }, (_, line) =>
        `${claim(line, 1)}`.replace('draw', `draw ${line} of ${numbered.slice(line, line + 90)}`),
      ).join(''),
    ),
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { bytesOf, cutAround, cutToBytes, TextRoom } from './text-room.ts'

test('texts share the space in their order', () => {
  const room = new TextRoom(10)
  assert.deepEqual([room.take('abcd'), room.left, room.isCut], ['abcd', 6, false])
  assert.deepEqual([room.take('😀23456'), room.left, room.isCut], ['😀23456', 0, false])
  assert.deepEqual([room.take(''), room.isCut], ['', false])
  assert.deepEqual([room.take('x'), room.left, room.isCut], ['', 0, true])
})

test('a text that is one character too long is cut, and isCut says so', () => {
  const room = new TextRoom(5)
  assert.deepEqual([room.take('abcdef'), room.left, room.isCut], ['abcd…', 0, true])
})

test('a text is cut to its bytes as JSON, between characters', () => {
  assert.deepEqual(
    [9, 10, 11].map((most) => cutToBytes('0123456789', most)),
    ['012345…', '0123456789', '0123456789'],
  )
  assert.deepEqual([cutToBytes('""""', 8), cutToBytes('""""', 7)], ['""""', '""…'])
  assert.equal(cutToBytes('会議😀会議', 13), '会議😀…')
  const anyText = fc.string({ unit: fc.constantFrom('a', '"', '\n', 'é', '会', '😀') })
  fc.assert(
    fc.property(anyText, fc.integer({ min: 3, max: 40 }), (text, most) => {
      for (const cut of [cutToBytes(text, most), cutAround({ text, hits: [[text.length >> 1, text.length]] }, most)])
        assert(bytesOf(cut) - 2 <= most && cut.isWellFormed())
    }),
  )
})

test('a snippet keeps its first hit, and begins with a whole word', () => {
  const text = 'At first we spoke of other things and then about the otter itself.'
  const hits = [[text.indexOf('otter'), text.indexOf('otter') + 5]]
  assert.equal(cutAround({ text, hits }, 31), '…then about the otter itself.')
  assert.equal(cutAround({ text, hits }, 26), '…then about the otter…')
  assert.equal(cutAround({ text, hits }, 100), text)
})

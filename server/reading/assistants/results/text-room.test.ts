import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TextRoom } from './text-room.ts'

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

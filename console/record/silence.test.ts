/** After ten seconds without a sound a recording says so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Forgotten, levelsOfCall, Silence } from './silence.ts'

test('silence is said after 10 s, and no longer when one channel is heard again', () => {
  const silence = new Silence()
  const said = (levels: number[], second: number) => silence.isSilent(levels, second * 1_000)
  assert.deepEqual(
    [said([0, 0], 0), said([0, 0.0029], 9.9), said([0, 0], 10), said([0, 0], 11)],
    [false, false, true, true],
  )
  assert.deepEqual([said([0, 0.003], 12), said([0, 0], 21.9), said([0.0029, 0], 22)], [false, false, true])
})

/** In seconds; the meeting ends at 0. */
const seconds = (
  forgotten: Forgotten,
  levels: number[],
  now: number,
  { end = 0 as number | null, gone = false } = {},
) => {
  const left = forgotten.leftMs(levels, end, gone, now * 1_000)
  return left === null ? null : left / 1_000
}

test('five minutes after the end both channels were silent: it is asked once, and then it ends', () => {
  const forgotten = new Forgotten()
  assert.deepEqual(
    [-1_000, 0, 299, 300, 330, 359, 360].map((now) => seconds(forgotten, [0, 0.0029], now)),
    [null, null, null, 60, 30, 1, 0],
  )
})

test('a sound on one channel begins the five minutes anew; without a planned end nothing is asked', () => {
  const forgotten = new Forgotten()
  assert.deepEqual(
    [seconds(forgotten, [0, 0.003], 200), seconds(forgotten, [0, 0], 499), seconds(forgotten, [0, 0], 500)],
    [null, null, 60],
  )
  const without = new Forgotten()
  assert.deepEqual(
    [0, 10_000].map((now) => seconds(without, [0], now, { end: null })),
    [null, null],
  )
  const deaf = new Forgotten()
  assert.deepEqual(
    [0, 10_000].map((now) => seconds(deaf, [], now)),
    [null, null],
    'a device that cannot tell',
  )
})

test('a noise or a press goes on, and it is not asked again', () => {
  const heard = new Forgotten()
  assert.deepEqual(
    [
      ...[seconds(heard, [0], 0), seconds(heard, [0], 300), seconds(heard, [0.1], 310)],
      ...[seconds(heard, [0], 320), seconds(heard, [0], 2_000)],
    ],
    [null, 60, null, null, null],
  )
  const pressed = new Forgotten()
  seconds(pressed, [0], 0)
  assert.equal(seconds(pressed, [0], 300), 60)
  pressed.goOn()
  assert.equal(seconds(pressed, [0], 301), null)
})

test('a pause answers what is asked, and its own silence does not count', () => {
  const asked = new Forgotten()
  assert.deepEqual([seconds(asked, [0], 0), seconds(asked, [0], 300)], [null, 60])
  asked.pause()
  assert.deepEqual([seconds(asked, [0], 900), seconds(asked, [0], 2_000)], [null, null])
  const before = new Forgotten()
  assert.equal(seconds(before, [0], 0), null)
  before.pause()
  assert.deepEqual(
    [900, 1_199, 1_200].map((now) => seconds(before, [0], now)),
    [null, null, 60],
  )
})

test('a shared tab that goes is asked about at once; who speaks on goes on', () => {
  const forgotten = new Forgotten()
  assert.equal(seconds(forgotten, [0.1, 0.1], 0, { end: null }), null)
  assert.equal(seconds(forgotten, [0.1, 0], 1, { end: null, gone: true }), 60)
  assert.equal(seconds(forgotten, [0, 0], 31, { end: null, gone: true }), 30)
  assert.equal(seconds(forgotten, [0.1, 0], 32, { end: null, gone: true }), null)
  assert.equal(seconds(forgotten, [0, 0], 9_000, { end: null, gone: true }), null)
})

test('who has hung up talks on in the room: after the planned end of a call only the call counts', () => {
  const call = new Forgotten()
  const left = (now: number) => call.leftMs(levelsOfCall([0.5, 0], 0, now * 1_000), 0, false, now * 1_000)
  assert.deepEqual([-400, 0, 299, 300, 360].map(left), [null, null, null, 60_000, 0])
  assert.deepEqual(levelsOfCall([0.5, 0], null, 1), [0.5, 0])
  assert.deepEqual(levelsOfCall([], 0, 1), [])
})

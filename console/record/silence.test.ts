/** After ten seconds without a sound a recording says so. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Silence } from './silence.ts'

test('silence is said after 10 s, and no longer when one channel is heard again', () => {
  const silence = new Silence()
  const said = (levels: number[], second: number) => silence.isSilent(levels, second * 1_000)
  assert.deepEqual(
    [said([0, 0], 0), said([0, 0.0029], 9.9), said([0, 0], 10), said([0, 0], 11)],
    [false, false, true, true],
  )
  assert.deepEqual([said([0, 0.003], 12), said([0, 0], 21.9), said([0.0029, 0], 22)], [false, false, true])
})

/** Slots that several sharers use: half for one, turns for those that wait. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FairQueue, type Share } from './fair-queue.ts'

test('one sharer has half of the slots, the service all of them', () => {
  const queue = new FairQueue({ slots: 4, maxWaiting: 0 })
  assert.deepEqual(
    ['a', 'a', 'a', 'b', '', ''].map((sharer) => queue.tryEnter(sharer)),
    [true, true, false, true, true, false],
  )
  assert.equal(queue.taken, 4)
})

test('one sharer has as many slots as the queue gives to one', async () => {
  const queue = new FairQueue({ slots: 3, slotsOfSharer: 3, maxWaiting: 10 })
  assert.deepEqual(
    ['a', 'a', 'a', 'b'].map((sharer) => queue.tryEnter(sharer)),
    [true, true, true, false],
  )
})

test('those that wait take turns, and one that gives up is passed over', async () => {
  const queue = new FairQueue({ slots: 2, maxWaiting: 10 })
  const entered: string[] = []
  const giveUp = new AbortController()
  const enter = (share: Share) => queue.enter(share).then(() => entered.push(share.sharer!))
  await Promise.all([enter({ sharer: 'a' }), enter({ sharer: 'b' })])
  const waiting = ['a', 'a', 'a', 'b', 'c'].map((sharer) => enter({ sharer }))
  const given = assert.rejects(enter({ sharer: 'd', signal: giveUp.signal }), { message: 'too late' })
  assert.equal(queue.waiting, 6)
  giveUp.abort(new Error('too late'))
  await given
  for (const sharer of ['a', 'a', 'b', 'b', 'a', 'c']) {
    queue.leave(sharer)
    await new Promise(setImmediate)
  }
  await Promise.all(waiting)
  assert.deepEqual(entered, ['a', 'b', 'a', 'c', 'b', 'a', 'a'])
  assert.equal(queue.waiting, 0)
})

test('more than may wait are rejected, except the patient', async () => {
  const queue = new FairQueue({ slots: 1, maxWaiting: 2 })
  assert(queue.tryEnter('a'))
  const waiting = [queue.enter({ sharer: 'a' })]
  await assert.rejects(queue.enter({ sharer: 'a' }), { status: 503 })
  waiting.push(queue.enter({ sharer: 'b' }))
  await assert.rejects(queue.enter({ sharer: 'c' }), { status: 503 })
  waiting.push(queue.enter({ sharer: 'c', isPatient: true }))
  assert.equal(queue.waiting, 3)
  queue.rejectWaiting(new Error('stopping'))
  for (const each of waiting) await assert.rejects(each, { message: 'stopping' })
})

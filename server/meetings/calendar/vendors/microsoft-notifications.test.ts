import assert from 'node:assert/strict'
import { test } from 'node:test'
import { notificationOf } from '../../../../test/support/microsoft-calendar.ts'
import { readNotifications } from './microsoft-notifications.ts'

const [one, two] = ['sub1', 'sub2'].map((id) => ({ id, clientState: `secret of ${id}`, expirationDateTime: '' }))
const read = (value: unknown) => readNotifications(Buffer.from(JSON.stringify(value)))

test('several in one body', () => {
  assert.deepEqual(read(notificationOf([one!, two!])), [
    { watchId: 'sub1', secret: 'secret of sub1', kind: 'changed' },
    { watchId: 'sub2', secret: 'secret of sub2', kind: 'changed' },
  ])
})

test('what is told of the subscription itself', () => {
  for (const [lifecycleEvent, kind] of [
    ['reauthorizationRequired', 'watch-ends'],
    ['subscriptionRemoved', 'watch-lost'],
    ['missed', 'changed'],
  ])
    assert.deepEqual(
      read(notificationOf([one!], { lifecycleEvent })).map((each) => each.kind),
      [kind],
    )
  for (const lifecycleEvent of ['somethingNew', 'constructor', 5])
    assert.deepEqual(read(notificationOf([one!], { lifecycleEvent })), [])
})

test('anything else is nothing', () => {
  const odd = [null, 5, 'x', {}, { value: {} }, { value: [null, 5, {}, { subscriptionId: 'a' }, { clientState: 'a' }] }]
  for (const value of odd) assert.deepEqual(read(value), [])
  assert.deepEqual(readNotifications(Buffer.from('{')), [])
})

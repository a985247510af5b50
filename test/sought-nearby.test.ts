/** The same as lists.test.ts where each place in which a page is sought ends after a few things, and the next is gone to. */
import { test } from 'node:test'
import { reaches } from '../server/workspace/sought-ids.ts'
import { assertListsHold } from './compare-lists.ts'

Object.assign(reaches, {
  nearestOfTitle: 3,
  nearest: 3,
  promising: 1,
  short: 6,
  further: 8,
  fortnights: 2,
  inFortnight: 3,
  inWorkspace: 6,
})

test('2.7: every filter, wherever a page is sought', async (t) => {
  t.diagnostic(await assertListsHold([]))
})

/**
 * Each covered meeting of many is recorded exactly once, and no other, and nothing is given beyond anybody's rights
 * (decision 64): by `npm run test:deep` 100 of them.
 */
import { test } from 'node:test'
import { tries } from './support/random.ts'
import { simulateGrants } from './support/rule-grants.ts'
import { simulateMeetings } from './support/rule-week.ts'

test('64: meetings are moved, called off and overlap, and workers are killed: one bot for each covered call, and no other', () =>
  simulateMeetings(tries({ suite: 16, deep: 100 })))

test('64: people lose and get rights, leave and come back: no rule publishes or shares what its maker could not by hand', () =>
  simulateGrants(tries({ suite: 12, deep: 100 })))

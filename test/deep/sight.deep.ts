/** Spec 2.1 over 2,000 worlds that no run has seen before; DEEP_SEED repeats one. */
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { checkWorlds } from '../support/sight-property.ts'

const seed = Number(process.env.DEEP_SEED ?? randomInt(1_000_000))

test(`2.1: no difference between the API and the naive rule in 2,000 worlds; again by DEEP_SEED=${seed}`, () =>
  checkWorlds(seed, 2_000))

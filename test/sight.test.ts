/** Spec 2.1: over random worlds the API shows everyone exactly what a second, naive formulation of the rule says. */
import { test } from 'node:test'
import fc from 'fast-check'
import { tries } from './support/random.ts'
import { sightHolds, worldsInARun } from './support/sight-property.ts'
import { openWorld } from './support/world.ts'

const worlds = tries({ suite: 40, deep: 2_000 })

test(`2.1: no difference between the API and the naive rule in ${worlds} worlds`, async () => {
  await using world = await openWorld()
  await fc.assert(sightHolds(world), { numRuns: worlds / worldsInARun })
})

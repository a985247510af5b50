/** Spec 2.1 as a property of random worlds: the API shows each caller exactly what the simple model allows. */
import fc from 'fast-check'
import { written } from './askers.ts'
import { compareSight } from './compare-sight.ts'
import { randomWorkspace, withOtherAddresses } from './random-world.ts'
import type { World } from './world.ts'

// Each run compares two workspaces, imports two others over them, and compares again.
export const worldsInARun = 4

let runs = 0

/** Two workspaces in one database; then another one is imported over each. */
export function sightHolds(world: World) {
  return fc.asyncProperty(
    fc.array(randomWorkspace, { minLength: worldsInARun, maxLength: worldsInARun }),
    async (models) => {
      runs += 1
      for (const [here, there] of [models.slice(0, 2), models.slice(2)]) {
        const pair = [
          { name: `a${runs}`, model: here! },
          { name: `b${runs}`, model: withOtherAddresses(there!) },
        ]
        await world.load(...pair.map(({ name, model }) => written(name, model)))
        for (const { name, model } of pair) await compareSight(world, name, model)
      }
    },
  )
}

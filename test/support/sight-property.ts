/** Spec 2.1 as a property of random worlds: the API shows everyone exactly what a second, naive rule says. */
import fc from 'fast-check'
import { written } from './askers.ts'
import { compareSight } from './compare-sight.ts'
import { randomWorkspace, withOtherAddresses } from './random-world.ts'
import { openWorld, type World } from './world.ts'

/** How many worlds are looked at in all, in two halves that run side by side; `npm run test:deep` looks at 2,000 new ones. */
export const worlds = Number(process.env.WORLDS ?? 800)
// Each run looks at two neighbouring workspaces, then writes two others over them and looks again.
const worldsInARun = 4

export const checkHalf = (seed: number) => checkWorlds(seed, worlds / 2)

export async function checkWorlds(seed: number, count: number): Promise<void> {
  await using world = await openWorld()
  await fc.assert(sightHolds(world), { numRuns: Math.ceil(count / worldsInARun), seed })
}

let runs = 0

/** Two workspaces side by side, each then written over by another. */
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

/**
 * The seed of random tests. It differs in each run; `npm test` prints it at the start and after a failure. The variable
 * SEED repeats a run.
 */
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

export const seed = Number(process.env.SEED ?? randomInt(2 ** 31))

// Above the longest passing property, below the time after which a test is taken to hang: a failure is shrunk until then and reported.
const shrinkUntil = process.env.DEEP ? {} : { interruptAfterTimeLimit: 180_000, markInterruptAsFailure: true }
fc.configureGlobal({ seed, ...shrinkUntil })

/** Number of tries of a property, or the size of a large input: small for `npm test`, large for `npm run test:deep`, which runs all files that call this. */
export const tries = ({ suite, deep }: { suite: number; deep: number }) => (process.env.DEEP ? deep : suite)

const third = Number(process.env.THIRD ?? seed % 3)

/** Of slow tests that are alike: each run of `npm test` makes a third of them, by the content of the commit, and `npm run test:deep` makes all. */
export const someOf = <T>(all: T[]): T[] => all.filter((_, index) => process.env.DEEP || (index + third) % 3 === 0)

/** Whole numbers below a bound, the same for the same seed (mulberry32). */
export function randomNumbers(from: number) {
  let state = from >>> 0
  return {
    below(bound: number): number {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
    },
  }
}

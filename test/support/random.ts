/**
 * What random tests draw from: another seed in each run, which `npm test` names as it begins and after a failure, and
 * which SEED repeats.
 */
import { randomInt } from 'node:crypto'
import fc from 'fast-check'

export const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
fc.configureGlobal({ seed })

/** How often a property is tried: a little each time, and much by `npm run test:deep`, which runs the files that ask here. */
export const tries = ({ suite, deep }: { suite: number; deep: number }) => (process.env.DEEP ? deep : suite)

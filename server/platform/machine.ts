/** What this machine has for work. */
import { availableParallelism, totalmem } from 'node:os'

export type Machine = { cores: number; memoryBytes: number }

/** In a container its limit of memory counts. */
export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
})

/** Run by the guard (guard.ts) of a process that was killed: stops the server of a data folder if nobody uses it. */
import { stopUnused } from './open.ts'

await stopUnused(process.argv[2]!)

/** `npm run bench -- NAME`: the measurements, each one table from one run. */
import { OperatorError } from '../server/platform/errors.ts'

const benches: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  memory: () => import('./memory.ts'),
  list: () => import('./list.ts'),
  import: () => import('./import.ts'),
  delivery: () => import('./delivery.ts'),
  notes: () => import('./notes.ts'),
  channel: () => import('./channel.ts'),
  stalls: () => import('./stalls.ts'),
  waits: () => import('./waits.ts'),
  kills: () => import('./kills.ts'),
  search: () => import('./search.ts'),
  ask: () => import('./ask.ts'),
  answers: () => import('./answers.ts'),
  decisions: () => import('./decisions.ts'),
  changes: () => import('./changes.ts'),
  console: () => import('./console.ts'),
  failover: () => import('./failover.ts'),
  processes: () => import('./processes.ts'),
  write: () => import('./write.ts'),
  ears: () => import('./ears.ts'),
  voices: () => import('./voices.ts'),
  glossary: () => import('./glossary.ts'),
  small: () => import('./small.ts'),
  soak: () => import('./soak.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
if (bench) {
  await (await bench()).run(args).catch((error: unknown) => {
    if (!(error instanceof OperatorError)) throw error
    console.error(error.message)
    process.exitCode = 1
  })
} else {
  console.error(`Usage: npm run bench -- ${Object.keys(benches).join(' | ')}`)
  process.exitCode = 2
}

/** A process that runs test files one after the other, so that what they share is imported and compiled once. */
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginKeeping, endKeeping } from '../kept.ts'
import type { FromShard } from './messages.ts'

const secondsToEnd = 10

enableCompileCache()
// Nobody would hear of anything more.
process.once('disconnect', () => process.exit(1))
beginKeeping()
for (;;) {
  const [file] = (await once(process, 'message')) as [string]
  if (!file) break
  // A suite of its own keeps the file's hooks from the tests of others.
  await suite(file, async () => {
    await import(pathToFileURL(file).href)
  })
}
process.channel!.unref()
await endKeeping()
// A process ends by itself when its tests closed what they opened.
setTimeout(() => {
  process.send!({ kind: 'left open', resources: process.getActiveResourcesInfo() } satisfies FromShard)
  setTimeout(() => process.exit(1), 100)
}, secondsToEnd * 1_000).unref()

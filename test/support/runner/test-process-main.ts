/** A process that runs test files one after the other, so that shared modules are imported and compiled once. */
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { beginKeeping, endKeeping } from '../kept.ts'
import type { FromTestProcess } from './messages.ts'

const secondsToEnd = 10

enableCompileCache()
// Without the runner no one receives the results.
process.once('disconnect', () => process.exit(1))
beginKeeping()
for (;;) {
  const [file] = (await once(process, 'message')) as [string]
  if (!file) break
  // A suite for each file, so that its hooks do not apply to tests of other files.
  await suite(file, async () => {
    await import(pathToFileURL(file).href)
  })
}
process.channel!.unref()
await endKeeping()
// The process ends by itself if the tests closed all handles.
setTimeout(() => {
  process.send!({ kind: 'left open', resources: process.getActiveResourcesInfo() } satisfies FromTestProcess)
  setTimeout(() => process.exit(1), 100)
}, secondsToEnd * 1_000).unref()

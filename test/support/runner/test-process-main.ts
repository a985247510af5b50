/** A process that runs test files one after the other, so that shared modules are imported and compiled once. */
import asyncHooks from 'node:async_hooks'
import { once } from 'node:events'
import { enableCompileCache } from 'node:module'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { beginKeeping, endKeeping } from '../kept.ts'
import type { FromTestProcess } from './messages.ts'

const secondsToEnd = 10

enableCompileCache()
// Without the runner no one receives the results.
process.once('disconnect', () => process.exit(1))

// Node's tests watch every promise with a hook, which takes a fifth of this process's time. They need it while a file is
// imported, to know which file a test belongs to. While tests run, it would only name the test that caused a stray error or that
// called `after`: the runner names the test under way instead, and tests call `t.after`.
let hook: asyncHooks.AsyncHook | undefined
const { createHook } = asyncHooks
Object.assign(asyncHooks, {
  createHook(callbacks: Parameters<typeof createHook>[0]) {
    Object.assign(asyncHooks, { createHook })
    hook = createHook(callbacks)
    return hook
  },
})
const { suite } = await import('node:test')

for (const event of ['uncaughtException', 'unhandledRejection']) {
  process.on(event, (error) => send({ kind: 'stray error', text: inspect(error, { depth: 8 }) }))
}

beginKeeping()
for (;;) {
  const [file] = (await once(process, 'message')) as [string]
  if (!file) break
  hook?.enable()
  // A suite for each file, so that its hooks do not apply to tests of other files.
  await suite(file, async () => {
    await import(pathToFileURL(file).href)
    hook?.disable()
  })
}
process.channel!.unref()
await endKeeping()
// The process ends by itself if the tests closed all handles. What still runs in the second half of this time is named.
const running = new Set<string>()
setTimeout(() => {
  const before = () => {
    const { _onTimeout } = asyncHooks.executionAsyncResource() as { _onTimeout?: unknown }
    if (_onTimeout && _onTimeout !== tell) running.add(String(_onTimeout))
  }
  createHook({ before }).enable()
}, secondsToEnd * 500).unref()
setTimeout(tell, secondsToEnd * 1_000).unref()

function tell(): void {
  send({ kind: 'left open', resources: [...process.getActiveResourcesInfo(), ...running] })
  setTimeout(() => process.exit(1), 100)
}

function send(message: FromTestProcess): void {
  process.send!(message)
}

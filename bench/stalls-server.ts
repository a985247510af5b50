/** The measured service in a separate process: API and worker, and the longest hold of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApi } from '../server/app/api.ts'
import { startWorker } from '../server/app/worker.ts'
import { growSlowly } from '../server/platform/grow-slowly.ts'
import { openBench } from './workspaces.ts'

growSlowly()
const base = await openBench()
const server = await buildApi(base)
await server.api.listen({ port: 0, host: '127.0.0.1' })
const worker = await startWorker(base)
const delay = monitorEventLoopDelay({ resolution: 5 })
let maxBytes = 0
let maxCpuMs = 0
let cpuMs = 0

/** CPU time of this thread since the last call, at most one turn of the event loop; load of other processes does not count. */
function look(): void {
  const { user, system } = process.threadCpuUsage()
  const now = (user + system) / 1_000
  maxCpuMs = Math.max(maxCpuMs, now - cpuMs)
  cpuMs = now
}
setInterval(look, 2).unref()
setInterval(() => {
  maxBytes = Math.max(maxBytes, process.memoryUsage.rss())
}, 20).unref()

process.on('message', (message) => {
  if (message === 'begin') {
    delay.reset()
    delay.enable()
    maxBytes = process.memoryUsage.rss()
    look()
    maxCpuMs = 0
    process.send!({ rssBytes: maxBytes })
  } else {
    delay.disable()
    process.send!({ holdMs: delay.max / 1e6, maxCpuMs, rssBytes: maxBytes })
  }
})
process.send!({ origin: server.api.listeningOrigin })
process.once('disconnect', async () => {
  await Promise.all([server.close(), worker.close()])
  await base.close()
})

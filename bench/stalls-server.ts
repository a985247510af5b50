/** The service under measurement, in a process of its own: API and worker, and how long its event loop was held. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildApi, startWorker } from '../server/app.ts'
import { openBench } from './workspaces.ts'

const base = await openBench()
const server = await buildApi(base)
await server.api.listen({ port: 0, host: '127.0.0.1' })
const worker = await startWorker(base)
const delay = monitorEventLoopDelay({ resolution: 5 })
let mostBytes = 0
setInterval(() => {
  mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
}, 20).unref()

process.on('message', (message) => {
  if (message === 'begin') {
    delay.reset()
    delay.enable()
    mostBytes = process.memoryUsage.rss()
    process.send!({ rssBytes: mostBytes })
  } else {
    delay.disable()
    process.send!({ holdMs: delay.max / 1e6, rssBytes: mostBytes })
  }
})
process.send!({ origin: server.api.listeningOrigin })
process.once('disconnect', async () => {
  await Promise.all([server.close(), worker.close()])
  await base.close()
})

/** The measured server in a separate process: the real API with its console, and a bare page that only fetches and prints. */
import Fastify from 'fastify'
import { buildApi } from '../server/app/api.ts'
import { openBench } from './workspaces.ts'

/** Asks for everything at once that stands behind the `#`, and prints it. */
const page = `<!doctype html><title>Bare</title><body><script type="module">
const asked = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const texts = await Promise.all(asked.map(async ({ path, ...request }) => (await fetch(path, request)).text()))
const shown = document.createElement('pre')
shown.textContent = texts.map((text) => JSON.stringify(JSON.parse(text), null, 1)).join('\\n')
document.body.append(shown)
</script>`

const base = await openBench()
const server = await buildApi(base)
const bare = Fastify()
bare.get('/bare', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))

// One port for both, so that the bare page has the session's cookie.
await bare.ready()
await server.api.listen({ port: 0, host: '127.0.0.1' })
const handlers = server.api.server.listeners('request')
server.api.server.removeAllListeners('request')
server.api.server.on('request', (request, response) => {
  if (request.url === '/bare') bare.routing(request, response)
  else for (const handler of handlers) handler.call(server.api.server, request, response)
})

process.send!({ origin: server.api.listeningOrigin })
process.once('disconnect', async () => {
  await server.close()
  await base.close()
})

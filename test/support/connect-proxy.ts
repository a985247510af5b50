/** A real outgoing proxy: it passes tunnels on to the address that it is asked for, or behaves as it is told. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** What it answers to a CONNECT: a tunnel, a refusal with that status, nothing, no HTTP, or an end at once. */
export type ProxyBehaviour = 'tunnel' | number | 'hang' | 'garbage' | 'close'

export type ConnectProxy = Awaited<ReturnType<typeof openConnectProxy>>

export async function openConnectProxy() {
  const asked: { authority: string; headers: IncomingHttpHeaders }[] = []
  const open = new Set<Socket>()
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  }
  const server = createServer((_request, response) => response.writeHead(400).end())
  server.on('connection', keep)
  server.on('connect', ({ url, headers }, raw) => {
    const client = raw as Socket
    asked.push({ authority: url!, headers })
    const behaviour = proxy.behaviours.length > 1 ? proxy.behaviours.shift()! : proxy.behaviours[0]!
    if (behaviour === 'hang') return
    if (behaviour === 'close') return void client.end()
    if (behaviour === 'garbage') return void client.end('220 smtp.acme.com ESMTP\r\n')
    if (typeof behaviour === 'number') return void client.end(`HTTP/1.1 ${behaviour} No\r\ncontent-length: 2\r\n\r\nno`)
    const { hostname, port } = new URL(`http://${url}`)
    const target = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''), () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    keep(target)
    let isThrough = false
    target.on('connect', () => (isThrough = true))
    target.on('error', () => isThrough || client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'))
    client.on('data', (bytes) => {
      proxy.carried += bytes.toString('latin1')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy = {
    asked,
    /** In order; the last one repeats. */
    behaviours: ['tunnel'] as ProxyBehaviour[],
    /** What clients sent through tunnels, as the proxy saw it. */
    carried: '',
    port,
    url: (userInfo = '') => `http://${userInfo && `${userInfo}@`}127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const each of open) each.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
  return proxy
}

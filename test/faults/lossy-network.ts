/** A way to a server on which connections fall silent: no byte more in either direction, and no end, as where packets are dropped. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * @param to       the port that it leads to
 * @param silence  the share of connections that fall silent, after some thousand bytes
 */
export async function openLossyNetwork(to: number, silence: number) {
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    return socket
  }
  const lost = { connections: 0 }
  const server = createServer((near) => {
    const far = keep(connect(to, '127.0.0.1'))
    keep(near)
    // TLS alone takes some 1,500 bytes: silence falls before, within and after the request.
    let left = Math.random() < silence ? Math.random() * 6_000 : Number.POSITIVE_INFINITY
    const pass = (from: Socket, on: Socket) =>
      from.on('data', (bytes) => {
        if (left > 0 && left <= bytes.length) lost.connections++
        left -= bytes.length
        if (left > 0) on.write(bytes)
      })
    pass(near, far)
    pass(far, near)
    near.on('close', () => far.destroy())
    far.on('close', () => left > 0 && near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    lost,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

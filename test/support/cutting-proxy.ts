/** Passes connections on to the service, cuts them, or answers 502 like a reverse proxy whose service is away. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** @param port  of the service */
export async function openProxy(port: number) {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    if (proxy.isDown) {
      socket.once('data', () =>
        socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nno'),
      )
      return
    }
    const service = connect(port, '127.0.0.1')
    for (const each of [socket, service]) {
      open.add(each)
      each.on('error', () => {}).on('close', () => open.delete(each))
    }
    socket.pipe(service)
    let left = proxy.endsAnswersAfterBytes.shift()
    if (left === undefined) service.pipe(socket)
    else
      service.on('data', (bytes: Buffer) => {
        socket.write(bytes.subarray(0, left))
        left = Math.max(left! - bytes.length, 0)
        if (left === 0) service.destroy()
      })
    // Also if it resets the connection. The other way round it stays half open, as behind a tunnel.
    service.on('close', () => socket.destroySoon())
    let passed = 0
    socket.on('data', (bytes) => {
      passed += bytes.length
      if (passed < (proxy.cutsAfterBytes[0] ?? Infinity)) return
      proxy.cutsAfterBytes.shift()
      socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const each of open) each.destroy()
  }
  const proxy = {
    isDown: false,
    cut,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** One connection after the other is cut when it has sent so many bytes. */
    cutsAfterBytes: [] as number[],
    /** The answers of one connection after the other end after so many bytes. */
    endsAnswersAfterBytes: [] as number[],
    async [Symbol.asyncDispose]() {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
  return proxy
}

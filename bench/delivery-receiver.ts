/** A process of `npm run bench -- delivery`: an HTTPS receiver that records when each message arrived. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'

const [certificate, key] = process.argv.slice(2) as [string, string]

/** `path` identifies the webhook, `sent` is the payload's `at`; times are in milliseconds since 1970. */
export type Arrival = { id: string; path: string; at: number; sent: number }

let arrivals: Arrival[] = []
/** Requests to these paths get no answer. */
let hanging = new Set<string>()
let status = 200
/** How long a new connection takes until its TLS begins. */
let connectingMs = 0
/** The number of arrivals after which a message is sent to the parent. */
let awaited = 0

function sendIfArrived(): void {
  if (awaited === 0 || arrivals.length < awaited) return
  awaited = 0
  process.send!('arrived')
}

const options = { cert: readFileSync(certificate), key: readFileSync(key), keepAliveTimeout: 60_000 }
const server = createServer(options, (request, response) => {
  let sent = Number.NaN
  request.once('data', (first: Buffer) => {
    sent = Number(/"at":([\d.]+)/.exec(first.toString('latin1', 0, 200))?.[1])
  })
  request.resume()
  request.on('end', () => {
    arrivals.push({
      id: String(request.headers['hook-id']),
      path: request.url!,
      at: performance.timeOrigin + performance.now(),
      sent,
    })
    sendIfArrived()
    if (!hanging.has(request.url!)) response.writeHead(status).end()
  })
})

type Order = { take?: boolean; await?: number; hang?: string[]; answer?: number; connectMs?: number }

process.on('message', ({ take, await: count, hang, answer, connectMs }: Order) => {
  if (connectMs !== undefined) connectingMs = connectMs
  if (hang) hanging = new Set(hang)
  if (answer) status = answer
  if (count) {
    awaited = count
    sendIfArrived()
  }
  if (take) {
    process.send!({ arrivals })
    arrivals = []
  }
})
process.on('disconnect', () => process.exit())
const listener = createTcpServer({ pauseOnConnect: true }, (socket) => {
  setTimeout(() => server.emit('connection', socket), connectingMs)
})
listener.listen(0, '127.0.0.1', () => process.send!({ port: (listener.address() as AddressInfo).port }))

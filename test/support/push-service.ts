/**
 * A push service, written from its standards: it takes messages as RFC 8030 says, from the server that a device named when
 * it subscribed (RFC 8292), and the device opens them (RFC 8291).
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { jwtVerify } from 'jose'
import { certificateFor } from './authority.ts'
import { openDnsServer } from './dns-server.ts'

const host = 'push.acme.com'

export type PushService = Awaited<ReturnType<typeof openPushService>>
export type Message = { body: Record<string, unknown>; ttl: number; urgency: string; topic: string }

/** A browser that subscribed: what it gives to the server, and what came. */
export type Device = {
  subscription: { endpoint: string; expirationTime: null; keys: { p256dh: string; auth: string } }
  messages: Message[]
}

export async function openPushService() {
  const devices = new Map<string, Device & { open(body: Buffer): string; serverKey: string }>()
  const received: { path: string; status: number; authorization: string | undefined }[] = []
  const state = {
    /** Answers in place of the service. */
    instead: null as ((response: ServerResponse, path: string) => unknown) | null,
  }
  const dns = await openDnsServer()
  dns.set(host, ['127.0.0.1'])
  const server = createServer(await certificateFor([host]), async (request, response) => {
    const path = request.url!
    const body = await buffer(request)
    const { authorization } = request.headers
    const answer = (status: number) => {
      received.push({ path, status, authorization })
      response.writeHead(status, status === 201 ? { location: `${path}/message` } : {}).end()
    }
    if (state.instead) {
      received.push({ path, status: 0, authorization })
      return state.instead(response, path)
    }
    answer(await take(request.method!, path, request.headers, body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://${host}:${(server.address() as AddressInfo).port}`

  async function take(method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
    const device = devices.get(path)
    if (!device) return 404
    if (method !== 'POST') return 405
    // RFC 8030, 5.2: without TTL a message is refused.
    if (!/^\d+$/.test(String(headers.ttl))) return 400
    if (!(await isFrom(device.serverKey, headers.authorization))) return 403
    // RFC 8030, 7.2: services need not take more.
    if (body.length > 4_096) return 413
    if (headers['content-encoding'] !== 'aes128gcm') return 415
    const topic = String(headers.topic ?? '')
    if (!/^[A-Za-z0-9_-]{0,32}$/.test(topic)) return 400
    const message = {
      body: JSON.parse(device.open(body)),
      ttl: Number(headers.ttl),
      urgency: String(headers.urgency),
      topic,
    }
    device.messages.push(message)
    return 201
  }

  /** RFC 8292: a token of at most a day for this service, signed with the key that the device knows. */
  async function isFrom(serverKey: string, authorization = ''): Promise<boolean> {
    const { token, key } = /^vapid t=(?<token>[^,\s]+), ?k=(?<key>[\w-]+)$/i.exec(authorization)?.groups ?? {}
    if (!token || key !== serverKey) return false
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [
      string,
      string,
    ]
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ['ES256'] })
    return payload.exp! <= Date.now() / 1_000 + 86_400 && /^(https:|mailto:)./.test(payload.sub!)
  }

  return {
    state,
    received,
    origin,
    /** For `openWorld`: only this machine is allowed, and no other name resolves. */
    settings: { WEBHOOK_DNS_SERVERS: dns.address, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' },
    /** @param serverKey  `applicationServerKey`, as the server gives it */
    subscribe(serverKey: string): Device {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      const path = `/p/${randomBytes(16).toString('base64url')}`
      const subscription = {
        endpoint: origin + path,
        expirationTime: null,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
      const device = { subscription, messages: [], serverKey, open: (body: Buffer) => decrypt(body, keys, auth) }
      devices.set(path, device)
      return device
    },
    /** The person withdrew the permission in the browser. */
    forget: ({ subscription }: Device) => devices.delete(new URL(subscription.endpoint).pathname),
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      await dns[Symbol.asyncDispose]()
    },
  }
}

/** RFC 8188 with the keys of RFC 8291, one record. */
function decrypt(body: Buffer, keys: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${what}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  return padded.subarray(0, end).toString('utf8')
}

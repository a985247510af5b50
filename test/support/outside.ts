/** The outside world of a test: a customer's HTTPS server with a public name, and a DNS server for it. */
import { openDnsServer } from './dns-server.ts'
import { openReceiver } from './receiver.ts'

export type Outside = Awaited<ReturnType<typeof openOutside>>

/** @param names  host names of the receiver, which has a certificate for them */
export async function openOutside(names = ['hooks.acme.com']) {
  const dns = await openDnsServer()
  const receiver = await openReceiver({ names })
  for (const name of names) dns.set(name, ['127.0.0.1'])
  return {
    dns,
    receiver,
    /** For `openWorld`: only this machine is allowed, and no other name resolves. */
    settings: { WEBHOOK_DNS_SERVERS: dns.address, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32' },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await dns[Symbol.asyncDispose]()
    },
  }
}

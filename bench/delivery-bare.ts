/** A process of `npm run bench -- delivery`: sends the same signed bodies in a bare undici loop, without a database. */
import { readFileSync } from 'node:fs'
import { Pool } from 'undici'
import { signedHeaders } from '../server/webhooks/delivery/signature.ts'

export type BareOrder = {
  origin: string
  paths: string[]
  count: number
  body: string
  secret: string
  inFlight: number
}

process.on('message', async ({ origin, paths, count, body, secret, inFlight }: BareOrder) => {
  const ca = readFileSync(process.env.NODE_EXTRA_CA_CERTS!)
  const pool = new Pool(origin, { connections: inFlight, connect: { ca } })
  const bytes = Buffer.from(body)
  const times: number[] = []
  let next = 0
  const loop = async () => {
    for (let index = next++; index < count; index = next++) {
      const start = performance.now()
      const message = { id: `msg_${index}`, body: bytes }
      const headers = { 'content-type': 'application/json', ...signedHeaders(['hook'], [secret], message, new Date()) }
      const answer = await pool.request({ method: 'POST', path: paths[index % paths.length]!, headers, body: bytes })
      await answer.body.dump()
      times.push(performance.now() - start)
    }
  }
  const before = process.cpuUsage()
  const start = performance.now()
  await Promise.all(Array.from({ length: inFlight }, loop))
  const seconds = (performance.now() - start) / 1_000
  const { user, system } = process.cpuUsage(before)
  process.send!({ seconds, cpuMs: (user + system) / 1_000, times })
  await pool.close()
})
process.on('disconnect', () => process.exit())

/**
 * Run by `node offline-driver.ts LAUNCHER WAV` where there is no network: starts the service, sends it a recording, and
 * prints its transcript, and whether anything outside could be reached.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const [launcher, wav] = process.argv.slice(2) as [string, string]
const service = spawn(launcher, ['start'], { stdio: ['ignore', 'pipe', 'inherit'] })
let output = ''
await new Promise<void>((resolve, reject) => {
  service.stdout.on('data', (chunk) => {
    output += chunk
    if (/Try it:/.test(output)) resolve()
  })
  service.once('exit', () => reject(new Error(output)))
})
const [, url] = /ready at (http:\/\/\S+)/.exec(output)!
const [key] = /mb_[\w-]{43}/.exec(output)!
const bytes = await readFile(wav)
const metadata = { title: 'Two cities', filename: 'two_cities.wav', filetype: 'audio/wav' }
const encoded = Object.entries(metadata).map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
const sent = await fetch(`${url}/api/v1/recordings/upload/tus`, {
  method: 'POST',
  headers: {
    'x-api-key': key,
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': encoded.join(','),
    'content-type': 'application/offset+octet-stream',
  },
  body: bytes,
})
if (sent.status !== 201) throw new Error(`${sent.status} ${await sent.text()}`)
const id = sent.headers.get('location')!.split('/').at(-1)
// biome-ignore lint/suspicious/noExplicitAny: it knows what it asks for
const ask = async (path: string): Promise<any> =>
  (await fetch(`${url}/api/v1/${path}`, { headers: { 'x-api-key': key } })).json()
let { upload } = await ask(`recordings/upload/${id}`)
while (upload.status === 'PENDING') {
  await pause(500)
  upload = (await ask(`recordings/upload/${id}`)).upload
}
const { recording } = await ask(`recording/${id}`)
const isReached = await fetch('https://registry.npmjs.org/', { signal: AbortSignal.timeout(5_000) }).then(
  () => true,
  () => false,
)
const ended = once(service, 'exit')
service.kill('SIGTERM')
process.stdout.write(`${JSON.stringify({ upload, recording, isReached, code: (await ended)[0] })}\n`)

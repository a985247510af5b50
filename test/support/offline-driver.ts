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
const ask = async (path: string, body?: object) => {
  const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${url}${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  // biome-ignore lint/suspicious/noExplicitAny: it knows what it asks for
  return (await answer.json()) as any
}
let upload: { recording_id: string; status: string; failure_reason: string | null } | undefined
do {
  await pause(500)
  const { data } = await ask('/api/v1/recordings/upload/list', { pagination: { page_size: 50 } })
  upload = data.find((each: { recording_id: string }) => each.recording_id === id)
} while (upload?.status === 'PENDING')
const { recording } = await ask(`/api/v1/recording/${id}?include_transcript=true&include_ai_notes=true`)
const isReached = await fetch('https://registry.npmjs.org/', { signal: AbortSignal.timeout(5_000) }).then(
  () => true,
  () => false,
)
const ended = once(service, 'exit')
service.kill('SIGTERM')
process.stdout.write(`${JSON.stringify({ upload, recording, isReached, code: (await ended)[0] })}\n`)

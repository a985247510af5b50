// In a process of its own: it measures the memory of the process.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { request } from 'undici'
import { multipart } from './multipart.ts'

const folder = await mkdtemp(join(tmpdir(), 'minutebook-form-'))
after(() => rm(folder, { recursive: true, force: true }))
const path = join(folder, 'media')

async function readForm(fileName: string, contentType: string | null, text = 'sound') {
  await writeFile(path, text)
  const { headers, body } = multipart([['model', 'm']], 'file', { path, bytes: text.length, contentType, fileName })
  const bytes = Buffer.concat(await body.toArray())
  assert.equal(headers['content-length'], String(bytes.length))
  return (await new Response(bytes, { headers }).formData()).get('file') as File
}

test('another implementation reads the form correctly', async () => {
  for (const name of ['a.mp3', 'Wöchentlich.mp3', '会議.wav', 'a"; filename="b.mp3', 'a\r\nx: y.mp3', 'a%22.mp3']) {
    const file = await readForm(name, 'audio/mpeg')
    assert.deepEqual([await file.text(), file.type], ['sound', 'audio/mpeg'])
    assert.equal(file.name.replaceAll('%22', '"').replaceAll('%0D%0A', '\r\n'), name.replaceAll('%22', '"'))
  }
  assert.equal((await readForm('a', null)).type, 'application/octet-stream')
  assert.equal((await readForm('a', 'audio/wav\r\nx: y')).type, 'application/octet-stream')
  assert.equal((await readForm('a', 'audio/wav', '')).size, 0)
})

test('a large file is streamed from disk', async () => {
  const bytes = 256 * 1024 * 1024
  const file = await open(path, 'w')
  await file.truncate(bytes)
  await file.close()
  let received = 0
  const server = createServer((incoming, response) => {
    incoming.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    incoming.once('end', () => response.end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().external)
  }, 5)
  try {
    const { headers, body } = multipart([], 'file', { path, bytes, contentType: 'audio/wav', fileName: 'large.wav' })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await (await request(url, { method: 'POST', headers, body })).body.dump()
    assert.equal(received, Number(headers['content-length']))
    assert(peak < bytes / 2, `${Math.round(peak / 1_048_576)} MiB were in memory`)
  } finally {
    clearInterval(watch)
    server.closeAllConnections()
    server.close()
  }
})

/** `client.upload` against the real service, over connections that are cut. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { createClient, MinutebookError, type Progress, UploadFailedError } from '../sdk/src/client.ts'
import { keys } from './support/acme.ts'
import { openProxy } from './support/cutting-proxy.ts'
import { type MediaWorld, openMediaWorld, words } from './support/media-world.ts'

let here: MediaWorld
let proxy: Awaited<ReturnType<typeof openProxy>>
let requests: string[] = []
before(async () => {
  here = await openMediaWorld({ MEDIA_MAX_BYTES: String(4 * 1_048_576) })
  const url = await here.world.api.api.listen({ port: 0, host: '127.0.0.1' })
  proxy = await openProxy(Number(new URL(url).port))
})
beforeEach(() => {
  requests = []
  proxy.cutsAfterBytes = []
})
after(async () => {
  await proxy[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const client = () =>
  createClient({
    url: proxy.url,
    key: keys.bo,
    fetch: (address, init) => {
      requests.push(init!.method!)
      return fetch(address, init)
    },
  })

/** Runs the jobs of the service until the promise is settled. */
async function withWorker<Result>(result: Promise<Result>): Promise<Result> {
  const state = { isOver: false }
  const end = () => {
    state.isOver = true
  }
  result.then(end, end)
  while (!state.isOver) {
    await here.world.settle()
    await new Promise(setImmediate)
  }
  return result
}

/** Of the stored media of a recording. */
async function stored(id: string) {
  const { media_url, ...recording } = await here.recording(id)
  const { pathname, search } = new URL(media_url)
  const { headers, text } = await here.world.get(pathname + search)
  return { recording, headers, text }
}

const sessions = async () =>
  (await here.world.db.selectFrom('upload_sessions').select('complete').execute()).map(({ complete }) => complete)

/** Text of media, as the transcriber of these tests reads it. */
const textOf = (bytes: number) =>
  randomBytes(Math.ceil(bytes / 2))
    .toString('hex')
    .slice(0, bytes)

test('a file with its name, its type and all fields of a recording; wait resolves when it is there', async () => {
  const progress: Progress[] = []
  const file = new File([words], 'Café call.mp3', { type: 'audio/mpeg' })
  const id = await withWorker(
    client().upload(file, {
      title: 'Café ✓',
      started_at: '2026-01-10T10:00:00Z',
      channel_id: 'ch_eng',
      language_code: null,
      participants: [{ name: 'Zoë', email: 'zoe@elsewhere.test' }],
      wait: true,
      pieceBytes: 700,
      onProgress: (each) => progress.push(each),
    }),
  )
  const { recording, headers, text } = await stored(id)
  assert.deepEqual([recording.title, recording.started_at, text], ['Café ✓', '2026-01-10T10:00:00.000Z', words])
  assert.deepEqual(
    [headers['content-type'], headers['content-disposition']?.includes('Caf%C3%A9')],
    ['audio/mpeg', true],
  )
  const sent = [700, 1_400, words.length].map((bytes) => ({ sent: bytes, total: words.length }))
  assert.deepEqual(progress, sent)
})

test('over a connection that keeps breaking, received bytes are not sent again, and the file is complete', async () => {
  const text = textOf(3_000_000)
  proxy.cutsAfterBytes = [1_200_000, 700_000, 400_000]
  const id = await withWorker(client().upload(new Blob([text]), { title: 'Long', wait: true }))
  assert.equal(proxy.cutsAfterBytes.length, 0)
  assert.deepEqual(requests.slice(0, 3), ['POST', 'PATCH', 'HEAD'])
  const hash = (value: string) => createHash('sha256').update(value).digest('hex')
  assert.equal(hash((await stored(id)).text), hash(text))
})

const streamOf = (text: string, partBytes = 10_000) =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(controller) {
      for (let at = 0; at < text.length; at += partBytes) {
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + partBytes)))
      }
      controller.close()
    },
  })

test('a stream, with or without its length, also if its last part is full, over broken connections', async () => {
  for (const [bytes, size] of [
    [300_000, 300_000],
    [300_000, undefined],
    [250_001, undefined],
  ] as const) {
    const text = textOf(bytes)
    proxy.cutsAfterBytes = [60_000]
    const options = {
      title: 'Live',
      filename: 'live.mp3',
      filetype: 'audio/mpeg',
      size,
      pieceBytes: 100_000,
      wait: true,
    }
    const id = await withWorker(client().upload(streamOf(text), options))
    const { text: arrived, headers } = await stored(id)
    assert.deepEqual([arrived === text, headers['content-type'], proxy.cutsAfterBytes], [true, 'audio/mpeg', []])
  }
})

test('a cancelled upload, or one refused midway, leaves no upload behind', async () => {
  const before = await sessions()
  const stopping = new AbortController()
  const giving = client().upload(new Blob([words]), {
    title: 'Call',
    pieceBytes: 700,
    signal: stopping.signal,
    onProgress: () => stopping.abort(new Error('given up')),
  })
  await assert.rejects(giving, { message: 'given up' })
  const tooLong = client().upload(streamOf(textOf(4 * 1_048_576 + 1)), { title: 'Call', pieceBytes: 1_048_576 })
  await assert.rejects(tooLong, { name: 'MinutebookError', status: 413 })
  const short = client().upload(streamOf(words), { title: 'Call', size: words.length + 1 })
  await assert.rejects(short, { name: 'RangeError' })
  assert.deepEqual(await sessions(), before)
  await assert.rejects(client().upload(new Blob([words]), { title: '' }), { status: 400 })
  await assert.rejects(client().upload(new Blob([]), { title: 'Empty' }), { status: 400 })
})

test('an error of the callback ends the upload, and is not taken for a lost connection', async () => {
  const before = await sessions()
  let calls = 0
  const given = client().upload(new Blob([words]), {
    title: 'Call',
    pieceBytes: 700,
    onProgress() {
      calls++
      throw new Error('no bar')
    },
  })
  await assert.rejects(given, { message: 'no bar' })
  assert.equal(calls, 1)
  assert.deepEqual(await sessions(), before)
})

test('a transcript needs no file, and is one recording also if the answer is lost', async () => {
  const transcript = { speech_segments: [{ speaker: 'Bo', text: 'I will call.', start_time: 1, end_time: 4 }] }
  let lost = 0
  const losing = createClient({
    url: proxy.url,
    key: keys.bo,
    fetch: async (address, init) => {
      const answer = await fetch(address, init)
      if (init!.method === 'POST' && lost++ === 0) throw new TypeError('fetch failed')
      return answer
    },
  })
  const before = (await uploads()).length
  const id = await withWorker(losing.upload({ transcript }, { title: 'Call', wait: true }))
  assert.equal((await here.recording(id)).title, 'Call')
  assert.deepEqual([lost, (await uploads()).length], [2, before + 1])
})

const uploads = async () => (await here.world.post('/api/v1/recordings/upload/list', keys.bo, {})).body.uploads.data

test('media at an address; wait gives the reason of a failure, and a refusal is an error at once', async () => {
  const url = here.receiver.url('/calls/weekly.mp3')
  const id = await withWorker(client().upload({ url }, { title: 'Weekly', wait: true }))
  assert.equal((await stored(id)).text, words)
  here.receiver.answering = (_received, response) => response.writeHead(404).end()
  await assert.rejects(withWorker(client().upload({ url }, { title: 'Weekly', wait: true })), (error) => {
    assert(error instanceof UploadFailedError)
    assert.match(error.recordingId, /^r_/)
    assert.match(error.message, /404/)
    return true
  })
  await assert.rejects(client().upload({ url: 'http://acme.test' }, { title: 'x' }), (error) => {
    return error instanceof MinutebookError && error.status === 400
  })
})

/** Models are downloaded from a local HTTPS server, in the ways in which servers and networks fail. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { cutAfter, type HostedFile, openModelHost, type Peculiar } from '../../../../../test/support/model-host.ts'
import { type AddOptions, addModel, atMirror } from './add-model.ts'
import type { Model } from './catalogue.ts'
import { lockFolder } from './folder-lock.ts'
import { installedModel, installedModels } from './installed.ts'
import { unpack } from './unpack.ts'
import { verifyModel } from './verify-model.ts'

const { signal } = new AbortController()
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const factsOf = (bytes: Buffer) => ({ bytes: bytes.length, sha256: sha256(bytes) })
const packed = (text: string) => Buffer.from(text, 'base64')

/** Archives of Python's tarfile: folder, encoder, tokens, and more that no model needs. */
const archives = {
  good: packed(
    'QlpoOTFBWSZTWaB2iZEAJCBfgPmQQAH/hCZDdBDuT5/ACCgwARjQMAA0aaAMmgNBkBoDUKfpTaajCYTExHoAEaYgRSRR+iNIZPU0ANPU00HiTanqZzyONnxHQ9ZCzJwBgRWiBt5rZW24jrNowJbqiiudAyHQIEAM4hVBVkHCD6AEVfOk4mBEB4BUKETHT00grdu99/zKoVtKoVUhBwcA/fowgREDFyJIM4CYTYNI0tSV84T2XX8QpBu3KoKtNFxAykP8chBFXlvAUVf0ARV4Df3gCKthypEEVdBiAIq1b1uwwv15xxmIIq1FEthXGwchBFXVYXjMQRV58yRmOWIHY1ZjWZmg0+QJ/i7kinChIUDtEyI=',
  ),
  /** The encoder beside the archive's folder, and the tokens as a link to /etc/passwd. */
  evil: packed(
    'QlpoOTFBWSZTWaLPSEUACCJbgNmQwAH/hGaAbm/fwAgIMAD4EY00GgBk0BkaaGJowxpoNADJoDI00MTRgipDTUmyjJ6nqaZGyjNQemm1SdeeuOW5K1CqSq3VX5tp6sAvjvCDsFYA1gCKtAdABFW6+rtRPjkXcSx3wALX4oFcenzFW6POGyHDbE4OLbKmUcNrGUaXBVBVuoDB0gdkBFWfcQRVzAEVevmAIq5aUoCKtD+gCKs5d8s4ICKtMLdfpARV3dbNWSAirKib+aQYlctZlUfDlZyVHi7kinChIUWekIo=',
  ),
  /** With 400,000 zeros. */
  bomb: packed(
    'QlpoOTFBWSZTWXR+t2oAMAN/gNnQAQBAAf+EAAFkAH5vnkAICDAA+AMaNGgGTIaMRpoGmBjRo0AyZDRiNNA0wEUiaaTUANDT0m0jR6animxXXTr4JQVpCggDK0VVAY8z+bw3sFko7mAtBVAYUikoVQVZBj0AEVZmmbvaokVd3DjQVs5485i/LSIIldysxm4Wk2MJVbazmHuqgq7SYwceKAirqCIq5gCKub6gCKvTSYAirZGQAiruzu5OWXXSxARVpHfq6oCKt/l4/rUQRVrs65PZW7ZrfwRFAf8XckU4UJB0frdq',
  ),
}
const encoder = Buffer.from('The encoder\n'.repeat(2_000))
const tokens = Buffer.from('a 0\n')

const single = (bytes: Buffer): Model => ({
  name: 'detector',
  purpose: 'detector',
  languages: 'any',
  licence: 'MIT',
  source: { url: 'https://github.com/models/detector.onnx', ...factsOf(bytes) },
  files: [{ role: 'model', name: 'detector.onnx', ...factsOf(bytes) }],
})
const archived = (bytes: Buffer): Model => ({
  name: 'words',
  purpose: 'words',
  languages: 'English',
  licence: 'MIT',
  source: { url: 'https://github.com/models/words.tar.bz2', ...factsOf(bytes) },
  files: [
    { role: 'encoder', name: 'encoder.onnx', ...factsOf(encoder) },
    { role: 'tokens', name: 'tokens.txt', ...factsOf(tokens) },
  ],
})

type Host = { url: string; requests: { path: string; range: string | undefined; ifRange: string | undefined }[] }
type Case = { model: Model; file: Omit<HostedFile, 'path'>; peculiar?: Peculiar; options?: Partial<AddOptions> }
type Means = { dir: string; host: Host; add(): Promise<void> }

/** A folder for models, and a host with the file of one. */
async function withHost({ model, file, peculiar, options }: Case, run: (means: Means) => Promise<void>) {
  const dir = await mkdtemp(join(tmpdir(), 'minutebook-models-'))
  const path = new URL(model.source.url).pathname
  await using host = await openModelHost([{ path, ...file }], peculiar)
  const add = () =>
    addModel(model, {
      modelsDir: dir,
      mirror: host.url,
      clock: () => new Date('2026-11-26T10:00:00Z'),
      onProgress() {},
      signal,
      retryDelaysSeconds: [0, 0, 0],
      ...options,
    })
  try {
    await run({ dir, host, add })
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

const large = randomBytes(300_000)

/** The first answer ends after 100,000 bytes, when they have arrived. */
function cutOnce(): { peculiar: Peculiar; options: Partial<AddOptions> } {
  const { promise: arrived, resolve } = Promise.withResolvers<void>()
  let answers = 0
  return {
    peculiar: (_, response, file) => {
      if (answers++ > 0) return false
      cutAfter(100_000, response, file, arrived)
      return true
    },
    options: { onProgress: (_, done) => done >= 100_000 && resolve() },
  }
}

test('a file alone and the files of an archive are installed, and nothing else', async () => {
  for (const [model, bytes] of [
    [single(large), large],
    [archived(archives.good), archives.good],
  ] as const) {
    const shown: string[] = []
    const options: Partial<AddOptions> = { onProgress: (stage, done, of) => shown.push(`${stage} ${done <= of}`) }
    await withHost({ model, file: { bytes }, options }, async ({ dir, add }) => {
      await add()
      const found = await installedModel(dir, model.purpose)
      assert.deepEqual(
        Object.keys(found!.files),
        model.files.map(({ role }) => role),
      )
      for (const { name } of model.files) assert((await readdir(join(dir, model.name))).includes(name))
      assert.equal((await readdir(join(dir, model.name))).length, model.files.length + 1)
      assert.deepEqual(await readdir(join(dir, '.unfinished')), [])
      const [installed] = await installedModels(dir)
      assert.deepEqual(await verifyModel(dir, installed!, signal), [])
      assert(shown.includes('downloading true'))
    })
  }
})

test('a download that was cut is continued where it ended, with the tag of the file', async () => {
  await withHost(
    { model: single(large), file: { bytes: large, etag: '"v1"' }, ...cutOnce() },
    async ({ host, add, dir }) => {
      await add()
      assert.equal(host.requests.length, 2)
      assert.equal(host.requests[1]!.range, 'bytes=100000-')
      assert.equal(host.requests[1]!.ifRange, '"v1"')
      assert((await readFile(join(dir, 'detector', 'detector.onnx'))).equals(large))
    },
  )
})

test('what another process left is continued, and a wrong beginning is replaced', async () => {
  for (const left of [large.subarray(0, 200_000), randomBytes(200_000), Buffer.concat([large, large])]) {
    await withHost({ model: single(large), file: { bytes: large } }, async ({ dir, host, add }) => {
      await mkdir(join(dir, '.unfinished', 'detector', 'files'), { recursive: true })
      await writeFile(join(dir, '.unfinished', 'detector', 'files', 'half.onnx'), 'half')
      await writeFile(join(dir, '.unfinished', 'detector', 'download'), left)
      assert.deepEqual(await installedModels(dir), [])
      await add()
      assert((await readFile(join(dir, 'detector', 'detector.onnx'))).equals(large))
      assert.equal(host.requests[0]!.range, left.length < large.length ? 'bytes=200000-' : undefined)
    })
  }
})

test('a server without ranges sends all of it again', async () => {
  const { peculiar, options } = cutOnce()
  const withoutRanges: Peculiar = (request, ...rest) => {
    delete request.headers.range
    return peculiar(request, ...rest)
  }
  await withHost({ model: single(large), file: { bytes: large }, peculiar: withoutRanges, options }, async (means) => {
    await means.add()
    assert.equal(means.host.requests[1]!.range, 'bytes=100000-')
    assert((await readFile(join(means.dir, 'detector', 'detector.onnx'))).equals(large))
  })
})

test('a server with another version of the file than before sends all of it again', async () => {
  await withHost({ model: single(large), file: { bytes: large, etag: '"v2"' } }, async ({ dir, host, add }) => {
    const unfinished = join(dir, '.unfinished', 'detector')
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(unfinished, 'download'), randomBytes(200_000))
    await writeFile(join(unfinished, 'download.etag'), '"v1"')
    await add()
    assert.deepEqual(
      host.requests.map(({ ifRange }) => ifRange),
      ['"v1"'],
    )
    assert((await readFile(join(dir, 'detector', 'detector.onnx'))).equals(large))
  })
})

test('a busy server is asked again; one that refuses, or stays away, ends with a sentence', async () => {
  const answers: [statuses: number[], expected: RegExp | null][] = [
    [[503, 429], null],
    [[404], /cannot be downloaded \(status 404\)/],
    [[503, 503, 503, 503], /could not be reached or stopped sending \(status 503\)/],
  ]
  for (const [statuses, expected] of answers) {
    const left = [...statuses]
    const peculiar: Peculiar = (_, response) => {
      const status = left.shift()
      if (status !== undefined) response.writeHead(status).end()
      return status !== undefined
    }
    const waits: string[] = []
    const options: Partial<AddOptions> = { onWait: (reason, seconds) => void waits.push(`${reason}, ${seconds} s`) }
    await withHost({ model: single(large), file: { bytes: large }, peculiar, options }, async ({ dir, add }) => {
      await (expected ? assert.rejects(add, expected) : add())
      assert.equal((await installedModels(dir)).length, expected ? 0 : 1)
      assert.equal(left.length, 0)
      // Each pause is said, with the reason for it.
      const paused = statuses.filter((status) => status !== 404).slice(0, 3)
      const said = (status: number) => new RegExp(`^localhost:\\d+ could not be reached .*status ${status}\\), 0 s$`)
      assert.equal(waits.length, paused.length)
      for (const [at, status] of paused.entries()) assert.match(waits[at]!, said(status))
    })
  }
})

test('redirects to another host are followed, but not to one without TLS, and not for ever', async () => {
  await using elsewhere = await openModelHost([{ path: '/signed?x=1', bytes: large }])
  const targets: [string, RegExp | null][] = [
    [`${elsewhere.url}/signed?x=1`, null],
    ['http://127.0.0.1:9/signed', /sends on to an address that is not safe/],
    ['/models/detector.onnx', /sends on and on/],
  ]
  for (const [location, expected] of targets) {
    const peculiar: Peculiar = (_, response) => {
      response.writeHead(302, { location }).end()
      return true
    }
    await withHost({ model: single(large), file: { bytes: large }, peculiar }, async ({ add }) => {
      await (expected ? assert.rejects(add, expected) : add())
    })
  }
})

test('a file with another digest or another size is never installed, nor kept', async () => {
  const other = randomBytes(large.length)
  const cases: [bytes: Buffer, expected: RegExp][] = [
    [other, /has another digest: it is not the file of the catalogue/],
    [large.subarray(1), /bytes instead of 300000: it is another file/],
    [Buffer.concat([large, Buffer.from('x')]), /bytes instead of 300000: it is another file/],
  ]
  for (const [bytes, expected] of cases) {
    await withHost({ model: single(large), file: { bytes } }, async ({ dir, add }) => {
      await assert.rejects(add, expected)
      assert.deepEqual(await installedModels(dir), [])
      assert((await readdir(join(dir, '.unfinished', 'detector'))).every((name) => name !== 'download'))
    })
  }
})

test('free space is checked first, for the archive and what is in it', async () => {
  const model = archived(archives.good)
  const needed = archives.good.length + encoder.length + tokens.length
  for (const [free, fits] of [
    [needed - 1, false],
    [needed, true],
    [needed + 1, true],
  ] as const) {
    const options = { freeBytes: async () => free }
    await withHost({ model, file: { bytes: archives.good }, options }, async ({ add, host }) => {
      if (fits) return add()
      await assert.rejects(add, /words needs 1 MB in .+, and 0 MB are free/)
      assert.equal(host.requests.length, 0)
    })
  }
})

test('an archive writes only the files of the model, follows no link, and has a limit', async () => {
  const cases: [archive: Buffer, expected: RegExp][] = [
    [archives.evil, /The archive has no file tokens\.txt/],
    [archives.good.subarray(0, 200), /The archive cannot be unpacked/],
    [Buffer.concat([Buffer.from('BZh9'), randomBytes(2_000)]), /The archive cannot be unpacked/],
  ]
  for (const [bytes, expected] of cases) {
    await withHost({ model: archived(bytes), file: { bytes } }, async ({ dir, add }) => {
      await assert.rejects(add, expected)
      assert.deepEqual(await installedModels(dir), [])
      assert.deepEqual((await readdir(dir)).sort(), ['.unfinished'])
      assert(!(await readdir(join(dir, '.unfinished', 'words'))).includes('encoder.onnx'))
    })
  }
  const small = { ...archived(archives.good), files: [{ role: 'encoder', name: 'encoder.onnx', bytes: 5, sha256: '' }] }
  await withHost({ model: small, file: { bytes: archives.good } }, async ({ add }) => {
    await assert.rejects(add, /encoder\.onnx has 24000 bytes instead of 5/)
  })
})

test('an archive may have a limited number of bytes besides the files of the model', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'minutebook-models-'))
  const [archive, { files }] = [join(dir, 'bomb.tar.bz2'), archived(archives.bomb)]
  await writeFile(archive, archives.bomb)
  // The tar has 430,080 bytes.
  const others = 430_080 - encoder.length - tokens.length
  for (const maxOtherBytes of [others - 1, others, others + 1]) {
    const folder = await mkdtemp(join(dir, 'to-'))
    const unpacked = unpack(archive, folder, files, { signal, maxOtherBytes, onProgress() {} })
    await (maxOtherBytes < others ? assert.rejects(unpacked, /much larger than its model/) : unpacked)
  }
  await rm(dir, { recursive: true })
})

test('an installed model with a changed or missing file is found, and not used', async () => {
  await withHost({ model: single(large), file: { bytes: large } }, async ({ dir, add }) => {
    await add()
    const file = join(dir, 'detector', 'detector.onnx')
    const faults = async () => verifyModel(dir, (await installedModels(dir))[0]!, signal)
    await writeFile(file, Buffer.alloc(large.length))
    assert.deepEqual(await faults(), ['detector: detector.onnx has another digest.'])
    await truncate(file, 10)
    assert.deepEqual(await faults(), ['detector: detector.onnx has 10 bytes instead of 300000.'])
    assert.equal(await installedModel(dir, 'detector'), null)
    await rm(file)
    assert.deepEqual(await faults(), ['detector: detector.onnx is missing.'])
    await add()
    assert.deepEqual(await faults(), [])
  })
})

test('an aborted download keeps what it has', async () => {
  const stop = new AbortController()
  const { peculiar } = cutOnce()
  const options = { signal: stop.signal, onProgress: () => stop.abort(new Error('Stopped')) }
  await withHost({ model: single(large), file: { bytes: large }, peculiar, options }, async ({ dir, add }) => {
    await assert.rejects(add, /Stopped/)
    assert((await readdir(join(dir, '.unfinished', 'detector'))).includes('download'))
  })
})

test('two at once: the second waits until the first is done', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'minutebook-models-'))
  const order: string[] = []
  const first = await lockFolder(dir, signal, assert.fail)
  using _ = await lockFolder(dir, signal, () => {
    order.push('waits')
    first[Symbol.dispose]()
  })
  assert.deepEqual(order, ['waits'])
  await rm(dir, { recursive: true })
})

test('a mirror has the paths of the hosts below its own', () => {
  const url = 'https://github.com/k2-fsa/sherpa-onnx/x.onnx'
  for (const mirror of ['https://mirror.lan/models', 'https://mirror.lan/models/'])
    assert.equal(atMirror(url, mirror), 'https://mirror.lan/models/k2-fsa/sherpa-onnx/x.onnx')
})

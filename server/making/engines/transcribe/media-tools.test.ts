/** The installed ffprobe and ffmpeg, with media that ffmpeg creates. */
// In a third of the runs: it makes and decodes media.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { openBackEnd } from '../../../../test/support/back-end.ts'
import { makeMedia, readWav, withoutFfmpeg } from '../../../../test/support/real-media.ts'
import { waitFor } from '../../../../test/support/waiting.ts'
import { DiskReserve } from '../../../platform/disk-reserve.ts'
import { ApiError } from '../../../platform/errors.ts'
import { ReservedScratch } from '../../../platform/scratch.ts'
import type { Media } from '../shared/engines.ts'
import { madeFormats } from './made-formats.ts'
import { MediaTools, type PartLengths, type TemporaryMedia } from './media-tools.ts'
import { requireSound, soundOf } from './sound-of-media.ts'

const { signal } = new AbortController()
const tools = new MediaTools({ maxSeconds: 86_400 })
const durationOf = async (media: Media, signal: AbortSignal) => (await soundOf(media, signal)).seconds
const toWav = async (media: Media, signal: AbortSignal) =>
  tools.convert({ media, sound: await soundOf(media, signal) }, madeFormats.wav, signal)
const cutMedia = async (media: Media, lengths: PartLengths, signal: AbortSignal) =>
  tools.cut({ media, sound: await soundOf(media, signal) }, madeFormats.m4a, lengths, signal)
const lengths = { partSeconds: 2, overlapSeconds: 0.5 }

suite('with ffmpeg', { skip: withoutFfmpeg }, () => {
  let folder: string
  const media = new Map<string, Media>()
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-tools-'))
    // The tools have their own output folder, so that it contains nothing else.
    process.env.TMPDIR = folder
    await Promise.all(
      (['wav', 'mp3', 'mp4', 'webm', 'avi'] as const).map(async (kind) => {
        media.set(kind, await makeMedia(folder, kind, 5))
      }),
    )
  })
  after(() => {
    delete process.env.TMPDIR
    return rm(folder, { recursive: true })
  })

  /** The output folders that still exist. */
  const left = async () => (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())

  async function fileOf(name: string, content: string | Buffer): Promise<Media> {
    const path = join(folder, name)
    await writeFile(path, content)
    return { path, bytes: content.length, contentType: 'audio/mpeg', fileName: name }
  }

  async function isRefused(what: Media): Promise<void> {
    assert.equal(await durationOf(what, signal), null, what.fileName)
    assert.equal(await toWav(what, signal), null, what.fileName)
    assert.equal(await cutMedia(what, lengths, signal), null, what.fileName)
    assert.deepEqual(await left(), [])
  }

  test('the length of audio is read, and that of video with and without audio', async () => {
    for (const [kind, what] of media) {
      const seconds = await durationOf(what, signal)
      assert(seconds !== null && Math.abs(seconds - 5) < 0.2, `${kind}: ${seconds}`)
    }
  })

  test('an impossible length in a header is ignored, and the sound measured', async () => {
    const bytes = await readFile(media.get('webm')!.path)
    // The element `Duration` of Matroska, in milliseconds.
    bytes.writeDoubleBE(1e15, bytes.indexOf(Buffer.from('448988', 'hex')) + 3)
    assert.equal(Math.round((await durationOf(await fileOf('long.webm', bytes), signal))!), 5)
  })

  test('every format becomes WAV audio with one channel and 16 kHz, which is deleted after use', async () => {
    for (const kind of ['wav', 'mp3', 'mp4', 'webm']) {
      await using made = await toWav(media.get(kind)!, signal)
      const [sound, ...more] = made!.parts
      assert.deepEqual([sound!.fileName, sound!.contentType, more], ['sound.wav', 'audio/wav', []])
      const bytes = await readFile(sound!.path)
      assert.equal(bytes.length, sound!.bytes)
      assert.deepEqual(readWav(bytes), { isWav: true, isPcm: true, channels: 1, hertz: 16_000, bits: 16 }, kind)
      assert(Math.abs((bytes.length - 44) / 32_000 - 5) < 0.2, kind)
    }
    assert.deepEqual(await left(), [])
  })

  test('the parts are in order, and each overlaps the next', async () => {
    for (const kind of ['wav', 'mp3', 'mp4', 'webm']) {
      await using made = await cutMedia(media.get(kind)!, lengths, signal)
      const { parts } = made!
      assert.deepEqual(
        parts.map(({ fileName, contentType }) => [fileName, contentType]),
        ['part-00000.m4a', 'part-00001.m4a', 'part-00002.m4a'].map((name) => [name, 'audio/mp4']),
      )
      const seconds = await Promise.all(parts.map((part) => durationOf(part, signal)))
      for (const [index, expected] of [2.5, 2.5, 1].entries()) {
        assert(Math.abs(seconds[index]! - expected) < 0.2, `${kind}: ${seconds}`)
        assert.equal(parts[index]!.bytes, (await stat(parts[index]!.path)).size)
      }
    }
    assert.deepEqual(await left(), [])
  })

  test('video without audio cannot be transcribed', async () => {
    assert.equal(await toWav(media.get('avi')!, signal), null)
    assert.equal(await cutMedia(media.get('avi')!, lengths, signal), null)
    assert.deepEqual(await left(), [])
  })

  test('a file that is broken, empty or not media gives null', async () => {
    const mp4 = await readFile(media.get('mp4')!.path)
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 7_919) % 251))
    for (const [name, content] of Object.entries({
      'cut.mp4': mp4.subarray(0, 500),
      noise,
      empty: '',
      text: 'Hello.',
    })) {
      await isRefused(await fileOf(name, content))
    }
    await isRefused({ path: join(folder, 'nowhere'), bytes: 0, contentType: null, fileName: 'nowhere' })
  })

  test('a file that names other files or addresses is rejected without a request', async () => {
    await using inside = await openBackEnd(() => ({}))
    const address = `${inside.url}/secret.mp3`
    const playlist = (other: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${other}\n#EXT-X-ENDLIST\n`
    const concat = (other: string) => `ffconcat version 1.0\nfile '${other}'\n`
    const { path } = media.get('mp3')!
    for (const other of [path, address]) {
      for (const name of ['list.m3u8', 'list.mp3']) await isRefused(await fileOf(name, playlist(other)))
      for (const name of ['list.ffconcat', 'list']) await isRefused(await fileOf(name, concat(other)))
    }
    const session = 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n'
    await isRefused(await fileOf('session.sdp', session))
    assert.deepEqual(inside.requests, [])
  })

  test('an aborted signal ends the program with the signal’s reason, and the output is deleted', async () => {
    const hours = await makeMedia(folder, 'flac', 8_000)
    const reason = new Error('stopping')
    for (const task of [
      toWav,
      (what: Media, stop: AbortSignal) => cutMedia(what, { partSeconds: 600, overlapSeconds: 30 }, stop),
    ]) {
      const stop = new AbortController()
      const making: Promise<TemporaryMedia | null> = task(hours, stop.signal)
      await waitFor(
        async () =>
          (await Promise.all((await left()).map(({ name }) => readdir(join(folder, name))))).flat().length > 0,
      )
      stop.abort(reason)
      await assert.rejects(making, reason)
      assert.deepEqual(await left(), [])
    }
    await assert.rejects(durationOf(hours, AbortSignal.abort(reason)), reason)
  })

  /** With so many bytes free, of which one must stay. */
  const withFree = (bytes: () => number) => {
    const clock = () => new Date()
    const reserve = new DiskReserve({ folders: { TMPDIR: '/' }, minBytes: 1, freeBytes: async () => bytes(), clock })
    return new MediaTools({ maxSeconds: 86_400, space: new ReservedScratch(reserve) })
  }
  const noSpace = { message: /too little free space/, retryable: true }
  /** What 5 s of WAV are promised. */
  const promised = Math.ceil(1.1 * 32_000 * 5) + 1_048_576

  test('free space is asked for before anything is written: one byte less than promised is refused', async () => {
    const given = {
      media: media.get('wav')!,
      sound: { tracks: [0], channels: 1, hasPictureOnly: false, isProtected: false, seconds: 5 },
    }
    for (const free of [promised + 1, promised + 2]) {
      await using made = await withFree(() => free).convert(given, madeFormats.wav, signal)
      assert.equal(made!.parts.length, 1)
    }
    await assert.rejects(withFree(() => promised).convert(given, madeFormats.wav, signal), noSpace)
    assert.deepEqual(await left(), [])
  })

  test('what others were promised counts, and is given back', async () => {
    const given = {
      media: media.get('wav')!,
      sound: { tracks: [0], channels: 1, hasPictureOnly: false, isProtected: false, seconds: 5 },
    }
    const tight = withFree(() => 2 * promised)
    const first = await tight.convert(given, madeFormats.wav, signal)
    await assert.rejects(tight.convert(given, madeFormats.wav, signal), noSpace)
    await first![Symbol.asyncDispose]()
    await using again = await tight.convert(given, madeFormats.wav, signal)
    assert.equal(again!.parts.length, 1)
  })

  test('each part asks for its own space', async () => {
    let free = Infinity
    let looks = 0
    const shrinking = new MediaTools({
      maxSeconds: 86_400,
      space: new ReservedScratch({
        async require(bytes) {
          if (++looks === 3) free = 0
          if (bytes! > free) throw new ApiError(507, 'too little free space')
        },
      }),
    })
    const given = { media: media.get('mp3')!, sound: await soundOf(media.get('mp3')!, signal) }
    await assert.rejects(shrinking.cut(given, madeFormats.m4a, lengths, signal), noSpace)
    assert.equal(looks, 3, 'the whole, the first part, the second')
    assert.deepEqual(await left(), [])
  })

  test('a file has no more bytes than were promised for its length', async () => {
    const hour = await makeMedia(folder, 'flac', 3_600)
    // As packets whose times overlap say it.
    const given = {
      media: hour,
      sound: { tracks: [0], channels: 1, hasPictureOnly: false, isProtected: false, seconds: 2 },
    }
    await assert.rejects(tools.convert(given, madeFormats.wav, signal), {
      message: 'The media has more sound than its times say',
      retryable: false,
    })
    assert.deepEqual(await left(), [])
  })

  test('the longest recording is taken, and a longer one is refused by its sound, whatever its header says', async () => {
    const most = async (maxSeconds: number) => requireSound(await soundOf(await flac(), signal), maxSeconds)
    const flac = () => makeMedia(folder, 'flac', 61)
    await most(61)
    await most(62)
    await assert.rejects(most(60.9), {
      message: 'The recording is longer than this service transcribes',
      retryable: false,
    })
    const header = await readFile((await flac()).path)
    // The 36 bits of the number of samples.
    header.writeUInt32BE(8_000, 22)
    const lying = await fileOf('short.flac', header)
    assert.equal(Math.round((await soundOf(lying, signal)).seconds!), 61)
  })

  test('protected sound is refused by its packets: ffmpeg decodes it to noise', async () => {
    const clear = media.get('mp4')!.path
    const path = join(folder, 'protected.mp4')
    const [key, keyId] = ['76a6c65c5ea762046bd749a2e632ccbb', 'a7e61c373e219033c21091fa607bf3b8']
    const scheme = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', keyId]
    await promisify(execFile)('ffmpeg', ['-v', 'error', '-i', clear, '-c', 'copy', ...scheme, path])
    requireSound(await soundOf({ path: clear }, signal), 60)
    const sound = await soundOf({ path }, signal)
    assert.throws(() => requireSound(sound, 60), { message: /^The media is protected/, retryable: false })
  })

  test('sound that has no packets is 0 s long', async () => {
    const wav = await readFile(media.get('wav')!.path)
    assert.equal(
      (await soundOf(await fileOf('empty.wav', wav.subarray(0, wav.indexOf('data') + 8)), signal)).seconds,
      0,
    )
  })
})

/** ffmpeg decodes what recorders, phones and browsers make, and says what it cannot. */
// In a third of the runs: it makes and decodes media.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { withoutFfmpeg } from '../../../../test/support/real-media.ts'
import { decodeSound } from './decode-sound.ts'
import { hertz } from './made-formats.ts'
import { soundOf } from './sound-of-media.ts'

suite('with ffmpeg', { skip: withoutFfmpeg }, () => {
  let folder: string
  const path = (name: string) => join(folder, name)
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2:sample_rate=48000']
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:rate=5:duration=2']
  const make = async (name: string, args: string[]) => {
    await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...args, path(name)])
  }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-decode-'))
  })
  after(() => rm(folder, { recursive: true }))

  async function fileOf(name: string) {
    const { tracks } = await soundOf({ path: path(name) }, new AbortController().signal)
    return { path: path(name), tracks, maxSeconds: 3_600 }
  }

  async function secondsOf(name: string): Promise<number> {
    let samples = 0
    for await (const { mono } of decodeSound(await fileOf(name), 512)) samples += mono.length
    return samples / hertz
  }

  const loudness = (samples: Float32Array) => Math.hypot(...samples) / Math.sqrt(samples.length)

  test('the sound of each usual container is read to its end', async () => {
    const aac = ['-c:a', 'aac']
    // ffmpeg reads AMR and does not write it: 100 frames of 20 ms.
    const amr = Buffer.concat(Array.from({ length: 100 }, () => Buffer.concat([Buffer.of(4), Buffer.alloc(12)])))
    await writeFile(path('x.amr'), Buffer.concat([Buffer.from('#!AMR\n'), amr]))
    assert.equal(await secondsOf('x.amr'), 2)
    for (const [name, args] of [
      ['x.wav', tone],
      ['x.flac', tone],
      ['x.mp3', tone],
      ['x.aac', tone],
      ['x.ogg', [...tone, '-c:a', 'libvorbis']],
      ['x.opus', [...tone, '-c:a', 'libopus']],
      ['x.webm', [...tone, '-c:a', 'libopus']],
      ['x.m4a', tone],
      ['x.mp4', [...tone, ...picture, ...aac]],
      ['x.mov', [...tone, ...picture, ...aac]],
      ['x.mkv', [...tone, ...picture, ...aac]],
      ['x.3gp', [...tone, ...aac]],
      ['x.avi', [...tone, ...picture]],
    ] as const) {
      await make(name, [...args])
      const seconds = await secondsOf(name)
      assert(Math.abs(seconds - 2) < 0.1, `${name}: ${seconds} s`)
    }
  })

  test('each track is a channel, from where it begins; all are in the whole', async () => {
    const other = ['-itsoffset', '1', '-f', 'lavfi', '-i', 'sine=frequency=880:duration=4']
    for (const [name, codec] of [
      ['tracks.mkv', 'libopus'],
      ['tracks.mp4', 'aac'],
    ] as const) {
      await make(name, [...tone, ...other, ...['-map', '0:a', '-map', '1:a', '-map', '0:a', '-c:a', codec]])
      const seconds: number[][] = []
      for await (const { mono, channels } of decodeSound(await fileOf(name), hertz))
        seconds.push([...channels, mono].map(loudness))
      const heard = seconds.slice(0, 5).map((each) => each.map((value) => Math.round(value / 0.088)))
      assert.deepEqual(heard, [
        [1, 0, 1, 2],
        [1, 1, 1, 2],
        [0, 1, 0, 1],
        [0, 1, 0, 1],
        [0, 1, 0, 1],
      ])
    }
  })

  test('a track that ffmpeg cannot decode, as phones add, does not spoil the others', async () => {
    await make('two.mkv', [...tone, '-map', '0:a', '-map', '0:a', '-c:a', 'aac'])
    const bytes = await readFile(path('two.mkv'))
    bytes.write('A_XXX', bytes.lastIndexOf('A_AAC'))
    await writeFile(path('strange.mkv'), bytes)
    assert(Math.abs((await secondsOf('strange.mkv')) - 2) < 0.1)
  })

  test('media without sound and media that cannot be decoded are told apart', async () => {
    await make('mute.mp4', picture)
    await make('whole.m4a', tone)
    const whole = await readFile(path('whole.m4a'))
    // Its index is at the end, so half of it is nothing.
    await writeFile(path('half.m4a'), whole.subarray(0, whole.length / 2))
    await writeFile(path('empty.mp3'), '')
    await writeFile(path('list.m3u8'), '#EXTM3U\nhttp://127.0.0.1:9/x.ts\n')
    for (const [name, failure] of [
      ['mute.mp4', 'no sound'],
      ['half.m4a', 'unreadable'],
      ['empty.mp3', 'unreadable'],
      ['list.m3u8', 'unreadable'],
    ])
      await assert.rejects(secondsOf(name!), { failure }, name)
  })

  test('of media that end in the middle the sound before is read', async () => {
    await make('whole.mp3', tone)
    const whole = await readFile(path('whole.mp3'))
    await writeFile(path('half.mp3'), whole.subarray(0, whole.length / 2))
    const seconds = await secondsOf('half.mp3')
    assert(seconds > 0.7 && seconds < 1.3, `${seconds} s`)
  })

  test('no more sound is decoded than may be', async () => {
    await make('tone.wav', [...tone, '-ar', '16000'])
    const decode = async (maxSeconds: number) => {
      let samples = 0
      for await (const { mono } of decodeSound({ path: path('tone.wav'), tracks: [0], maxSeconds }, 512))
        samples += mono.length
      return samples
    }
    assert.equal(await decode(2), 32_000)
    assert.equal(await decode(2.1), 32_000)
    await assert.rejects(decode(1.9), { failure: 'too long' })
  })
})

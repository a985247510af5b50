/** Sound that a browser recorded as WebM becomes one Ogg file, however it was cut; ffmpeg reads all of it. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { withoutFfmpeg } from '../../test/support/real-media.ts'
import { addToOgg, beginOgg, endOgg, hertz, samplesOf } from './ogg-opus.ts'
import { WebmPackets } from './webm-packets.ts'

const run = promisify(execFile)

suite('with ffmpeg', { skip: withoutFfmpeg }, () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'minutebook-ogg-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  async function webm(name: string, seconds: number, more: string[]): Promise<Buffer> {
    const path = join(folder, name)
    const tone = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
    await run('ffmpeg', ['-y', '-v', 'error', ...tone, '-c:a', 'libopus', ...more, '-f', 'webm', path])
    return readFile(path)
  }

  async function decode(ogg: Uint8Array) {
    const path = join(folder, 'x.ogg')
    await writeFile(path, ogg)
    const probe = ['-v', 'error', '-show_entries', 'format=duration:stream=channels', '-of', 'json', path]
    const { format, streams } = JSON.parse((await run('ffprobe', probe)).stdout)
    const { stderr } = await run('ffmpeg', ['-v', 'warning', '-i', path, '-f', 'null', '-'])
    return { seconds: Number(format.duration), channels: streams[0].channels as number, stderr }
  }

  test('two recordings in pieces of any size are one file, without a complaint', async () => {
    const first = await webm('a.webm', 3, ['-live', '1', '-ac', '2'])
    const second = await webm('b.webm', 2, ['-ac', '2', '-frame_duration', '60'])
    for (const size of [61, 1_000_000]) {
      const parts: Uint8Array[] = []
      let state = null
      for (const bytes of [first, second]) {
        const reader = new WebmPackets()
        for (let at = 0; at < bytes.length; at += size) {
          const packets = reader.read(bytes.subarray(at, at + size))
          if (!reader.head) continue
          if (!state) {
            const begun = beginOgg(0xfedcba98, reader.head)
            parts.push(begun.bytes)
            state = begun.state
          }
          const added = addToOgg(state, packets)
          parts.push(added.bytes)
          state = added.state
        }
      }
      parts.push(endOgg(state!))
      const { seconds, channels, stderr } = await decode(Buffer.concat(parts))
      assert.deepEqual([channels, stderr], [2, ''])
      assert(Math.abs(seconds - 5) < 0.1, `${seconds}`)
      assert(Math.abs(state!.samples / hertz - 5) < 0.1, `${state!.samples}`)
    }
  })
})

test('the length of a packet is that of its kind and number of frames', () => {
  const packets: [bytes: number[], samples: number][] = [
    [[0 << 3], 480],
    [[3 << 3], 2_880],
    [[13 << 3], 960],
    [[16 << 3], 120],
    [[(31 << 3) | 1], 1_920],
    [[(31 << 3) | 3, 6], 5_760],
  ]
  for (const [bytes, samples] of packets) assert.equal(samplesOf(Uint8Array.from(bytes)), samples)
})

test('a packet fits into a page up to 255 segments, and a longer one is refused', () => {
  const state = { serial: 1, pages: 2, samples: 0 }
  assert.equal(addToOgg(state, [new Uint8Array(254 * 255 + 254)]).state.pages, 3)
  assert.throws(() => addToOgg(state, [new Uint8Array(255 * 255)]), /too long/)
  const [long, short] = [new Uint8Array(200 * 255), new Uint8Array(60 * 255)]
  assert.equal(addToOgg(state, [long, short]).state.pages, 4)
})

test('what is no WebM is refused', () => {
  assert.throws(() => new WebmPackets().read(Uint8Array.from([0, 1, 2])), /no WebM/)
})

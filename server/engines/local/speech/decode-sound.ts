/** Decodes media of any kind to sound with 16 kHz, as a stream. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onlyThisFile } from '../../transcribe/media-tools.ts'
import { hertz } from './cut-pieces.ts'

export class DecodeError extends Error {
  readonly failure: 'no ffmpeg' | 'no sound' | 'unreadable'

  constructor(failure: DecodeError['failure'], message: string) {
    super(message)
    this.failure = failure
  }
}

const maxErrorCharacters = 500

/** `mono` is the mean of both channels, which are the same if the media have one. */
export type Sound = { mono: Float32Array; left: Float32Array; right: Float32Array }

/** Two channels with 16 bits. */
const sampleBytes = 4

/**
 * @returns pieces of so many samples; the last one is shorter
 * @throws {DecodeError} ffmpeg is missing, finds no sound, or cannot read it
 */
export async function* decodeSound(path: string, samples: number): AsyncGenerator<Sound> {
  const input = ['-nostdin', '-v', 'error', ...onlyThisFile, '-i', `file:${path}`]
  const output = ['-map', '0:a:0', '-vn', '-ac', '2', '-ar', String(hertz), '-f', 's16le', '-']
  const ffmpeg = spawn('ffmpeg', [...input, ...output], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(ffmpeg, 'close').catch((error: Error) => error)
  let problem = ''
  ffmpeg.stderr.on('data', (text: Buffer) => (problem = (problem + text).slice(0, maxErrorCharacters)))
  let [rest, heard] = [Buffer.alloc(0), 0]
  try {
    for await (const chunk of ffmpeg.stdout as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk])
      const size = samples * sampleBytes
      let at = 0
      for (; at + size <= bytes.length; at += size) yield readSamples(bytes.subarray(at, at + size))
      rest = bytes.subarray(at)
      heard += chunk.length
    }
  } finally {
    ffmpeg.kill('SIGKILL')
  }
  const end = await ended
  if (end instanceof Error) throw new DecodeError('no ffmpeg', end.message)
  // A file that is broken at its end has sound before.
  if (heard < sampleBytes) throw new DecodeError(hasNoTrack(problem) ? 'no sound' : 'unreadable', problem)
  if (rest.length >= sampleBytes) yield readSamples(rest)
}

/** ffmpeg's words for a map that finds nothing. */
const hasNoTrack = (problem: string) => problem.includes('matches no streams')

function readSamples(bytes: Buffer): Sound {
  const count = Math.floor(bytes.length / sampleBytes)
  const [mono, left, right] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  for (let index = 0; index < count; index++) {
    left[index] = bytes.readInt16LE(sampleBytes * index) / 32_768
    right[index] = bytes.readInt16LE(sampleBytes * index + 2) / 32_768
    mono[index] = (left[index]! + right[index]!) / 2
  }
  return { mono, left, right }
}

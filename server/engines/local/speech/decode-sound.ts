/** Decodes media of any kind to sound with one channel and 16 kHz, as a stream. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onlyThisFile } from '../../transcribe/media-tools.ts'
import { hertz } from './cut-pieces.ts'

export class DecodeError extends Error {
  readonly failure: 'no ffmpeg' | 'no sound'

  constructor(failure: DecodeError['failure'], message: string) {
    super(message)
    this.failure = failure
  }
}

const maxErrorCharacters = 500

/**
 * @returns pieces of so many samples; the last one is shorter
 * @throws {DecodeError} ffmpeg is missing, or finds no sound
 */
export async function* decodeSound(path: string, samples: number): AsyncGenerator<Float32Array> {
  const input = ['-nostdin', '-v', 'error', ...onlyThisFile, '-i', `file:${path}`]
  const output = ['-map', '0:a:0', '-vn', '-ac', '1', '-ar', String(hertz), '-f', 's16le', '-']
  const ffmpeg = spawn('ffmpeg', [...input, ...output], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(ffmpeg, 'close').catch((error: Error) => error)
  let problem = ''
  ffmpeg.stderr.on('data', (text: Buffer) => (problem = (problem + text).slice(0, maxErrorCharacters)))
  let [rest, heard] = [Buffer.alloc(0), 0]
  try {
    for await (const chunk of ffmpeg.stdout as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk])
      let at = 0
      for (; at + 2 * samples <= bytes.length; at += 2 * samples) yield toFloats(bytes.subarray(at, at + 2 * samples))
      rest = bytes.subarray(at)
      heard += chunk.length
    }
  } finally {
    ffmpeg.kill('SIGKILL')
  }
  const end = await ended
  if (end instanceof Error) throw new DecodeError('no ffmpeg', end.message)
  // A file that is broken at its end has sound before.
  if (heard < 2) throw new DecodeError('no sound', problem)
  if (rest.length >= 2) yield toFloats(rest)
}

function toFloats(bytes: Buffer): Float32Array {
  const floats = new Float32Array(bytes.length >> 1)
  for (let index = 0; index < floats.length; index++) floats[index] = bytes.readInt16LE(2 * index) / 32_768
  return floats
}

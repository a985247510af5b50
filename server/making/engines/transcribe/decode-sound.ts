/** Decodes media of any kind to sound with 16 kHz, as a stream. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Channels, windowSamples } from './channels.ts'
import { convertSeconds, onlyThisFile, quiet } from './ffmpeg.ts'
import { hertz } from './made-formats.ts'
import type { SoundFile } from './media-tools.ts'
import { chooseSound } from './sound-of-media.ts'

export class DecodeError extends Error {
  readonly failure: 'no ffmpeg' | 'no sound' | 'unreadable' | 'too long'

  constructor(failure: DecodeError['failure'], message: string) {
    super(message)
    this.failure = failure
  }
}

const maxErrorCharacters = 500

/** `channels` are those of a stereo track, or one of each track if there are several; `mono` is all of it. */
export type Sound = { mono: Float32Array; channels: Float32Array[] }

/** With 16 bits. */
const sampleBytes = 2

/** `from` is the second where it begins; `maxSeconds` are decoded at most. */
export type SoundToDecode = { path: string; tracks: number[]; from?: number; maxSeconds: number }

/** For who decodes in the service itself: a process of its own has a deadline. `timeout` in milliseconds. */
type Limits = { signal?: AbortSignal; timeout?: number }

/**
 * @returns pieces of so many samples; the last one is shorter
 * @throws {DecodeError} ffmpeg is missing, finds no sound, or cannot read it; there is more sound than the times say
 * @throws the signal's reason if it aborts
 */
export async function* decodeSound(
  { path, tracks, from = 0, maxSeconds }: SoundToDecode,
  samples: number,
  limits: Limits = {},
): AsyncGenerator<Sound> {
  const isMixed = tracks.length > 1
  const count = isMixed ? tracks.length : 2
  const input = [...quiet, ...onlyThisFile, '-ss', String(from), '-i', `file:${path}`]
  const chosen = [...chooseSound(tracks, { hertz, apart: true }), ...(isMixed ? [] : ['-ac', '2'])]
  const output = [...chosen, '-vn', '-ar', String(hertz), '-f', 's16le', '-']
  const ffmpeg = spawn('ffmpeg', [...input, ...output], {
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    ...limits,
  })
  const ended = once(ffmpeg, 'close').catch((error: Error) => error)
  let problem = ''
  ffmpeg.stderr.on('data', (text: Buffer) => (problem = (problem + text).slice(0, maxErrorCharacters)))
  const frameBytes = count * sampleBytes
  const read = (bytes: Buffer) => readSamples(bytes, count, isMixed ? 1 : 1 / count)
  let [rest, heard] = [Buffer.alloc(0), 0]
  try {
    for await (const chunk of ffmpeg.stdout as AsyncIterable<Buffer>) {
      const bytes = Buffer.concat([rest, chunk])
      const size = samples * frameBytes
      let at = 0
      for (; at + size <= bytes.length; at += size) yield read(bytes.subarray(at, at + size))
      rest = bytes.subarray(at)
      heard += chunk.length
      if (heard > maxSeconds * hertz * frameBytes) throw new DecodeError('too long', `more than ${maxSeconds} s`)
    }
  } finally {
    ffmpeg.kill('SIGKILL')
  }
  const end = await ended
  limits.signal?.throwIfAborted()
  if (end instanceof Error) throw new DecodeError('no ffmpeg', end.message)
  // A file that is broken at its end has sound before.
  if (heard < frameBytes) throw new DecodeError(hasNoTrack(problem) ? 'no sound' : 'unreadable', problem)
  if (rest.length >= frameBytes) yield read(rest)
}

/** ffmpeg's words for a map that finds nothing. */
const hasNoTrack = (problem: string) => problem.includes('matches no streams')

/** @param share  of each channel in the whole */
function readSamples(bytes: Buffer, count: number, share: number): Sound {
  const length = Math.floor(bytes.length / (count * sampleBytes))
  const channels = Array.from({ length: count }, () => new Float32Array(length))
  const mono = new Float32Array(length)
  for (let index = 0; index < length; index++) {
    for (let channel = 0; channel < count; channel++) {
      const sample = bytes.readInt16LE(sampleBytes * (count * index + channel)) / 32_768
      channels[channel]![index] = sample
      mono[index]! += sample * share
    }
  }
  return { mono, channels }
}

/** How loud the channels are, which tells the tracks. */
export async function listenToChannels(
  file: SoundToDecode,
  onHeard: (seconds: number) => void,
  limits?: Limits,
): Promise<Channels> {
  const channels = new Channels()
  let heard = 0
  for await (const { mono, channels: parts } of decodeSound(file, windowSamples, limits)) {
    channels.add(parts, mono)
    heard += mono.length
    onHeard(heard / hertz)
  }
  return channels
}

/** null: it cannot be decoded here. */
export async function loudnessOf(
  { media: { path }, sound: { tracks } }: SoundFile,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<Channels | null> {
  try {
    return await listenToChannels({ path, tracks, maxSeconds }, () => {}, { signal, timeout: convertSeconds * 1_000 })
  } catch (error) {
    if (error instanceof DecodeError) return null
    throw error
  }
}

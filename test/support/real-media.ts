/** Real media for tests, made by ffmpeg; without ffmpeg these tests are skipped. */
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Media } from '../../server/making/engines/shared/engines.ts'

const isMissing = ['ffmpeg', 'ffprobe'].some((program) => spawnSync(program, ['-version']).error)

/** The `skip` option of `node:test`. */
export const withoutFfmpeg = isMissing && 'there is no ffmpeg (Debian: apt-get install ffmpeg)'

const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
const picture = (seconds: number) => ['-f', 'lavfi', '-i', `testsrc=size=64x48:rate=5:duration=${seconds}`]
const silence = (seconds: number) => ['-f', 'lavfi', '-i', 'anullsrc=r=8000:cl=mono', '-t', `${seconds}`]

/** By file extension. */
const kinds = {
  wav: (seconds: number) => [...tone(seconds), '-ar', '44100', '-ac', '2'],
  mp3: tone,
  mp4: (seconds: number) => [...tone(seconds), ...picture(seconds)],
  mov: (seconds: number) => [...tone(seconds), ...picture(seconds)],
  m4a: tone,
  ogg: (seconds: number) => [...tone(seconds), '-c:a', 'libvorbis'],
  aac: tone,
  mkv: (seconds: number) => [...tone(seconds), '-c:a', 'pcm_s16le'],
  aiff: tone,
  wma: tone,
  webm: (seconds: number) => [...tone(seconds), ...picture(seconds)],
  /** Without sound. */
  avi: picture,
  /** Hours of silence are made quickly. */
  flac: silence,
}

export async function makeMedia(folder: string, kind: keyof typeof kinds, seconds: number): Promise<Media> {
  const fileName = `${seconds} seconds.${kind}`
  const path = join(folder, fileName)
  await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', ...kinds[kind](seconds), path])
  return { path, bytes: 0, contentType: null, fileName }
}

/** Reads the header of a WAV file. */
export function readWav(bytes: Buffer) {
  return {
    isWav: bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 16) === 'WAVEfmt ',
    isPcm: bytes.readUInt16LE(20) === 1,
    channels: bytes.readUInt16LE(22),
    hertz: bytes.readUInt32LE(24),
    bits: bytes.readUInt16LE(34),
  }
}

/** Measures, cuts and converts media with ffprobe and ffmpeg. Without these programs the results are null. */

import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { maxSeconds } from '../../../meetings/recordings/transcript/captions.ts'
import { EngineError } from '../../../platform/errors.ts'
import { openScratch } from '../../../platform/scratch.ts'
import type { Media } from '../shared/engines.ts'

// An upload may be a playlist that names other addresses and files, so only plain media formats from disk are read.
const demuxers = 'aac,ac3,aiff,amr,asf,avi,caf,flac,flv,matroska,webm,mov,mp4,m4a,3gp,mp3,mpeg,mpegts,ogg,w64,wav'
export const onlyThisFile = ['-protocol_whitelist', 'file', '-format_whitelist', demuxers]

const probeSeconds = 60
const convertSeconds = 3_600

/**
 * Where the header has no length, as in what Chrome records, or an impossible one, the file is read to its end.
 * @returns seconds, or null if ffprobe is missing or fails
 */
export async function durationOf({ path }: Pick<Media, 'path'>, signal: AbortSignal): Promise<number | null> {
  const show = ['-show_entries', 'format=duration', '-of', 'default=noprint_wrappers=1:nokey=1']
  const text = await run('ffprobe', ['-v', 'error', ...onlyThisFile, ...show, `file:${path}`], probeSeconds, signal)
  if (text === null) return null
  return secondsIn(text) ?? (await measure(path, signal))
}

function secondsIn(text: string): number | null {
  const seconds = Number.parseFloat(text)
  return seconds >= 0 && seconds <= maxSeconds ? seconds : null
}

/** Without decoding: where the last packet of sound ends. */
async function measure(path: string, signal: AbortSignal): Promise<number | null> {
  const input = ['-nostdin', '-v', 'error', ...onlyThisFile, '-i', `file:${path}`]
  const output = ['-map', '0:a:0', '-c', 'copy', '-f', 'null', '-progress', 'pipe:1', '-stats_period', '3600', '-']
  const progress = await run('ffmpeg', [...input, ...output], convertSeconds, signal)
  const microseconds = /out_time_us=(\d+)\s(?!.*out_time_us)/s.exec(progress ?? '')?.[1]
  return microseconds === undefined ? null : secondsIn(String(Number(microseconds) / 1_000_000))
}

type Streams = { index: number; codec_type?: string; codec_name?: string }[]

/** None without ffprobe, and of a file that it cannot read. */
async function streamsOf(path: string, signal: AbortSignal): Promise<Streams> {
  const show = ['-show_entries', 'stream=index,codec_type,codec_name', '-of', 'json']
  const text = await run('ffprobe', ['-v', 'error', ...onlyThisFile, ...show, `file:${path}`], probeSeconds, signal)
  const { streams = [] } = JSON.parse(text || '{}') as { streams?: Streams }
  return streams
}

const isSound = ({ codec_type }: Streams[number]) => codec_type === 'audio'

/** @returns the indices of the tracks with sound that ffmpeg can decode: phones add some of their own; none without ffprobe */
export async function soundTracksOf(path: string, signal = never): Promise<number[]> {
  const streams = (await streamsOf(path, signal)).filter(isSound)
  return streams.filter(({ codec_name: codec = 'unknown' }) => codec !== 'unknown').map(({ index }) => index)
}

/** Whether there are tracks, and none of them is sound. */
export async function hasPictureOnly(path: string, signal: AbortSignal): Promise<boolean> {
  const streams = await streamsOf(path, signal)
  return streams.length > 0 && !streams.some(isSound)
}

/** Whether media can be decoded, measured and cut here. */
export const hasFfmpeg = async () => (await run('ffmpeg', ['-version'], probeSeconds, never)) !== null

const never = new AbortController().signal

/** Media files that `using` deletes. */
export type TemporaryMedia = AsyncDisposable & { parts: Media[] }

/** Lengths in seconds; each part overlaps the next by `overlapSeconds`. */
export type PartLengths = { partSeconds: number; overlapSeconds: number }

/** Cuts the audio into parts; part 0 begins at 0, part 1 at `partSeconds`. @returns null if ffmpeg is missing or fails */
export async function cutMedia(
  media: Media,
  lengths: PartLengths,
  signal: AbortSignal,
): Promise<TemporaryMedia | null> {
  // The whole audio is converted first, because cutting the converted file is quick and exact for every format.
  await using made = await toM4a(media, signal)
  const [whole] = made?.parts ?? []
  const seconds = whole && (await durationOf(whole, signal))
  if (!whole || !seconds) return null
  await using opened = new AsyncDisposableStack()
  const { folder } = opened.use(await openScratch())
  const parts: Media[] = []
  for (let start = 0; start === 0 || start + lengths.overlapSeconds < seconds; start += lengths.partSeconds) {
    const fileName = `part-${String(parts.length).padStart(5, '0')}.m4a`
    const path = join(folder, fileName)
    const from = ['-ss', String(start), '-t', String(lengths.partSeconds + lengths.overlapSeconds)]
    const input = ['-nostdin', '-v', 'error', ...onlyThisFile, ...from, '-i', `file:${whole.path}`]
    if ((await run('ffmpeg', [...input, '-c', 'copy', path], convertSeconds, signal)) === null) return null
    parts.push({ path, bytes: (await stat(path)).size, contentType: m4a.contentType, fileName })
  }
  const kept = opened.move()
  return { parts, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

const m4a = { name: 'sound.m4a', contentType: 'audio/mp4' }

/** The audio as AAC with 48 kbit/s. @returns null if ffmpeg is missing or fails */
export function toM4a(media: Media, signal: AbortSignal): Promise<TemporaryMedia | null> {
  return convert(media, ['-c:a', 'aac', '-b:a', '48k'], m4a, signal)
}

/** The audio as FLAC with 16 kHz, which every decoder reads. @returns null if ffmpeg is missing or fails */
export function toFlac(media: Media, signal: AbortSignal): Promise<TemporaryMedia | null> {
  return convert(
    media,
    ['-c:a', 'flac', '-sample_fmt', 's16'],
    { name: 'sound.flac', contentType: 'audio/flac' },
    signal,
  )
}

/** The audio as WAV with 16 kHz. @returns null if ffmpeg is missing or fails */
export function toWav(media: Media, signal: AbortSignal): Promise<TemporaryMedia | null> {
  return convert(media, ['-c:a', 'pcm_s16le', '-f', 'wav'], { name: 'sound.wav', contentType: 'audio/wav' }, signal)
}

async function convert(
  { path }: Media,
  output: string[],
  { name, contentType }: { name: string; contentType: string },
  signal: AbortSignal,
): Promise<TemporaryMedia | null> {
  await using opened = new AsyncDisposableStack()
  const { folder } = opened.use(await openScratch())
  const input = ['-nostdin', '-v', 'error', ...onlyThisFile, '-i', `file:${path}`]
  const mono = [...mixed(await soundTracksOf(path, signal)), '-vn', '-ac', '1', '-ar', '16000']
  const done = await run('ffmpeg', [...input, ...mono, ...output, join(folder, name)], convertSeconds, signal)
  const parts = await Promise.all(
    (await readdir(folder)).sort().map(async (fileName) => {
      const made = join(folder, fileName)
      return { path: made, bytes: (await stat(made)).size, contentType, fileName }
    }),
  )
  if (done === null || parts.length === 0) return null
  const kept = opened.move()
  return { parts, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

/** More tracks than programs record; of others only these are read. */
export const maxTracks = 16

/** All tracks together: programs such as OBS record each side of a call in one of its own. */
function mixed(tracks: number[]): string[] {
  if (tracks.length < 2) return ['-map', `0:${tracks[0] ?? 'a:0'}`]
  const used = tracks.slice(0, maxTracks)
  const parts = used.map((track, index) => `[0:${track}]aresample=16000:async=1:first_pts=0[t${index}]`)
  const all = used.map((_, index) => `[t${index}]`).join('')
  return ['-filter_complex', `${parts.join(';')};${all}amix=inputs=${used.length}:duration=longest:normalize=0`]
}

/**
 * @returns the output of the program, or null if it is missing, failed or took too long
 * @throws {EngineError} retryable: the disk is full
 */
function run(program: string, args: string[], timeoutSeconds: number, signal: AbortSignal): Promise<string | null> {
  const { promise, resolve, reject } = Promise.withResolvers<string | null>()
  const options = { timeout: timeoutSeconds * 1_000, killSignal: 'SIGKILL', signal } as const
  execFile(program, args, options, (error, stdout, stderr) => {
    if (signal.aborted) reject(signal.reason)
    // Without parts the whole recording would be sent, and the service would reject it.
    else if (error && stderr.includes('No space left on device')) reject(noSpace(error))
    else resolve(error ? null : stdout)
  })
  return promise
}

const noSpace = (cause: unknown) =>
  new EngineError('There is too little free space on the server to cut or convert the recording', {
    retryable: true,
    cause,
  })

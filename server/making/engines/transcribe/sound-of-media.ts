/** What sound a file has: its tracks and its length. One look at each file; without ffprobe and ffmpeg nothing is known. */
import { maxSeconds } from '../../../meetings/recordings/transcript/captions.ts'
import { EngineError } from '../../../platform/errors.ts'
import type { Media } from '../shared/engines.ts'
import { convertSeconds, onlyThisFile, probeSeconds, quiet, run } from './ffmpeg.ts'

export type Sound = {
  /** The indices of the tracks that ffmpeg can decode, at most `maxTracks`: phones add some of their own. */
  tracks: number[]
  /** Of the first track; 1 if unknown. */
  channels: number
  /** There are tracks, and none of them is sound. */
  hasPictureOnly: boolean
  /** Encrypted, as what shops sell. ffmpeg decodes it to noise, or to nothing. */
  isProtected: boolean
  /** null if unknown. */
  seconds: number | null
}

/** More tracks than programs record; of others only these are read. */
const maxTracks = 16

type Probed = {
  streams?: { index: number; codec_type?: string; codec_name?: string; channels?: number }[]
  packets?: { side_data_list?: { side_data_type?: string }[] }[]
  format?: { duration?: string }
}

/** @throws the signal's reason if it aborts */
export async function soundOf({ path }: Pick<Media, 'path'>, signal: AbortSignal): Promise<Sound> {
  const entries = 'stream=index,codec_type,codec_name,channels:format=duration:packet_side_data'
  // Of the packets only the first.
  const show = ['-show_entries', entries, '-read_intervals', '%+#1', '-of', 'json']
  const text = await run('ffprobe', ['-v', 'error', ...onlyThisFile, ...show, `file:${path}`], probeSeconds, signal)
  const { streams = [], packets = [], format } = JSON.parse(text || '{}') as Probed
  const sounds = streams.filter(({ codec_type }) => codec_type === 'audio')
  const decodable = sounds.filter(({ codec_name = 'unknown' }) => codec_name !== 'unknown')
  const tracks = decodable.map(({ index }) => index).slice(0, maxTracks)
  const said = possible(Number.parseFloat(format?.duration ?? ''))
  const measured = tracks.length > 0 ? await measure(path, tracks, signal) : null
  return {
    tracks,
    channels: decodable[0]?.channels ?? 1,
    hasPictureOnly: streams.length > 0 && sounds.length === 0,
    isProtected: packets.some(({ side_data_list = [] }) =>
      side_data_list.some(({ side_data_type }) => side_data_type === 'Encryption info'),
    ),
    seconds: measured === null || isNear(said, measured) ? said : measured,
  }
}

const possible = (seconds: number) => (seconds >= 0 && seconds <= maxSeconds ? seconds : null)

/** A header that is right is more exact than the packets, of which the first and the last may count in part. */
const isNear = (said: number | null, measured: number) => said !== null && Math.abs(said - measured) <= 1

/**
 * Where the last packet of sound ends, without decoding. Headers lack the length, as in what Chrome records, only
 * estimate it, or say anything.
 */
async function measure(path: string, tracks: number[], signal: AbortSignal): Promise<number | null> {
  const copy = [...tracks.flatMap((track) => ['-map', `0:${track}`]), '-c', 'copy', '-f', 'null']
  const report = ['-progress', 'pipe:1', '-stats_period', '3600', '-']
  const args = [...quiet, ...onlyThisFile, '-i', `file:${path}`, ...copy, ...report]
  const progress = await run('ffmpeg', args, convertSeconds, signal)
  const microseconds = /out_time_us=(\d+)\s(?!.*out_time_us)/s.exec(progress ?? '')?.[1]
  return microseconds === undefined ? null : Number(microseconds) / 1_000_000
}

/** @throws {EngineError} final: it has no sound, is protected, or is longer than may be */
export function requireSound({ hasPictureOnly, isProtected, seconds }: Sound, mostSeconds: number): void {
  if (hasPictureOnly) throw new EngineError('The media has no sound', { retryable: false })
  if (isProtected) throw new EngineError('The media is protected, so its sound cannot be read', { retryable: false })
  if (seconds !== null && seconds > mostSeconds) throw tooLong()
}

const tooLong = () => new EngineError('The recording is longer than this service transcribes', { retryable: false })

/** The error for packets whose times overlap. */
export const longerThanItSays = 'The media has more sound than its times say'

/** One channel of a stereo track, or one track of several: times `gain` it is as loud as usual speech. */
export type OneChannel = { channel: number; gain: number }

/**
 * The arguments that choose the sound: one track, or all together, as programs such as OBS record each side of a call in
 * one of its own. With `apart` each becomes a channel, with silence where it has nothing, until the longest ends. With
 * `only` it is one of these channels.
 */
export function chooseSound(
  tracks: number[],
  { hertz, apart = false, only = null }: { hertz: number; apart?: boolean; only?: OneChannel | null },
): string[] {
  const count = tracks.length
  const fromStart = (track: number) => `[0:${track}]aresample=${hertz}:async=1:first_pts=0`
  const first = tracks[0] ?? 'a:0'
  if (only) {
    const one =
      count < 2
        ? `[0:${first}]aformat=channel_layouts=stereo,pan=mono|c0=c${only.channel}`
        : fromStart(tracks[only.channel]!)
    return ['-filter_complex', `${one},volume=${only.gain}`]
  }
  if (count < 2) return ['-map', `0:${first}`]
  const channel = (index: number) => (apart ? `,aformat=channel_layouts=mono,pan=${count}c|c${index}=c0` : '')
  const parts = tracks.map((track, index) => `${fromStart(track)}${channel(index)}[t${index}]`)
  const all = tracks.map((_, index) => `[t${index}]`).join('')
  return ['-filter_complex', `${parts.join(';')};${all}amix=inputs=${count}:duration=longest:normalize=0`]
}

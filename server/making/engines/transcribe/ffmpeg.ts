/** Runs ffprobe and ffmpeg. */
import { execFile } from 'node:child_process'
import { EngineError } from '../../../platform/errors.ts'

// An upload may be a playlist that names other addresses and files, so only plain media formats from disk are read.
const demuxers = 'aac,ac3,aiff,amr,asf,avi,caf,flac,flv,matroska,webm,mov,mp4,m4a,3gp,mp3,mpeg,mpegts,ogg,w64,wav'
export const onlyThisFile = ['-protocol_whitelist', 'file', '-format_whitelist', demuxers]

export const quiet = ['-nostdin', '-v', 'error']

export const probeSeconds = 60
export const convertSeconds = 3_600

/**
 * @returns the output of the program, or null if it is missing, failed or took too long
 * @throws {EngineError} retryable: the disk is full
 */
export function run(
  program: 'ffmpeg' | 'ffprobe',
  args: string[],
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<string | null> {
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

/** Whether media can be decoded, measured and cut here. */
export const hasFfmpeg = async () =>
  (await run('ffmpeg', ['-version'], probeSeconds, new AbortController().signal)) !== null

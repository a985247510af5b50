/** Runs ffprobe and ffmpeg. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { EngineError } from '../../../platform/errors.ts'

// An upload may be a playlist that names other addresses and files, so only plain media formats from disk are read.
const demuxers = 'aac,ac3,aiff,amr,asf,avi,caf,flac,flv,matroska,webm,mov,mp4,m4a,3gp,mp3,mpeg,mpegts,ogg,w64,wav'
export const onlyThisFile = ['-protocol_whitelist', 'file', '-format_whitelist', demuxers]

export const quiet = ['-nostdin', '-v', 'error']

export const probeSeconds = 60
export const convertSeconds = 3_600

/** Of output: a report about any file is shorter. */
const maxCharacters = 1_000_000
/** Of complaints: the last ones say why it ended. */
const maxErrorCharacters = 10_000

/**
 * @returns the output of the program, or null if it is missing, failed or took too long
 * @throws {EngineError} retryable: the disk is full
 */
export async function run(
  program: 'ffmpeg' | 'ffprobe',
  args: string[],
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<string | null> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutSeconds * 1_000,
    killSignal: 'SIGKILL',
    signal,
  })
  const ended = once(child, 'close').catch(() => [null])
  let [output, problem] = ['', '']
  // Without a free file descriptor there are no pipes.
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.length > maxCharacters) child.kill('SIGKILL')
  })
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (problem = (problem + text).slice(-maxErrorCharacters)))
  const [code] = await ended
  signal.throwIfAborted()
  if (code === 0) return output
  // Without parts the whole recording would be sent, and the service would reject it.
  if (problem.includes('No space left on device')) throw noSpace(new Error(problem))
  return null
}

const noSpace = (cause: unknown) =>
  new EngineError('There is too little free space on the server to cut or convert the recording', {
    retryable: true,
    cause,
  })

/** Whether media can be decoded, measured and cut here. */
export const hasFfmpeg = async () =>
  (await run('ffmpeg', ['-version'], probeSeconds, new AbortController().signal)) !== null

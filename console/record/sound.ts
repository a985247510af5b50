/** The sound of the microphone, and of a tab or screen as a second channel, as packets of Opus or a growing MP4. */
import { isRunning, levelOf, newAnalyser } from './level.ts'
import { WebmPackets } from './webm-packets.ts'

const pieceMs = 1_000
const bitsPerChannel = 32_000
/** How long sound may take to begin. */
const beginMs = 5_000
/** The best first. WebKit of before 2025 has only MP4. */
const types = { ogg: 'audio/webm;codecs=opus', mp4: 'audio/mp4' } as const

/** What becomes of the sound: packets that are written as Ogg, or the browser's own file. */
export type Format = keyof typeof types

export type SoundTrouble = 'denied' | 'none' | 'in-use' | 'no-screen-sound' | 'no-output' | 'failed' | 'silent'

export class SoundError extends Error {
  readonly trouble: SoundTrouble

  constructor(trouble: SoundTrouble, cause?: unknown) {
    super(trouble, { cause })
    this.trouble = trouble
  }
}

export const formatHere = (): Format | undefined =>
  (Object.keys(types) as Format[]).find((format) => MediaRecorder.isTypeSupported(types[format]))

/** Why this browser cannot record: the page came without HTTPS, or the browser is too old. */
export function cannotRecord(): 'insecure' | 'browser' | null {
  if (!window.isSecureContext) return 'insecure'
  const can = 'mediaDevices' in navigator && 'locks' in navigator && 'MediaRecorder' in window
  return can && formatHere() ? null : 'browser'
}

/** Firefox, Safari and phones share no sound of a tab or screen. Who does knows how to turn it off in the tab. */
export const canShareSound = (): boolean =>
  'getDisplayMedia' in navigator.mediaDevices &&
  'suppressLocalAudioPlayback' in navigator.mediaDevices.getSupportedConstraints()

/** To be asked once one has been allowed: before that they have no names. */
export const microphones = async (): Promise<MediaDeviceInfo[]> =>
  (await navigator.mediaDevices.enumerateDevices()).filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId)

/**
 * @param deviceId  the microphone; the browser's own choice without it
 * @returns the streams that were allowed
 * @throws {SoundError}
 */
export async function askForSound(withScreen: boolean, deviceId?: string): Promise<MediaStream[]> {
  // First the screen: a browser asks for it only right after a press.
  const screen = withScreen ? await askForScreen() : null
  try {
    const microphone = await askForMicrophone(withScreen, deviceId)
    return screen ? [microphone, screen] : [microphone]
  } catch (error) {
    if (screen) stopSound([screen])
    throw error
  }
}

/** @throws {SoundError} */
export async function askForMicrophone(isBesideCall: boolean, deviceId?: string): Promise<MediaStream> {
  // Noise of a room may be a distant voice. Beside a call the own loudspeaker must not be heard twice.
  const audio = {
    ...{ echoCancellation: isBesideCall, noiseSuppression: isBesideCall, autoGainControl: true },
    channelCount: 1,
    ...(deviceId && { deviceId: { exact: deviceId } }),
  }
  return navigator.mediaDevices.getUserMedia({ audio }).catch((error) => {
    throw toSoundError(error)
  })
}

async function askForScreen(): Promise<MediaStream> {
  // Browsers share no sound without a picture, which is dropped at once.
  const options = { video: true, audio: true, systemAudio: 'include', selfBrowserSurface: 'exclude' }
  const screen = await navigator.mediaDevices.getDisplayMedia(options).catch((error) => {
    throw toSoundError(error)
  })
  for (const track of screen.getVideoTracks()) track.stop()
  if (screen.getAudioTracks().length === 0) throw new SoundError('no-screen-sound')
  return screen
}

function toSoundError(error: unknown): SoundError {
  const { name } = error as DOMException
  if (name === 'NotAllowedError') return new SoundError('denied', error)
  return new SoundError(name === 'NotReadableError' ? 'in-use' : 'none', error)
}

export function stopSound(streams: MediaStream[]): void {
  for (const track of streams.flatMap((stream) => stream.getTracks())) track.stop()
}

/** Some sound: packets with the head of their encoder, or bytes with their length in seconds. */
export type SoundPiece = { head: Uint8Array; packets: Uint8Array[] } | { bytes: Uint8Array; seconds: number }

type Events = {
  onPiece: (piece: SoundPiece) => void
  /** The microphone was withdrawn or unplugged, the device interrupted the sound, or it cannot be recorded. */
  onStopped: (why: 'microphone' | 'interrupted') => void
  /** Sharing the tab or screen was ended. Its channel is silent from now on. */
  onScreenEnded: () => void
}

/**
 * @param streams  are stopped if it fails
 * @throws {SoundError} the browser cannot record this sound
 */
export function openSound(streams: MediaStream[], channels: 1 | 2, format: Format): Sound {
  let context: AudioContext | undefined
  try {
    context = new AudioContext({ sampleRate: 48_000 })
    return new Sound(context, streams, channels, format)
  } catch (error) {
    stopSound(streams)
    void context?.close()
    throw new SoundError('failed', error)
  }
}

/** Records until it is stopped. The first stream is the left channel, or the only one. */
export class Sound {
  readonly #streams: MediaStream[]
  readonly #context: AudioContext
  readonly #levels: AnalyserNode[]
  readonly #recorder: MediaRecorder
  readonly #isMixed: boolean
  #events: Events | null = null
  /** What came before anybody took it. */
  #held: SoundPiece[] = []
  #onFirst: () => void = () => {}
  #onFailed: (error: SoundError) => void = () => {}
  #reading: Promise<void> = Promise.resolve()
  #isPaused = false
  #wasRunning = false

  constructor(context: AudioContext, streams: MediaStream[], channels: 1 | 2, format: Format) {
    this.#context = context
    this.#streams = streams
    this.#isMixed = channels === 2
    const out = new MediaStreamAudioDestinationNode(this.#context, { channelCount: channels })
    const merger = new ChannelMergerNode(this.#context, { numberOfInputs: channels })
    merger.connect(out)
    this.#levels = streams.map((stream, channel) => {
      const mono = new GainNode(this.#context, { channelCount: 1, channelCountMode: 'explicit' })
      const level = newAnalyser(this.#context)
      new MediaStreamAudioSourceNode(this.#context, { mediaStream: stream }).connect(mono).connect(level)
      mono.connect(merger, 0, channel)
      return level
    })
    const [microphone, screen] = streams.map((stream) => stream.getAudioTracks()[0]!)
    microphone!.onended = () => this.#stopped('microphone')
    if (screen) screen.onended = () => this.#events?.onScreenEnded()
    // iOS interrupts the sound for a call, and when the screen is locked.
    this.#context.onstatechange = () => {
      const isRunning = this.#context.state === 'running'
      if (this.#wasRunning && !isRunning && !this.#isPaused) this.#stopped('interrupted')
      this.#wasRunning ||= isRunning
    }
    // One microphone is recorded past the context, which does not run on a device without a loudspeaker (Firefox).
    const options = { mimeType: types[format], audioBitsPerSecond: bitsPerChannel * channels }
    this.#recorder = new MediaRecorder(this.#isMixed ? out.stream : streams[0]!, options)
    const read = format === 'ogg' ? readingOpus() : readingFile(this.#context)
    this.#recorder.ondataavailable = ({ data }) => {
      this.#reading = this.#reading
        .then(async () => this.#take(read(new Uint8Array(await data.arrayBuffer()))))
        .catch(() => this.#stopped('interrupted'))
    }
    this.#recorder.onerror = () => this.#stopped('interrupted')
  }

  /**
   * Resolves when the first sound is there.
   * @throws {SoundError} there is none, or the device cannot mix two channels
   */
  async begin(): Promise<void> {
    const first = new Promise<void>((resolve, reject) => {
      this.#onFirst = resolve
      this.#onFailed = reject
      setTimeout(() => reject(new SoundError('silent')), beginMs)
    })
    // It may be rejected while nobody waits for it.
    first.catch(() => {})
    if (this.#isMixed && !(await isRunning(this.#context))) throw new SoundError('no-output')
    this.#recorder.start(pieceMs)
    await first
  }

  /** From now on, and what has been recorded so far. */
  passTo(events: Events): void {
    this.#events = events
    for (const piece of this.#held.splice(0)) events.onPiece(piece)
  }

  pause(): void {
    this.#isPaused = true
    this.#recorder.pause()
    void this.#context.suspend()
  }

  async goOn(): Promise<void> {
    this.#recorder.resume()
    // Until the context runs again, its pause may be told late; it is no interruption.
    const resumed = this.#context.resume().then(() => {
      this.#isPaused = this.#recorder.state !== 'recording'
    })
    // It may never resume (see above).
    if (this.#isMixed) await resumed
    else resumed.catch(() => {})
  }

  /** From 0 to 1, for each channel: the root of the mean square of the last moment. Empty if this device cannot tell. */
  levels(): number[] {
    if (this.#context.state !== 'running') return []
    return this.#levels.map(levelOf)
  }

  /** At once for the microphone. Resolves when the last sound has been passed on. */
  async stop(): Promise<void> {
    this.#isPaused = true
    if (this.#recorder.state !== 'inactive') {
      const stopped = new Promise((resolve) => this.#recorder.addEventListener('stop', resolve, { once: true }))
      this.#recorder.stop()
      stopSound(this.#streams)
      await stopped
    }
    stopSound(this.#streams)
    await this.#reading
    if (this.#context.state !== 'closed') await this.#context.close()
  }

  #take(piece: SoundPiece | null): void {
    if (!piece) return
    if (this.#events) this.#events.onPiece(piece)
    else this.#held.push(piece)
    this.#onFirst()
  }

  #stopped(why: 'microphone' | 'interrupted'): void {
    this.#events?.onStopped(why)
    this.#onFailed(new SoundError(why === 'microphone' ? 'none' : 'silent'))
  }
}

function readingOpus(): (bytes: Uint8Array) => SoundPiece | null {
  const reader = new WebmPackets()
  return (bytes) => {
    const packets = reader.read(bytes)
    return reader.head && packets.length > 0 ? { head: reader.head, packets } : null
  }
}

/** Pieces are of unequal lengths after a pause and at the end. The clock of the context, if it runs, stands still in a pause. */
function readingFile(clock: AudioContext): (bytes: Uint8Array) => SoundPiece | null {
  let last: number | null = null
  return (bytes) => {
    if (bytes.length === 0) return null
    // The first one may be a head alone, and several may come at once.
    const since: number = last === null ? 0 : clock.currentTime - last
    const seconds = clock.state === 'running' ? since : pieceMs / 1_000
    last = clock.currentTime
    return { bytes, seconds }
  }
}

/** The sound of the microphone, and of a tab or screen as a second channel, as packets of Opus. */
import { WebmPackets } from './webm-packets.ts'

const pieceMs = 1_000
const bitsPerChannel = 32_000
const type = 'audio/webm;codecs=opus'

export type SoundTrouble = 'denied' | 'none' | 'in-use' | 'no-screen-sound'

export class SoundError extends Error {
  readonly trouble: SoundTrouble

  constructor(trouble: SoundTrouble, cause?: unknown) {
    super(trouble, { cause })
    this.trouble = trouble
  }
}

/** Why this browser cannot record: the page came without HTTPS, or the browser is too old. */
export function cannotRecord(): 'insecure' | 'browser' | null {
  if (!window.isSecureContext) return 'insecure'
  const can = 'mediaDevices' in navigator && 'locks' in navigator && 'MediaRecorder' in window
  return can && MediaRecorder.isTypeSupported(type) ? null : 'browser'
}

export const canShareScreen = (): boolean => 'getDisplayMedia' in navigator.mediaDevices

/** The streams that were allowed. @throws {SoundError} */
export async function askForSound(withScreen: boolean): Promise<MediaStream[]> {
  // First the screen: a browser asks for it only right after a press.
  const screen = withScreen ? await askForScreen() : null
  try {
    // Noise of a room may be a distant voice. Beside a call the own loudspeaker must not be heard twice.
    const audio = { echoCancellation: withScreen, noiseSuppression: withScreen, autoGainControl: true }
    const microphone = await navigator.mediaDevices.getUserMedia({ audio })
    return screen ? [microphone, screen] : [microphone]
  } catch (error) {
    if (screen) stopSound([screen])
    throw toSoundError(error)
  }
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

type Events = {
  onPackets: (head: Uint8Array, packets: Uint8Array[]) => void
  /** The microphone was withdrawn or unplugged, the device interrupted the sound, or it cannot be recorded. */
  onStopped: (why: 'microphone' | 'interrupted') => void
  /** Sharing the tab or screen was ended. Its channel is silent from now on. */
  onScreenEnded: () => void
}

/** Records until it is stopped. The first stream is the left channel, or the only one. */
export class Sound {
  readonly #streams: MediaStream[]
  readonly #context = new AudioContext({ sampleRate: 48_000 })
  readonly #levels: AnalyserNode[]
  readonly #recorder: MediaRecorder
  #reading: Promise<void> = Promise.resolve()
  #isPaused = false

  constructor(streams: MediaStream[], channels: 1 | 2, { onPackets, onStopped, onScreenEnded }: Events) {
    this.#streams = streams
    const out = new MediaStreamAudioDestinationNode(this.#context, { channelCount: channels })
    const merger = new ChannelMergerNode(this.#context, { numberOfInputs: channels })
    merger.connect(out)
    this.#levels = streams.map((stream, channel) => {
      const mono = new GainNode(this.#context, { channelCount: 1, channelCountMode: 'explicit' })
      const level = new AnalyserNode(this.#context, { fftSize: 2_048 })
      new MediaStreamAudioSourceNode(this.#context, { mediaStream: stream }).connect(mono).connect(level)
      mono.connect(merger, 0, channel)
      return level
    })
    const [microphone, screen] = streams.map((stream) => stream.getAudioTracks()[0]!)
    microphone!.onended = () => onStopped('microphone')
    if (screen) screen.onended = onScreenEnded
    // iOS interrupts the sound for a call, and when the screen is locked.
    this.#context.onstatechange = () => {
      if (this.#context.state !== 'running' && !this.#isPaused) onStopped('interrupted')
    }
    this.#recorder = new MediaRecorder(out.stream, { mimeType: type, audioBitsPerSecond: bitsPerChannel * channels })
    const reader = new WebmPackets()
    this.#recorder.ondataavailable = ({ data }) => {
      this.#reading = this.#reading
        .then(async () => {
          const packets = reader.read(new Uint8Array(await data.arrayBuffer()))
          if (reader.head && packets.length > 0) onPackets(reader.head, packets)
        })
        .catch(() => onStopped('interrupted'))
    }
    this.#recorder.onerror = () => onStopped('interrupted')
    this.#recorder.start(pieceMs)
  }

  pause(): void {
    this.#isPaused = true
    this.#recorder.pause()
    void this.#context.suspend()
  }

  async goOn(): Promise<void> {
    await this.#context.resume()
    this.#isPaused = false
    this.#recorder.resume()
  }

  /** From 0 to 1, for each channel: the root of the mean square of the last moment. */
  levels(): number[] {
    const samples = new Float32Array(2_048)
    return this.#levels.map((level) => {
      level.getFloatTimeDomainData(samples)
      return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
    })
  }

  /** Resolves when the last packets have been passed on. */
  async stop(): Promise<void> {
    this.#isPaused = true
    if (this.#recorder.state !== 'inactive') {
      const stopped = new Promise((resolve) => this.#recorder.addEventListener('stop', resolve, { once: true }))
      this.#recorder.stop()
      await stopped
    }
    stopSound(this.#streams)
    await this.#reading
    await this.#context.close()
  }
}

/** Finds who speaks when in a piece of sound: stretches of one voice each, with the voice as a vector. */
import sherpa, { type OfflineSpeakerDiarization, type SpeakerEmbeddingExtractor } from 'sherpa-onnx-node'
import { hertz } from '../../transcribe/made-formats.ts'
import { toUnit, type Voice } from './group-voices.ts'
import type { SpeakerModels } from './messages.ts'
import { type Stretch, voiceStretches } from './voice-stretches.ts'

/** The segmentation model reads so much at once. More would be read in many windows that overlap, for ten times the work. */
const windowSamples = 10 * hertz
/** A shorter sound has no voice. */
const shortest = 0.25 * hertz

export class VoiceReader {
  readonly #segmentation: OfflineSpeakerDiarization
  readonly #voices: SpeakerEmbeddingExtractor

  constructor({ segmentation, voices }: SpeakerModels, numThreads: number) {
    const common = { numThreads, provider: 'cpu', debug: 0 }
    const embedding = { model: voices, ...common }
    this.#voices = new sherpa.SpeakerEmbeddingExtractor(embedding)
    this.#segmentation = new sherpa.OfflineSpeakerDiarization({
      segmentation: { pyannote: { model: segmentation }, ...common },
      // Not used for a single window.
      embedding,
      clustering: { numClusters: -1, threshold: 0.5 },
      minDurationOn: 0.1,
      minDurationOff: 0.3,
    })
  }

  /** @param from  where the samples begin, in seconds */
  read(samples: Float32Array, from: number): Voice[] {
    return windowsOf(samples).flatMap(({ at, window }) => {
      const stretches = voiceStretches(this.#segmentation.process(window), window)
      return stretches.flatMap((stretch) => this.#voiceOf(stretch, window, from + at / hertz))
    })
  }

  #voiceOf({ from, to, alone }: Stretch, window: Float32Array, start: number): Voice[] {
    const heard = joined(alone.map((span) => window.subarray(span.from, span.to)))
    const vector = this.vectorOf(heard.length >= shortest ? heard : window.slice(from, to))
    return vector ? [{ start: start + from / hertz, end: start + to / hertz, vector }] : []
  }

  /** @returns the voice in the samples, with the length 1; null if they are too few */
  vectorOf(samples: Float32Array): Float32Array | null {
    if (samples.length < shortest) return null
    const stream = this.#voices.createStream()
    stream.acceptWaveform({ sampleRate: hertz, samples })
    stream.inputFinished()
    return this.#voices.isReady(stream) ? toUnit(this.#voices.compute(stream, false)) : null
  }
}

/** Windows of the same length, as the model needs the context. */
export function windowsOf(samples: Float32Array): { at: number; window: Float32Array }[] {
  const count = Math.ceil(samples.length / windowSamples)
  const cut = (index: number) => Math.round((samples.length * index) / count)
  return Array.from({ length: count }, (_, index) => ({
    at: cut(index),
    window: samples.slice(cut(index), cut(index + 1)),
  }))
}

function joined(parts: Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

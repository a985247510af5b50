/** What we use of the package, which has no types. Samples are at 16 kHz. */
declare module 'sherpa-onnx-node' {
  type Stream = { acceptWaveform(sound: { sampleRate: number; samples: Float32Array }): void; inputFinished(): void }
  class OfflineRecognizer {
    static createAsync(config: object): Promise<OfflineRecognizer>
    createStream(): Stream
    decodeAsync(stream: Stream): Promise<{ text: string; tokens?: string[]; timestamps?: number[] }>
  }
  class Vad {
    constructor(config: object, bufferSeconds: number)
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    isDetected(): boolean
    front(external: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
  }
  /** Its `process` blocks the event loop. */
  class OfflineSpeakerDiarization {
    constructor(config: object)
    process(samples: Float32Array): { start: number; end: number; speaker: number }[]
  }
  class SpeakerEmbeddingExtractor {
    constructor(config: object)
    createStream(): Stream
    isReady(stream: Stream): boolean
    compute(stream: Stream, external: boolean): Float32Array
  }
  const sherpa: {
    OfflineRecognizer: typeof OfflineRecognizer
    Vad: typeof Vad
    OfflineSpeakerDiarization: typeof OfflineSpeakerDiarization
    SpeakerEmbeddingExtractor: typeof SpeakerEmbeddingExtractor
  }

  export type { OfflineRecognizer, OfflineSpeakerDiarization, SpeakerEmbeddingExtractor, Vad }
  export default sherpa
}

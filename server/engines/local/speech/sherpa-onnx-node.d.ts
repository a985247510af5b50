/** What we use of the package, which has no types. Samples are at 16 kHz. */
declare module 'sherpa-onnx-node' {
  type Stream = { acceptWaveform(sound: { sampleRate: number; samples: Float32Array }): void }
  class OfflineRecognizer {
    static createAsync(config: object): Promise<OfflineRecognizer>
    createStream(): Stream
    decodeAsync(stream: Stream): Promise<{ text: string; tokens?: string[]; timestamps?: number[] }>
  }
  class Vad {
    constructor(config: object, bufferSeconds: number)
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    front(external: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
  }
  const sherpa: { OfflineRecognizer: typeof OfflineRecognizer; Vad: typeof Vad }

  export type { OfflineRecognizer, Vad }
  export default sherpa
}

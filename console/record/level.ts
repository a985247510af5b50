/** How loud sound is. */

const samplesAtOnce = 2_048

export const newAnalyser = (context: AudioContext) => new AnalyserNode(context, { fftSize: samplesAtOnce })

/** From 0 to 1: the root of the mean square of the last moment. */
export function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(samplesAtOnce)
  analyser.getFloatTimeDomainData(samples)
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

/** Listens to a microphone that is not recorded. */
export function listenTo(stream: MediaStream) {
  const context = new AudioContext()
  const analyser = newAnalyser(context)
  new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(analyser)
  return { levels: () => (context.state === 'running' ? [levelOf(analyser)] : []), close: () => void context.close() }
}

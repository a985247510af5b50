/** How loud sound is. */

const samplesAtOnce = 2_048
/** How long the sound of a page may take to begin. */
const beginMs = 2_000

export const newAnalyser = (context: AudioContext) => new AnalyserNode(context, { fftSize: samplesAtOnce })

/** From 0 to 1: the root of the mean square of the last moment. */
export function levelOf(analyser: AnalyserNode): number {
  const samples = new Float32Array(samplesAtOnce)
  analyser.getFloatTimeDomainData(samples)
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
}

/** Firefox never runs it without a loudspeaker. */
export async function isRunning(context: AudioContext): Promise<boolean> {
  await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, beginMs))])
  return context.state === 'running'
}

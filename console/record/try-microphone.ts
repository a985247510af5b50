/** Hears a microphone before anything is recorded. */
import { isRunning, levelOf, newAnalyser } from './level.ts'
import { askForSound, stopSound } from './sound.ts'

/** `levels` is null where the browser cannot tell how loud it is. */
export type Heard = { deviceId: string | undefined; levels: (() => number[]) | null }

/**
 * It is on until the signal ends it.
 * @throws {SoundError}
 */
export async function tryMicrophone(deviceId: string | undefined, signal: AbortSignal): Promise<Heard> {
  const [stream] = await askForSound(false, deviceId)
  atEnd(signal, () => stopSound([stream!]))
  const context = new AudioContext()
  atEnd(signal, () => void context.close())
  const analyser = newAnalyser(context)
  new MediaStreamAudioSourceNode(context, { mediaStream: stream! }).connect(analyser)
  return {
    deviceId: stream!.getAudioTracks()[0]!.getSettings().deviceId,
    levels: (await isRunning(context)) ? () => [levelOf(analyser)] : null,
  }
}

/** At once if it has ended. */
function atEnd(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act()
  else signal.addEventListener('abort', act, { once: true })
}

/** Hears the newest words of a recording that still grows, up to its last pause. */
import type { OfflineRecognizer, Vad } from 'sherpa-onnx-node'
import { decodeSound, type SoundToDecode } from '../../transcribe/decode-sound.ts'
import { hertz } from '../../transcribe/made-formats.ts'
import { readWords } from './hear-speech.ts'
import type { SpeechReport } from './messages.ts'
import { type Turn, turnOf } from './piece-text.ts'
import { RecentSound } from './recent-sound.ts'
import { windowSamples } from './recognizer.ts'
import { takeSpeech } from './tell-speech.ts'

/** Speech without a pause is cut here, possibly within a word: the words are wanted soon. */
const longestSeconds = 8
/** The detector finds the beginning of speech a little later. */
const silentSeconds = 1
const margin = 0.2 * hertz

/** @returns `seconds` is up to where everything was heard; later speech has not ended */
export async function hearLive(
  { detector, recognizer }: { detector: Vad; recognizer: OfflineRecognizer },
  file: SoundToDecode,
): Promise<SpeechReport> {
  const fromSeconds = file.from ?? 0
  const sound = new RecentSound()
  const turns: Turn[] = []
  let until = 0
  for await (const { mono } of decodeSound(file, windowSamples)) {
    sound.add(mono)
    if (mono.length === windowSamples) detector.acceptWaveform(mono)
    const isLong = detector.isDetected() && sound.length - until > longestSeconds * hertz
    if (isLong) detector.flush()
    for (const { from, to } of takeSpeech(detector)) {
      const samples = sound.read(from - margin, to + margin)
      const turn = turnOf(await readWords(recognizer, samples), fromSeconds + from / hertz, fromSeconds + to / hertz)
      if (turn) turns.push(turn)
      until = to
    }
    if (isLong) break
    if (!detector.isDetected()) until = Math.max(until, sound.length - silentSeconds * hertz)
  }
  return { done: true, turns, voices: [], seconds: fromSeconds + until / hertz }
}

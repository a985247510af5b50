/** Tells when somebody speaks in a recording, in which track, and with which voice. */
import type { Vad } from 'sherpa-onnx-node'
import type { Track } from '../../transcribe/channels.ts'
import { decodeSound, type SoundToDecode } from '../../transcribe/decode-sound.ts'
import { hertz } from '../../transcribe/made-formats.ts'
import { quietestNear, type Span } from './cut-pieces.ts'
import type { Voice } from './group-voices.ts'
import { RecentSound } from './recent-sound.ts'
import { type OpenModels, windowSamples } from './recognizer.ts'

/** A stretch of speech without a pause or a change of voice; `voice` is null if none is known. */
export type Stretch = Span & { track: number; voice: Voice | null }

/** Around speech: the detector cuts soft beginnings off. */
const margin = 0.2 * hertz
/** The detector gives a stretch of at most 25 s when it has ended. */
const kept = 60 * hertz

/** @returns windows of each track, as loud as usual */
export async function* soundOf(file: SoundToDecode, tracks: Track[]): AsyncGenerator<Float32Array[]> {
  for await (const { mono, channels } of decodeSound(file, windowSamples))
    yield tracks.map(({ channel, gain }) => louder(channel === null ? mono : channels[channel]!, gain))
}

const louder = (samples: Float32Array, gain: number) =>
  samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)))

/** @returns the stretches of each track in order, and the length of the sound */
export async function tellSpeech(
  { openDetector, voiceReader }: Pick<OpenModels, 'openDetector' | 'voiceReader'>,
  file: SoundToDecode,
  tracks: Track[],
  onHeard: (seconds: number) => void,
): Promise<{ stretches: Stretch[]; seconds: number }> {
  const ears = tracks.map(() => ({ detector: openDetector(), sound: new RecentSound(), told: 0 }))
  const stretches: Stretch[] = []
  const tell = (track: number) => {
    const ear = ears[track]!
    for (const { from, to } of takeSpeech(ear.detector)) {
      const span = { from: Math.max(ear.told, from - margin), to: Math.min(ear.sound.length, to + margin) }
      const samples = ear.sound.read(span.from, span.to)
      const voices = voiceReader?.read(samples, span.from / hertz) ?? []
      stretches.push(...cutAtVoices(span, samples, voices).map((stretch) => ({ ...stretch, track })))
      ear.told = span.to
    }
    ear.sound.forgetBefore(ear.sound.length - kept)
  }
  for await (const windows of soundOf(file, tracks)) {
    for (const [track, samples] of windows.entries()) {
      ears[track]!.sound.add(samples)
      if (samples.length === windowSamples) ears[track]!.detector.acceptWaveform(samples)
      tell(track)
    }
    onHeard(ears[0]!.sound.length / hertz)
  }
  for (const [track, { detector }] of ears.entries()) {
    detector.flush()
    tell(track)
  }
  return { stretches, seconds: (ears[0]?.sound.length ?? 0) / hertz }
}

export function takeSpeech(detector: Vad): Span[] {
  const spans: Span[] = []
  while (!detector.isEmpty()) {
    const { start, samples } = detector.front(false)
    spans.push({ from: start, to: start + samples.length })
    detector.pop()
  }
  return spans
}

/** All of the span is of one of its voices, so that no word between them is lost. */
function cutAtVoices({ from, to }: Span, samples: Float32Array, voices: Voice[]): Omit<Stretch, 'track'>[] {
  if (voices.length === 0) return [{ from, to, voice: null }]
  const cuts = voices.slice(1).map(({ start }, index) => {
    const middle = ((voices[index]!.end + start) / 2) * hertz
    return from + quietestNear(samples, Math.round(middle) - from)
  })
  const ends = [...cuts, to]
  return voices
    .map((voice, index) => ({ from: index === 0 ? from : ends[index - 1]!, to: ends[index]!, voice }))
    .filter((stretch) => stretch.to > stretch.from)
}

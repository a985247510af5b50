/** Hears a recording: its words, and who says them. */
import type { OfflineRecognizer, Vad } from 'sherpa-onnx-node'
import { assignSpeakers, type SpeakerSpan } from './assign-speakers.ts'
import { Channels } from './channels.ts'
import { hertz, PieceCutter, type Span } from './cut-pieces.ts'
import { decodeSound } from './decode-sound.ts'
import { groupVoices, meanVoices, type Voice } from './group-voices.ts'
import type { SpeechOrder, SpeechReport } from './messages.ts'
import { type Heard, type Turn, turnOf } from './piece-text.ts'
import { RecentSound } from './recent-sound.ts'
import { type OpenModels, windowSamples } from './recognizer.ts'

/** @param onHeard  receives how many seconds were heard */
export async function hearSpeech(
  { detector, recognizer, voiceReader }: OpenModels,
  { path, speakerCount }: SpeechOrder,
  onHeard: (seconds: number) => void,
): Promise<SpeechReport> {
  const [sound, channels, cutter] = [new RecentSound(), new Channels(windowSamples), new PieceCutter()]
  const [turns, voices] = [[] as Turn[], [] as Voice[]]
  const read = async (pieces: Span[]) => {
    for (const { from, to } of pieces) {
      const samples = sound.read(from, to)
      const [start, end] = [from / hertz, Math.min(to, sound.length) / hertz]
      const turn = turnOf(await readWords(recognizer, samples), start, end)
      if (turn) {
        turns.push(turn)
        voices.push(...(voiceReader?.read(samples, start) ?? []))
      }
      onHeard(sound.length / hertz)
    }
  }
  for await (const { mono, channels: parts } of decodeSound(path, windowSamples)) {
    sound.add(mono)
    channels.add(parts)
    if (mono.length === windowSamples) detector.acceptWaveform(mono)
    await read([...takeSpeech(detector).flatMap((span) => cutter.addSpeech(span)), ...cutter.advance(sound.length)])
    sound.forgetBefore(cutter.neededFrom(sound.length))
  }
  detector.flush()
  await read([...takeSpeech(detector).flatMap((span) => cutter.addSpeech(span)), ...cutter.end()])
  return { done: true, ...withSpeakers(turns, voices, channels, speakerCount), seconds: sound.length / hertz }
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

export function readWords(recognizer: OfflineRecognizer, samples: Float32Array): Promise<Heard> {
  const stream = recognizer.createStream()
  stream.acceptWaveform({ sampleRate: hertz, samples })
  return recognizer.decodeAsync(stream)
}

/** Channels with a person each need no guess, unless a person said another number. */
function withSpeakers(heard: Turn[], voices: Voice[], channels: Channels, speakerCount: number | null) {
  const found = channels.speakers(heard)
  const apart = found && (speakerCount ?? countOf(found)) === countOf(found) ? found : null
  const groups = apart ? voices.map((voice) => channels.loudest(voice)) : groupVoices(voices, speakerCount)
  const spans = apart ?? voices.map(({ start, end }, index) => ({ start, end, speaker: groups[index]! }))
  const { turns, labels } = assignSpeakers(heard, spans)
  const means = meanVoices(voices, groups)
  const known = [...labels].filter(([group]) => groups.includes(group))
  return { turns, voices: known.map(([group, speaker]) => ({ speaker, vector: [...means[group]!] })) }
}

const countOf = (spans: SpeakerSpan[]) => new Set(spans.map(({ speaker }) => speaker)).size

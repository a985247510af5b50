/** Hears a recording: who speaks when, and then what each of them says. */
import type { OfflineRecognizer } from 'sherpa-onnx-node'
import { notUnderstood } from '../../shared/not-understood.ts'
import type { Track } from '../../transcribe/channels.ts'
import { listenToChannels } from '../../transcribe/decode-sound.ts'
import { hertz } from '../../transcribe/made-formats.ts'
import { missingSpans } from '../../transcribe/missing-spans.ts'
import { cutPieces, longest } from './cut-pieces.ts'
import { meanVoices } from './group-voices.ts'
import type { SpeakerChannel, SpeechOrder } from './messages.ts'
import { fillIn, type Piece, toReadAgain } from './missing-words.ts'
import { type Heard, turnOf } from './piece-text.ts'
import { RecentSound } from './recent-sound.ts'
import type { OpenModels } from './recognizer.ts'
import type { SpeechResult } from './run-speech.ts'
import { partsOf, type Told } from './speakers.ts'
import { soundOf, tellSpeech } from './tell-speech.ts'

/** Of the work, for progress; the rest are words. */
const [listening, telling] = [0.05, 0.25]
const reportedSeconds = 2

/** @param onHeard  receives how many seconds were heard */
export async function hearSpeech(
  models: Pick<OpenModels, 'openDetector' | 'recognizer' | 'voiceReader'>,
  { sound: file, speakerCount }: Pick<SpeechOrder, 'sound' | 'speakerCount'>,
  onHeard: (seconds: number) => void,
): Promise<SpeechResult> {
  const report = seldom(onHeard)
  const channels = await listenToChannels(file, (at) => report(listening * at))
  const tracks = channels.tracks()
  const { stretches, seconds } = await tellSpeech(models, file, tracks, (at) => report(telling * at))
  const parts = partsOf(stretches, tracks, channels, speakerCount)
  const pieces: Piece[] = cutPieces(parts).map((part) => ({ ...part, turns: [] }))
  const readAll = (wanted: Piece[], at: (seconds: number) => void) =>
    readPieces(models.recognizer, soundOf(file, tracks), wanted, at)
  await readAll(pieces, (at) => report(telling * seconds + (1 - telling) * at))
  const again = toReadAgain(pieces)
  if (again.length > 0)
    await readAll(
      again.flatMap(({ parts }) => parts),
      () => onHeard(seconds),
    )
  for (const each of again) fillIn(each)
  if (pieces.some(isUnderstood)) return { done: true, ...labelled(pieces, parts, tracks), seconds }
  // A detector takes noise for speech now and then; where the sound itself is like speech, it says what is missing.
  const isSpoken = missingSpans([], channels.energies()).length > 0
  return { done: true, turns: isSpoken ? labelled(pieces, parts, tracks).turns : [], voices: [], seconds }
}

/** The process tells so a few times, not for each window. */
function seldom(onHeard: (seconds: number) => void): (seconds: number) => void {
  let told = 0
  return (seconds) => {
    if (seconds - told < reportedSeconds) return
    told = seconds
    onHeard(seconds)
  }
}

/** Fills in the turns of the pieces, which are in the order of their ends. */
async function readPieces(
  recognizer: OfflineRecognizer,
  windows: AsyncIterable<Float32Array[]>,
  pieces: Piece[],
  onRead: (seconds: number) => void,
): Promise<void> {
  const waiting = pieces.toSorted((one, other) => one.to - other.to)
  const sounds = new Map<number, RecentSound>()
  const soundOfTrack = (track: number) => sounds.get(track) ?? sounds.set(track, new RecentSound()).get(track)!
  const readUntil = async (end: number) => {
    while (waiting[0] && waiting[0].to <= end) {
      const piece = waiting.shift()!
      const samples = soundOfTrack(piece.track).read(piece.from, piece.to)
      const turn = turnOf(await readWords(recognizer, samples), piece.from / hertz, piece.to / hertz)
      piece.turns = turn ? [turn] : []
      onRead(piece.to / hertz)
    }
  }
  for await (const tracks of windows) {
    for (const [track, samples] of tracks.entries()) soundOfTrack(track).add(samples)
    await readUntil(soundOfTrack(0).length)
    if (waiting.length === 0) return
    for (const sound of sounds.values()) sound.forgetBefore(sound.length - longest)
  }
  await readUntil(Infinity)
}

export function readWords(recognizer: OfflineRecognizer, samples: Float32Array): Promise<Heard> {
  const stream = recognizer.createStream()
  stream.acceptWaveform({ sampleRate: hertz, samples })
  return recognizer.decodeAsync(stream)
}

const isUnderstood = ({ turns }: Piece) => turns.some(({ text }) => text !== notUnderstood)

/** Labels are `SPEAKER_0` and so on, in order of appearance. */
function labelled(
  pieces: Piece[],
  parts: Told[],
  tracks: Track[],
): Pick<SpeechResult, 'turns' | 'voices' | 'channels'> {
  const spoken = pieces.flatMap(({ turns, speaker }) => turns.map((turn) => ({ turn, speaker })))
  spoken.sort((one, other) => one.turn.start - other.turn.start)
  const speakers = [...new Set(spoken.flatMap(({ speaker }) => speaker ?? []))]
  const turns = spoken.map(({ turn, speaker }) =>
    speaker === null ? turn : { ...turn, speaker: labelOf(speakers.indexOf(speaker)) },
  )
  const known = parts.filter(({ voice, speaker }) => voice && speaker !== null && speakers.includes(speaker))
  const means = meanVoices(
    known.map(({ voice }) => voice!),
    known.map(({ speaker }) => speakers.indexOf(speaker!)),
  )
  const voices = means.map((vector, index) => ({ speaker: labelOf(index), vector: [...vector] }))
  return {
    turns,
    voices: voices.filter(({ vector }) => vector.some(Boolean)),
    ...(tracks.length > 1 && { channels: channelsOf(parts, tracks, speakers) }),
  }
}

function channelsOf(parts: Told[], tracks: Track[], speakers: number[]): SpeakerChannel[] {
  return speakers.map((speaker, index) => {
    const own = parts.filter((part) => part.speaker === speaker)
    const timeIn = (track: number) =>
      own.reduce((sum, { from, to, track: its }) => sum + (its === track ? to - from : 0), 0)
    const [most] = [...tracks.keys()].sort((one, other) => timeIn(other) - timeIn(one))
    return { speaker: labelOf(index), channel: tracks[most!]!.channel! }
  })
}

const labelOf = (index: number) => `SPEAKER_${index}`

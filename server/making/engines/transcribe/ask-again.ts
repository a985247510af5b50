/** Asks once more about stretches in which people speak and a service heard no words. */
import { EngineError } from '../../../platform/errors.ts'
import type { SpokenWord } from '../../../platform/postgres/column-types.ts'
import type { Transcription } from '../shared/engines.ts'
import { notUnderstood } from '../shared/not-understood.ts'
import { loudnessOf } from './decode-sound.ts'
import { fillIn } from './join-tracks.ts'
import type { MadeFormat } from './made-formats.ts'
import type { MediaTools, SoundFile } from './media-tools.ts'
import { hasGap, missingSpans, type Span } from './missing-spans.ts'

/** Further ones are marked at once: no recording of people has so many. */
const mostAgain = 10

/** @throws {EngineError} */
export type AskForWords = (sound: SoundFile) => Promise<Transcription>
type Means = { tools: MediaTools; format: MadeFormat; ask: AskForWords }

/** @returns what was heard, with the words of each such stretch, or a mark where it still has none */
export async function askAgain(
  { tools, format, ask }: Means,
  whole: SoundFile,
  heard: Transcription,
  signal: AbortSignal,
): Promise<Transcription> {
  const found: Transcription[] = []
  for (const span of await missingIn(whole, heard, tools.maxSeconds, signal)) {
    const sound = { ...whole.sound, tracks: [0], channels: 1, seconds: span.end - span.start }
    const askAbout = async () => {
      await using cut = await tools.convert(whole, format, signal, { span })
      return cut && (await ask({ media: cut.parts[0]!, sound }))
    }
    const again = found.length < mostAgain ? await orSilence(askAbout()) : null
    found.push(placed(again?.transcript.speech_segments.length ? again : nothingIn(span), span.start))
  }
  return found.length === 0 ? heard : fillIn(heard, found)
}

/** A failure of a second question, or of its sound, fails nothing; the transcriber logs it. */
async function orSilence(asked: Promise<Transcription | null>): Promise<Transcription | null> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return null
  }
}

async function missingIn(
  whole: SoundFile,
  { transcript }: Transcription,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<Span[]> {
  const heard = transcript.speech_segments.map(({ start_time: start, end_time: end }) => ({ start, end }))
  const { seconds } = whole.sound
  if (seconds === null || !hasGap(heard, seconds)) return []
  const channels = await loudnessOf(whole, maxSeconds, signal)
  const spans = channels ? missingSpans(heard, channels.energies()) : []
  return spans.map(({ start, end }) => ({ start, end: Math.min(end, seconds) }))
}

const nothingIn = ({ start, end }: Span): Transcription => ({
  transcript: {
    language_code: 'und',
    speech_segments: [{ speaker: '', text: notUnderstood, start_time: 0, end_time: end - start }],
  },
  durationSeconds: null,
})

/** Each time is so many seconds later. */
function placed({ transcript, words, ...heard }: Transcription, seconds: number): Transcription {
  const later = (time: number) => Math.round((time + seconds) * 1_000) / 1_000
  return {
    ...heard,
    transcript: {
      ...transcript,
      speech_segments: transcript.speech_segments.map((segment) => ({
        ...segment,
        start_time: later(segment.start_time),
        end_time: later(segment.end_time),
      })),
    },
    ...(words && {
      words: words.map(
        (timed) => timed?.map(([text, start, end]): SpokenWord => [text, later(start), later(end)]) ?? null,
      ),
    }),
  }
}

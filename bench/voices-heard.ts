/** The voices that can be had: four of a speech synthesizer in three meetings of the demo, and one reader. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findSpeech } from '../server/making/engines/local/speech/find-speech.ts'
import { openLocalTranscriber } from '../server/making/engines/local/speech/local-transcriber.ts'
import type { SpokenSpan } from '../server/making/engines/shared/engines.ts'
import { chooseSpans } from '../server/making/voices/spans.ts'
import { demoMedia, type Spoken, spokenIn, wav } from '../test/support/speech-samples.ts'

/** How much of a half is heard, and how. */
export type How = 'half' | 'five seconds' | 'telephone'
/** `recording` is of two halves. */
export type Heard = { voice: string; recording: string; half: number; how: How; vector: number[] }

type Part = Omit<Heard, 'vector'> & { spans: Omit<SpokenSpan, 'speaker'>[] }
type Recording = { name: string; path: string; segments: Spoken[]; nameOf: (index: number) => string }

export const synthesized = 'espeak'
const least = 5

/** @param folder  has the models, and receives sound as a telephone carries it */
export async function hearAll(folder: string): Promise<Heard[]> {
  const limits = { seconds: 600, silentSeconds: 600 }
  const findModels = () => findSpeech(folder, '')
  const transcriber = openLocalTranscriber({ findSpeech: findModels, processes: 1, threads: 1, limits }, console)
  const { signal } = new AbortController()
  const hear = async (path: string, parts: Part[]): Promise<Heard[]> => {
    const spans = parts.flatMap((part, index) => part.spans.map((span) => ({ ...span, speaker: String(index) })))
    const media = { path, bytes: 0, contentType: null, fileName: '' }
    const voices = await transcriber.hearVoices!(media, spans, signal)
    return voices.map(({ speaker, vector }) => ({ ...parts[Number(speaker)]!, vector }))
  }
  const heard: Heard[] = []
  for (const recording of await readRecordings()) {
    const halves = halvesOf(recording)
    heard.push(...(await hear(recording.path, [...halves, ...halves.map(shorten)])))
    if (recording.name === 'games_1') continue
    const asByTelephone = halves.map((half) => ({ ...half, how: 'telephone' as const }))
    heard.push(...(await hear(await overTelephone(recording.path, folder), asByTelephone)))
  }
  return heard
}

async function readRecordings(): Promise<Recording[]> {
  // scripts/make-demo-media.ts gives the first speaker of each meeting the same voice, and so on.
  const meetings = ['price', 'fashion_1', 'games_1'].map(async (name) => ({
    name,
    path: demoMedia(name),
    segments: await spokenIn(`r_${name}`),
    nameOf: (index: number) => `${synthesized} ${index + 1}`,
  }))
  const sentences = Array.from({ length: 9 }, (_, index) => ({
    speaker: 'reader',
    start_time: 4.8 * index,
    end_time: 4.8 * (index + 1),
  }))
  const reading = { name: 'two_cities', path: wav, segments: sentences, nameOf: () => 'reader' }
  return [...(await Promise.all(meetings)), reading]
}

/** Each speaker's first and second half, as long as a person's voice is read. */
function halvesOf({ name, segments, nameOf }: Recording): Part[] {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker))]
  return speakers.flatMap((speaker, index) => {
    const own = segments.filter((segment) => segment.speaker === speaker)
    const middle = own.reduce((sum, segment) => sum + lengthOf(segment), 0) / 2
    let seconds = 0
    const halves: [Spoken[], Spoken[]] = [[], []]
    for (const segment of own) {
      halves[seconds < middle ? 0 : 1].push(segment)
      seconds += lengthOf(segment)
    }
    return halves.map((spoken, half): Part => {
      const spans = chooseSpans(spoken) ?? []
      return { voice: nameOf(index), recording: name, half, how: 'half', spans }
    })
  })
}

const lengthOf = ({ start_time, end_time }: Spoken) => end_time - start_time

/** The least that is recognised. */
function shorten({ spans, ...part }: Part): Part {
  let seconds = 0
  const first = spans.map(({ start, end }) => {
    const until = Math.min(end, start + least - seconds)
    seconds += until - start
    return { start, end: until }
  })
  return { ...part, how: 'five seconds', spans: first.filter(({ start, end }) => end > start) }
}

async function overTelephone(path: string, folder: string): Promise<string> {
  const out = join(folder, 'telephone.wav')
  const narrow = ['-af', 'highpass=f=300,lowpass=f=3400', '-ar', '8000', '-c:a', 'pcm_mulaw']
  await promisify(execFile)('ffmpeg', ['-y', '-v', 'error', '-i', path, ...narrow, out])
  return out
}

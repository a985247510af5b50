/** Sound whose words and speakers are known, and small models that read it; SPEECH_SAMPLES names their folder. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addFolder } from '../../server/making/engines/local/models/add-folder.ts'

const samples = process.env.SPEECH_SAMPLES ?? ''
export const missing =
  !existsSync(join(samples, 'two_cities.wav')) && 'SPEECH_SAMPLES names no folder with speech models'
export const wav = join(samples, 'two_cities.wav')
export const read = `It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness,
  it was the epoch of belief, it was the epoch of incredulity, it was the season of light, it was the season of darkness,
  it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing before us,
  we were all going direct to heaven, we were all going direct the other way. In short, the period was so far like the
  present period, that some of its noisiest authorities insisted on its being received, for good or for evil, in the
  superlative degree of comparison only.`

export const wordsOf = (text: string) => text.toLowerCase().match(/[a-z']+/g) ?? []

/** The smallest number of words to insert, leave out or replace. */
export function wordErrors(said: string[], heard: string[]): number {
  let row = heard.map((_, index) => index + 1)
  for (const [before, word] of said.entries()) {
    let [diagonal, left] = [before, before + 1]
    row = row.map((above, index) => {
      left = Math.min(above + 1, left + 1, diagonal + Number(heard[index] !== word))
      diagonal = above
      return left
    })
  }
  return row.at(-1) ?? said.length
}

export const demoMedia = (name: string) => join(import.meta.dirname, '../../demo/media', name)
export const price = demoMedia('price')

export type Spoken = { speaker: string; start_time: number; end_time: number }

/** What the media of a recording of the demo were made from. */
export async function spokenIn(recordingId: string): Promise<Spoken[]> {
  const world = JSON.parse(await readFile(join(import.meta.dirname, '../../demo/world.json'), 'utf8'))
  const { recordings } = world.workspaces[0]
  return recordings.find(({ id }: { id: string }) => id === recordingId).transcript.speech_segments
}

/** Of the frames with a speaker in both; each speaker heard is the person with whom they share most. */
export function shareOfRightFrames(said: Spoken[], heard: Spoken[]): number {
  const speakerAt = (segments: Spoken[], at: number) =>
    segments.find(({ start_time, end_time }) => start_time <= at && at < end_time)?.speaker
  const counts = new Map<string, Map<string, number>>()
  for (let at = 0; at < said.at(-1)!.end_time; at += 0.01) {
    const [person, speaker] = [speakerAt(said, at), speakerAt(heard, at)]
    if (!person || !speaker) continue
    const ofSpeaker = counts.get(speaker) ?? new Map<string, number>()
    counts.set(speaker, ofSpeaker.set(person, (ofSpeaker.get(person) ?? 0) + 1))
  }
  const all = [...counts.values()].map((ofSpeaker) => [...ofSpeaker.values()])
  return all.reduce((sum, each) => sum + Math.max(...each), 0) / all.flat().reduce((sum, each) => sum + each, 0)
}

/** By folder of the samples: name and purpose; without a purpose it is a model of the catalogue. */
const models = [
  ['silero-vad', 'silero-vad', null],
  ['whisper-tiny.en', 'whisper-tiny.en', 'words'],
  ['pyannote-segmentation-3.0', 'segmentation', 'segmentation'],
  ['campplus-zh-en-advanced', 'campplus', 'voices'],
] as const

export async function addSampleModels(modelsDir: string, signal: AbortSignal): Promise<void> {
  const options = { modelsDir, clock: () => new Date(), signal }
  for (const [folder, name, purpose] of models)
    await addFolder({ folder: join(samples, folder), name, purpose }, options)
}

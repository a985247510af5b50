/** Hears the voices of speakers of whom is known when they speak. */
import type { SpokenSpan } from '../../shared/engines.ts'
import { decodeSound, type SoundToDecode } from '../../transcribe/decode-sound.ts'
import { hertz } from '../../transcribe/made-formats.ts'
import { meanVoices, type Voice } from './group-voices.ts'
import type { HeardVoice } from './messages.ts'
import { RecentSound } from './recent-sound.ts'
import type { VoiceReader } from './voice-reader.ts'

const longestSeconds = 10

/** @returns speakers with enough speech for a voice, in order of appearance */
export async function hearVoices(reader: VoiceReader, file: SoundToDecode, spans: SpokenSpan[]): Promise<HeardVoice[]> {
  const stretches = spans.flatMap(cutSpan).sort((one, other) => one.start - other.start)
  const [sound, voices, speakers] = [new RecentSound(), [] as Voice[], [] as string[]]
  const readUntil = (end: number) => {
    while (stretches[0] && stretches[0].end * hertz <= end) {
      const { speaker, start, end } = stretches.shift()!
      const vector = reader.vectorOf(sound.read(Math.round(start * hertz), Math.round(end * hertz)))
      if (!vector) continue
      voices.push({ start, end, vector })
      speakers.push(speaker)
    }
  }
  for await (const { mono } of decodeSound(file, hertz)) {
    sound.add(mono)
    readUntil(sound.length)
    if (stretches.length === 0) break
    sound.forgetBefore(stretches[0]!.start * hertz)
  }
  readUntil(Infinity)
  const names = [...new Set(speakers)]
  const means = meanVoices(
    voices,
    speakers.map((speaker) => names.indexOf(speaker)),
  )
  return names.map((speaker, index) => ({ speaker, vector: [...means[index]!] }))
}

function cutSpan({ speaker, start, end }: SpokenSpan): SpokenSpan[] {
  const count = Math.ceil((end - start) / longestSeconds)
  const cut = (index: number) => start + ((end - start) * index) / count
  return Array.from({ length: count }, (_, index) => ({ speaker, start: cut(index), end: cut(index + 1) }))
}

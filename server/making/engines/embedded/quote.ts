/** Prints a quotation: the speaker's name and words. *Pure.* */
import { clip, type Point } from '../shared/compose-notes.ts'
import type { Sentence } from './sentences.ts'

const maxSpeakerCharacters = 60

export function quote({ speaker, second }: Sentence, words: string): Point {
  const name = clip(speaker.trim(), maxSpeakerCharacters)
  return { text: name === '' ? words : `${name}: ${words}`, timestamp: second }
}

/** A summary in one paragraph: the key phrases of each topic and its most informative sentence. *Pure.* */
import { clip } from '../compose-notes.ts'
import { informativeSentences } from './informative-sentences.ts'
import { keyPhrases } from './key-phrases.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'

/** A shorter meeting gets no frame around its best sentence. */
const LEAST_WORDS_FRAMED = 150
const PHRASES_OF_ALL = 4
const PHRASES_OF_TOPIC = 2
const MOST_CHARACTERS_OF_SPEAKER = 60

/** The purpose of a meeting is usually named within its first sentences. */
const OPENING_SENTENCES = 40
const purpose = /\b(?:welcome to|meeting|agenda|purpose|today we|we're here|we are here|kick-?off)\b/i

/** Shorter than the transcript. The connecting words are English; for other languages it has only quotes. */
export function summarize(reading: Reading, topics: ReadSentence[][]): string {
  const { sentences, language } = reading
  const pick = informativeSentences(reading)
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0)
  if (words < LEAST_WORDS_FRAMED) return (pick(sentences) ?? longest(sentences))?.text ?? ''
  if (language.code !== 'eng') return join(topics.map((topic) => quote(pick(topic))))
  const stated = pick(sentences.slice(0, OPENING_SENTENCES).filter(({ text }) => purpose.test(text)))
  const about = keyPhrases(sentences, reading, PHRASES_OF_ALL)
  const named = about.flatMap(({ terms }) => terms)
  const parts = topics.flatMap((topic, index) => {
    const phrases = keyPhrases(topic, reading, PHRASES_OF_TOPIC, named)
    return [frame(`${openingOf(index, topics.length)}, the group discussed`, phrases), quote(pick(topic))]
  })
  return join([frame('The meeting was about', about), quote(stated), ...parts])
}

const join = (texts: string[]) => texts.filter((text) => text !== '').join(' ')

function openingOf(index: number, count: number): string {
  if (index === 0) return 'First'
  if (index === count - 1) return 'Finally'
  return index % 2 === 1 ? 'Then' : 'After that'
}

function frame(words: string, phrases: { text: string }[]): string {
  if (phrases.length === 0) return ''
  const texts = phrases.map(({ text }) => text)
  const listed = texts.length === 1 ? texts[0] : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
  return `${words} ${listed}.`
}

function quote(sentence: ReadSentence | undefined): string {
  if (!sentence) return ''
  const speaker = clip(sentence.speaker, MOST_CHARACTERS_OF_SPEAKER)
  const text = /[\p{L}\p{N}]$/u.test(sentence.text) ? `${sentence.text}.` : sentence.text
  return speaker === '' ? text : `${speaker}: ${text}`
}

function longest([first, ...others]: ReadSentence[]): ReadSentence | undefined {
  return others.reduce((best, sentence) => (sentence.words.length > best!.words.length ? sentence : best), first)
}

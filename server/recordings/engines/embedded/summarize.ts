/** A summary in a paragraph: what was talked about, topic by topic, and the sentence of each that tells most. *Pure.* */
import { clip } from '../compose-notes.ts'
import { keyPhrases } from './key-phrases.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'

/** Of a shorter sentence little is understood alone, a longer one is half a summary. */
const LEAST_WORDS = 8
const MOST_WORDS = 35
/** What a term is worth again in another sentence that has it. */
const AGAIN = 0.3
/** Between 0 (long sentences win) and 1 (dense ones win). */
const LENGTH_POWER = 0.6
/** Speech that is all nouns is a list or a slip; speech that breaks off is half a thought. */
const LEAST_COMMON_SHARE = 0.5
const DOUBT = 0.5
const BROKEN_OFF = 0.7

const MOST_CHARACTERS_OF_SPEAKER = 60
const phrasesOfAll = 4
const phrasesOfTopic = 2

/** What is shorter is not worth a frame around its best sentence. */
const LEAST_WORDS_FRAMED = 150

/** Shorter than what it summarizes. The connecting words are English; in other languages the quotes stand alone. */
export function summarize(reading: Reading, topics: ReadSentence[][]): string {
  const words = reading.sentences.reduce((sum, sentence) => sum + sentence.words.length, 0)
  const told = new Map<string, number>()
  const best = topics.map((topic) => bestSentence(topic, reading, told))
  if (words < LEAST_WORDS_FRAMED) return (best[0] ?? longest(reading.sentences))?.text ?? ''
  const quotes = best.map(quote)
  if (reading.language.code !== 'eng') return join(quotes)
  const about = keyPhrases(reading.sentences, reading, phrasesOfAll)
  const known = about.flatMap(({ terms }) => terms)
  const parts = topics.map((topic, index) => {
    const phrases = keyPhrases(topic, reading, phrasesOfTopic, known).map(({ text }) => text)
    const opening = openingOf(index, topics.length)
    return join([phrases.length > 0 ? `${opening}, the group discussed ${listed(phrases)}.` : '', quotes[index]!])
  })
  return join([about.length > 0 ? `The meeting was about ${listed(about.map(({ text }) => text))}.` : '', ...parts])
}

const join = (texts: string[]) => texts.filter((text) => text !== '').join(' ')

function openingOf(index: number, count: number): string {
  if (index === 0) return 'First'
  if (index === count - 1) return 'Finally'
  return index % 2 === 1 ? 'Then' : 'After that'
}

const listed = (texts: string[]) =>
  texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`

function quote(sentence: ReadSentence | undefined): string {
  if (!sentence) return ''
  const speaker = clip(sentence.speaker, MOST_CHARACTERS_OF_SPEAKER)
  return speaker === '' ? sentence.text : `${speaker}: ${sentence.text}`
}

const longest = (sentences: ReadSentence[]) =>
  sentences.reduce<ReadSentence | undefined>(
    (best, sentence) => (best && best.words.length >= sentence.words.length ? best : sentence),
    undefined,
  )

/** The sentence that tells most of what was not told yet; nothing where all of them are chatter. */
function bestSentence(topic: ReadSentence[], reading: Reading, told: Map<string, number>): ReadSentence | undefined {
  let best: ReadSentence | undefined
  let most = 0
  for (const sentence of topic) {
    const value = weigh(sentence, reading.worth, told)
    if (value > most) [best, most] = [sentence, value]
  }
  for (const term of new Set(best?.terms)) told.set(term, (told.get(term) ?? 0) + 1)
  return best
}

function weigh({ text, terms, words }: ReadSentence, worth: Reading['worth'], told: Map<string, number>): number {
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS || /[?？]$/.test(text)) return 0
  let sum = 0
  for (const term of new Set(terms)) sum += worth(term) * AGAIN ** (told.get(term) ?? 0)
  const broken = /[.!。！]["”»)]?$/.test(text) ? 1 : BROKEN_OFF
  const listing = 1 - terms.length / words.length < LEAST_COMMON_SHARE ? DOUBT : 1
  return (sum / words.length ** LENGTH_POWER) * broken * listing
}

/** Chooses the moments that the notes quote: what the meeting was for, what it spoke of, what came of it. *Pure.* */
import { clip, type Point } from '../compose-notes.ts'
import { cutWords } from './broken-off-words.ts'
import { informativeSentences, type Picker } from './informative-sentences.ts'
import { isComplete } from './is-complete.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'
import { topicHeading } from './topic-heading.ts'
import { stemOf, wordsOf } from './words.ts'

const MOST_MOMENTS = 5
const MOST_CHARACTERS_OF_SPEAKER = 60
const MOST_CHARACTERS_OF_TEXT = 480
const MOST_WORDS_TOGETHER = 60
/** What a meeting is for is usually said in its first part. */
const OPENING_SENTENCES = 60
/** A shorter meeting is summarized by one moment. */
const LEAST_WORDS_FOR_TOPICS = 150

export type Moments = { summary: Point[]; topics: Point[] }

/** @param settled  the indexes of the decisions: the best of them shows the result of the meeting */
export function chooseMoments(reading: Reading, topics: ReadSentence[][], settled: number[]): Moments {
  const { sentences, speech } = reading
  const whole = sentences.filter((one) => !/[?？]["”»)]?\s*$/.test(one.raw) && isComplete(one, speech))
  const said = sentences.flatMap(lowerWords)
  const cut = speech.code === 'eng' ? cutWords(said) : new Set<string>()
  const complete = new Set(
    whole.filter((one) => !speech.courtesy.test(one.text) && !lowerWords(one).some((word) => cut.has(word))),
  )
  const pick = informativeSentences(reading)
  const among = (some: ReadSentence[]) => pick(some.filter((one) => complete.has(one)))
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0)
  if (words < LEAST_WORDS_FOR_TOPICS) {
    const only = among(sentences) ?? longest([...complete]) ?? longest(sentences)
    return { summary: only ? [quote(only)] : [], topics: [] }
  }
  const purposes = whole.filter(({ index, text }) => index < OPENING_SENTENCES && speech.purpose.test(text))
  // Who welcomes the others often says what for, but who says nothing else says it better.
  const purpose = among(purposes) ?? pick(purposes)
  const outcome = pick(settled.map((index) => sentences[index]!)) ?? sentences[settled.at(-1) ?? -1]
  const chosen = new Set([purpose, outcome].filter((one) => one !== undefined))
  for (let round = 0; chosen.size < MOST_MOMENTS && round < MOST_MOMENTS; round++) {
    for (const topic of topics) {
      const moment = chosen.size < MOST_MOMENTS ? among(topic) : undefined
      if (moment) chosen.add(moment)
    }
  }
  if (chosen.size === 0) chosen.add(longest(sentences)!)
  const summary = [...chosen]
    .sort((one, other) => one.index - other.index)
    .map((moment) => quote(moment, goesOn(moment, reading, complete, chosen)))
  return { summary, topics: describeTopics(topics, reading, among) }
}

const lowerWords = ({ words }: ReadSentence) => words.map((word) => word.toLowerCase())

/** A heading where there is one, and the best moment that is left of each topic and speaks of the heading. */
function describeTopics(topics: ReadSentence[][], reading: Reading, among: Picker): Point[] {
  const known = new Set(reading.sentences.values().flatMap(({ speaker }) => wordsOf(speaker).map(stemOf)))
  return topics.flatMap((topic) => {
    const heading = topicHeading(topic, reading, known)
    for (const term of heading?.terms ?? []) known.add(term)
    const about = heading ? topic.filter(({ terms }) => heading.terms.every((term) => terms.includes(term))) : topic
    const moment = among(about)
    const said = moment && quote(moment).text
    const text = [heading?.text, said].filter((part) => part !== undefined).join(' – ')
    return text === '' ? [] : [{ text, timestamp: (moment ?? about[0]!).second }]
  })
}

/** The next sentence of the speaker, if it too can stand alone: two sentences tell a reader more than one. */
function goesOn(
  { index, speaker, words }: ReadSentence,
  { sentences }: Reading,
  complete: Set<ReadSentence>,
  chosen: Set<ReadSentence>,
): ReadSentence | undefined {
  const next = sentences[index + 1]
  if (!next || next.speaker !== speaker || !complete.has(next) || chosen.has(next)) return undefined
  return words.length + next.words.length <= MOST_WORDS_TOGETHER ? next : undefined
}

const withFullStop = (text: string) => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)

/** In the speaker's words. */
function quote({ speaker, text, second }: ReadSentence, next?: ReadSentence): Point {
  const name = clip(speaker.trim(), MOST_CHARACTERS_OF_SPEAKER)
  const whole = [text, next?.text]
    .filter((one) => one !== undefined)
    .map(withFullStop)
    .join(' ')
  return { text: clip(name === '' ? whole : `${name}: ${whole}`, MOST_CHARACTERS_OF_TEXT), timestamp: second }
}

function longest([first, ...others]: ReadSentence[]): ReadSentence | undefined {
  return others.reduce((best, sentence) => (sentence.words.length > best!.words.length ? sentence : best), first)
}

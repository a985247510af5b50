/** Chooses the sentences that the notes quote: the purpose of the meeting, its topics and its result. *Pure.* */
import { clip, type Point } from '../compose-notes.ts'
import { brokenOffWords } from './broken-off-words.ts'
import { informativeSentences, type Picker } from './informative-sentences.ts'
import { isComplete } from './is-complete.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'
import { topicHeading } from './topic-heading.ts'
import { stemOf, wordsOf } from './words.ts'

const maxMoments = 5
const maxSpeakerCharacters = 60
const maxTextCharacters = 480
const maxQuotedWords = 60
/** The purpose of a meeting is usually said in its first part. */
const openingSentences = 60
/** A shorter meeting is summarized by one moment. */
const minWordsForTopics = 150

export type Moments = { summary: Point[]; topics: Point[] }

/** @param settled  the indexes of the decisions; the best decision shows the result of the meeting */
export function chooseMoments(reading: Reading, topics: ReadSentence[][], settled: number[]): Moments {
  const { sentences, speech } = reading
  const whole = sentences.filter((one) => !/[?？]["”»)]?\s*$/.test(one.raw) && isComplete(one, speech))
  const said = sentences.flatMap(lowerWords)
  const cut = speech.code === 'eng' ? brokenOffWords(said) : new Set<string>()
  const complete = new Set(
    whole.filter((one) => !speech.courtesy.test(one.text) && !lowerWords(one).some((word) => cut.has(word))),
  )
  const pick = informativeSentences(reading)
  const among = (some: ReadSentence[]) => pick(some.filter((one) => complete.has(one)))
  const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0)
  if (words < minWordsForTopics) {
    const only = among(sentences) ?? longest([...complete]) ?? longest(sentences)
    return { summary: only ? [quote(only)] : [], topics: [] }
  }
  const purposes = whole.filter(({ index, text }) => index < openingSentences && speech.purpose.test(text))
  // A sentence that also welcomes people often names the purpose, but a sentence without a welcome is preferred.
  const purpose = among(purposes) ?? pick(purposes)
  const outcome = pick(settled.map((index) => sentences[index]!)) ?? sentences[settled.at(-1) ?? -1]
  const chosen = new Set([purpose, outcome].filter((one) => one !== undefined))
  for (let round = 0; chosen.size < maxMoments && round < maxMoments; round++) {
    for (const topic of topics) {
      const moment = chosen.size < maxMoments ? among(topic) : undefined
      if (moment) chosen.add(moment)
    }
  }
  if (chosen.size === 0) chosen.add(longest(sentences)!)
  const summary = [...chosen]
    .sort((one, other) => one.index - other.index)
    .map((moment) => quote(moment, nextSentence(moment, reading, complete, chosen)))
  return { summary, topics: describeTopics(topics, reading, among) }
}

const lowerWords = ({ words }: ReadSentence) => words.map((word) => word.toLowerCase())

/** Each topic has a heading, if one is found, and its best remaining sentence about the heading. */
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

/** The speaker's next sentence, if a reader can understand it alone. Two sentences tell a reader more than one. */
function nextSentence(
  { index, speaker, words }: ReadSentence,
  { sentences }: Reading,
  complete: Set<ReadSentence>,
  chosen: Set<ReadSentence>,
): ReadSentence | undefined {
  const next = sentences[index + 1]
  if (!next || next.speaker !== speaker || !complete.has(next) || chosen.has(next)) return undefined
  return words.length + next.words.length <= maxQuotedWords ? next : undefined
}

const withFullStop = (text: string) => (/[\p{L}\p{N}]$/u.test(text) ? `${text}.` : text)

/** The speaker's name and words. */
function quote({ speaker, text, second }: ReadSentence, next?: ReadSentence): Point {
  const name = clip(speaker.trim(), maxSpeakerCharacters)
  const whole = [text, next?.text]
    .filter((one) => one !== undefined)
    .map(withFullStop)
    .join(' ')
  return { text: clip(name === '' ? whole : `${name}: ${whole}`, maxTextCharacters), timestamp: second }
}

function longest([first, ...others]: ReadSentence[]): ReadSentence | undefined {
  return others.reduce((best, sentence) => (sentence.words.length > best!.words.length ? sentence : best), first)
}

/** Chooses the sentences that the notes quote: the purpose of the meeting, and its topics. *Pure.* */
import type { Point } from '../shared/compose-notes.ts'
import { informativeSentences, type Picker } from './informative-sentences.ts'
import { quote } from './quote.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'
import { topicHeading } from './topic-heading.ts'
import { stemOf, wordsOf } from './words.ts'

const maxMoments = 5
/** A shorter sentence says little alone. */
const minWords = 8
/** The purpose of a meeting is usually said in its first part. */
const openingSentences = 60
/** A shorter meeting is summarized by one moment. */
const minWordsForTopics = 150
const wordsPerTopic = 1_200
const maxTopics = 4

export type Moments = { summary: Point[]; topics: Point[] }

/** @param quotations  by the index of the sentence */
export function chooseMoments(reading: Reading, quotations: Map<number, string>): Moments {
  const { sentences, cues } = reading
  const statements = [...quotations].filter(([, words]) => !/[?？]["”»)]?$/.test(words) && !cues.courtesies.test(words))
  const quoted = (one: ReadSentence) => quote(one, quotations.get(one.index)!)
  const said = (least: number) =>
    statements.filter(([, words]) => wordsOf(words).length >= least).map(([index]) => sentences[index]!)
  const picker = informativeSentences(reading, said(minWords))
  const words = sentences.reduce((sum, { size }) => sum + size, 0)
  if (words < minWordsForTopics) {
    const only = picker.pick(sentences) ?? said(1).sort((one, other) => other.size - one.size)[0]
    return { summary: only ? [quoted(only)] : [], topics: [] }
  }
  const topics = partsOf(sentences, Math.min(Math.round(words / wordsPerTopic) || 1, maxTopics))
  const purpose = picker.pick(sentences.slice(0, openingSentences).filter(({ text }) => cues.purpose.test(text)))
  const chosen = purpose ? [purpose] : []
  for (let round = 0; round < maxMoments; round++) {
    for (const topic of topics) {
      const moment = chosen.length < maxMoments ? picker.pick(topic) : undefined
      if (moment) chosen.push(moment)
    }
  }
  const summary = chosen.sort((one, other) => one.index - other.index).map(quoted)
  return {
    summary,
    topics: describeTopics(topics, reading, picker).map(({ heading, moment }) => {
      const { text, timestamp } = quoted(moment)
      return { text: `${heading} – ${text}`, timestamp }
    }),
  }
}

/** Topics are parts of the same length. Borders where the words change were no better, for four times the lines. */
function partsOf(sentences: ReadSentence[], count: number): ReadSentence[][] {
  const at = (part: number) => Math.round((sentences.length * part) / count)
  return Array.from({ length: count }, (_, part) => sentences.slice(at(part), at(part + 1)))
}

type Topic = { heading: string; moment: ReadSentence }

/** Each topic has its best remaining sentence about its heading. Without a heading it is not printed. */
function describeTopics(topics: ReadSentence[][], reading: Reading, picker: Picker): Topic[] {
  const speakers = new Set(reading.sentences.map(({ speaker }) => speaker))
  const known = new Set([...speakers].flatMap((speaker) => wordsOf(speaker).map(stemOf)))
  return topics.flatMap((topic) => {
    const about = (stems: string[]) => {
      const terms = stems.map((stem) => reading.terms.get(stem)!)
      return topic.filter((sentence) => terms.every((term) => sentence.terms.includes(term)))
    }
    const isUsable = (stems: string[]) =>
      !stems.some((stem) => known.has(stem)) && picker.best(about(stems)) !== undefined
    const heading = topicHeading(topic, reading, isUsable)
    const moment = heading && picker.pick(about(heading.stems))
    if (!moment) return []
    for (const stem of heading.stems) known.add(stem)
    return [{ heading: heading.text, moment }]
  })
}

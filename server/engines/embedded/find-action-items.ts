/** Finds what people said they would do or were asked to do, with person and due date. *Pure.* */

import { clip } from '../compose-notes.ts'
import type { Meeting, WrittenItem } from '../engines.ts'
import { actionCueIn, type Cue } from './action-cues.ts'
import { dueDateIn } from './due-date.ts'
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { type Who, whoIsWho } from './who.ts'
import { withoutRepetitions } from './without-repetitions.ts'
import { wordsOf } from './words.ts'

const MOST_ITEMS = 20
/** Parsing dates is slow, so only the surest candidates up to this number are examined. */
const MOST_READ = 400
const MOST_CHARACTERS = 240
/** An answer within this number of sentences after a request shows who was asked. */
const ANSWER_WITHIN = 5

type Candidate = { sentence: ReadSentence; cue: Cue; named: string[]; substance: number }
type Found = WrittenItem & { index: number; terms: string[]; score: number }

/** @returns the surest ones without duplicates, in the order of the meeting; `index` is that of the sentence */
export function findActionItems(
  reading: Reading,
  { people, startedAt }: Pick<Meeting, 'people' | 'startedAt'>,
): (WrittenItem & { index: number })[] {
  const who = whoIsWho(people)
  const candidates = reading.sentences
    .flatMap((sentence) => candidateIn(sentence, reading, who) ?? [])
    .sort((one, other) => Number(other.cue.sure) - Number(one.cue.sure))
    .slice(0, MOST_READ)
  const found = candidates
    .flatMap((candidate) => judge(candidate, reading, who, startedAt) ?? [])
    .sort((one, other) => other.score - one.score || one.index - other.index)
  return withoutRepetitions(found)
    .slice(0, MOST_ITEMS)
    .sort((one, other) => one.index - other.index)
    .map(({ score: _, terms: __, ...item }) => item)
}

/** `substance` counts the meaningful words of the action: `send it` has none. */
function candidateIn(sentence: ReadSentence, { language }: Reading, who: Who): Candidate | null {
  if (language.code !== 'eng' || sentence.words.length < 3) return null
  const cue = actionCueIn(sentence.text)
  if (!cue) return null
  const about = wordsOf(cue.what).slice(1)
  const substance = about.filter((word) => isMeaningful(word, language)).length
  return { sentence, cue, named: who.named(whereDoersAreNamed(sentence.text, cue)), substance }
}

/** `Bo, can you send it to Ada` and `can you send it to Ada, Bo?` are for Bo; `I will send it to Bo` is not. */
function whereDoersAreNamed(text: string, { doer, what }: Cue): string {
  if (doer === 'named') return text
  if (doer !== 'listener') return ''
  const [, last = ''] = /,([^,]+)$/.exec(what) ?? []
  return text.slice(0, text.length - what.length) + last
}

function judge(
  { sentence, cue, named, substance }: Candidate,
  { sentences }: Reading,
  who: Who,
  startedAt: Date | null,
): Found | null {
  const saidAt = startedAt && new Date(startedAt.getTime() + sentence.second * 1_000)
  const dueDate = dueDateIn(sentence.text, saidAt)
  const score = (cue.sure ? 1 : 0) + (dueDate ? 1.5 : 0) + (named.length > 0 ? 1 : 0) + Math.min(substance, 3) / 3
  if (substance < 1 || score < 1.5 || (cue.doer === 'named' && !cue.sure && named.length === 0)) return null
  return {
    text: wording(cue.what),
    assignees: assigneesOf(cue, sentence, sentences, who, named),
    dueDate,
    timestamp: sentence.second,
    index: sentence.index,
    terms: sentence.terms,
    score,
  }
}

function assigneesOf(
  { doer }: Cue,
  { speaker, index }: ReadSentence,
  sentences: ReadSentence[],
  who: Who,
  named: string[],
): string[] {
  if (doer === 'speaker') return listOf(who.speaks(speaker))
  if (named.length > 0 || doer !== 'listener') return named.slice(0, 1)
  const answer = sentences.slice(index + 1, index + 1 + ANSWER_WITHIN).find((next) => next.speaker !== speaker)
  return listOf(answer ? who.speaks(answer.speaker) : null)
}

const listOf = (email: string | null) => (email === null ? [] : [email])

/** `send the deck, okay?` is `Send the deck`. */
function wording(what: string): string {
  const plain = what.replace(/(?:[\s,]+(?:okay|ok|right|alright|yeah|please|then|too|as well))*[\s.,;:?!]*$/i, '')
  return clip(plain.charAt(0).toUpperCase() + plain.slice(1), MOST_CHARACTERS)
}

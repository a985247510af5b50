/** Finds promises, requests with a yes, and decisions, by the words of the language, and quotes them. *Pure.* */
import type { Point } from '../shared/compose-notes.ts'
import type { Meeting, WrittenItem } from '../shared/engines.ts'
import { dueDateIn } from './due-date.ts'
import type { Cues } from './languages/cues.ts'
import { type PeopleByName, peopleByName } from './people-by-name.ts'
import { plain, statementOf } from './quotation.ts'
import { quote } from './quote.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'
import { wordsOf } from './words.ts'

const maxPerKind = 20
/** With fewer meaningful words, nobody knows what `I have to test it` is about. */
const minTerms = 2
/** A yes is within this number of sentences. */
const maxSentencesLater = 4
/** The share of common terms from which on two sentences say the same. */
const minLikeness = 0.6

type Terms = Pick<Meeting, 'people' | 'startedAt'>
type Commitment = { sentence: ReadSentence; kind: 'item' | 'decision'; assignee: string | null }
export type Commitments = { items: WrittenItem[]; decisions: Point[]; decided: number[] }

/** @param quotations  by the index of the sentence; only these sentences are read */
export function findCommitments(reading: Reading, quotations: Map<number, string>, meeting: Terms): Commitments {
  const byName = peopleByName(meeting.people.filter(({ account }) => account !== false))
  const found = [...quotations].flatMap(
    ([index, words]) => judge(reading.sentences[index]!, words, reading, byName) ?? [],
  )
  const [items, decisions] = (['item', 'decision'] as const).map((kind) =>
    distinct(found.filter((one) => one.kind === kind)),
  )
  const pointOf = ({ sentence }: Commitment) => quote(sentence, quotations.get(sentence.index)!)
  return {
    items: items!.map((one) => ({
      ...pointOf(one),
      assignees: one.assignee === null ? [] : [one.assignee],
      dueDate: dueDateOf(one.sentence, reading, meeting),
    })),
    decisions: decisions!.map(pointOf),
    decided: decisions!.map(({ sentence }) => sentence.index),
  }
}

function judge(sentence: ReadSentence, quotation: string, reading: Reading, byName: PeopleByName): Commitment | null {
  const { cues } = reading
  const words = plain(quotation)
  if (sentence.terms.length < minTerms || cues.courtesies.test(words)) return null
  const asks = /[?？]["”»)]*$/.test(words)
  const answer = answerTo(sentence, reading)
  const requested = cues.requests.exec(words)
  if (requested && answer && !isVague(words, requested, cues)) {
    return {
      sentence,
      kind: 'item',
      assignee: addressed(words, requested.index, byName) ?? byName.ofSpeaker(answer.speaker),
    }
  }
  if (asks || cues.doubts.test(words)) return null
  const promised = cues.promises.exec(words)
  if (promised && !isVague(words, promised, cues))
    return { sentence, kind: 'item', assignee: byName.ofSpeaker(sentence.speaker) }
  const person = personBefore(words, cues.assigns.exec(words), byName)
  if (person) return { sentence, kind: 'item', assignee: person }
  if (cues.decided.test(words) || (cues.proposed.test(words) && answer))
    return { sentence, kind: 'decision', assignee: null }
  return null
}

/** `I'll send it` does not say what. */
function isVague(words: string, { 0: cue, index }: RegExpExecArray, { pronouns }: Cues): boolean {
  return pronouns.test(wordsOf(words.slice(index + cue.length))[0] ?? '')
}

/** The first sentence of another speaker that agrees or disagrees decides. */
function answerTo({ index, speaker }: ReadSentence, { sentences, cues }: Reading): ReadSentence | null {
  for (const next of sentences.slice(index + 1, index + 1 + maxSentencesLater)) {
    if (next.speaker === speaker) continue
    const said = plain(next.text)
    if (cues.no.test(said)) return null
    if (cues.yes.test(said)) return next
  }
  return null
}

/** `Bo, can you send it to Ada` and `can you send it to Ada, Bo?` are for Bo. */
function addressed(words: string, start: number, byName: PeopleByName): string | undefined {
  const last = words.lastIndexOf(',')
  return (
    byName.namedIn(words.slice(0, start))[0] ?? (last > start ? byName.namedIn(words.slice(last + 2))[0] : undefined)
  )
}

/** `Bo will send it` is for Bo. */
function personBefore(words: string, cue: RegExpExecArray | null, byName: PeopleByName): string | undefined {
  const [before] = /(?:\S+ )?\p{Lu}\S* $/u.exec(words.slice(0, cue?.index ?? 0)) ?? []
  return before === undefined ? undefined : byName.namedIn(before)[0]
}

/** The first of those that say the same. Votes may differ only in their number. */
function distinct(found: Commitment[]): Commitment[] {
  const kept: { one: Commitment; terms: Set<number>; numbers: string }[] = []
  for (const one of found) {
    if (kept.length === maxPerKind) break
    const terms = new Set(one.sentence.terms)
    const numbers = wordsOf(one.sentence.text)
      .filter((word) => /\d/.test(word))
      .join(' ')
    const isNew = kept.every((other) => numbers !== other.numbers || likeness(terms, other.terms) < minLikeness)
    if (isNew) kept.push({ one, terms, numbers })
  }
  return kept.map(({ one }) => one)
}

function likeness(one: Set<number>, other: Set<number>): number {
  const shared = [...one].filter((term) => other.has(term)).length
  return shared / (one.size + other.size - shared || 1)
}

function dueDateOf({ text, second }: ReadSentence, { cues }: Reading, { startedAt }: Terms): string | null {
  const saidAt = startedAt && new Date(startedAt.getTime() + second * 1_000)
  return dueDateIn(statementOf(text, cues), saidAt, cues.code)
}

/** Finds what people promised or were given to do after the meeting, with person and due date. *Pure.* */
import { clip } from '../compose-notes.ts'
import type { Meeting, WrittenItem } from '../engines.ts'
import { assentTo } from './answers.ts'
import { dueDateIn } from './due-date.ts'
import { type Candidate, doerOf } from './find-assignee.ts'
import type { Cue } from './languages/speech.ts'
import { type Who, whoIsWho } from './people-by-name.ts'
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { withoutRepetitions } from './remove-repetitions.ts'
import { wordTask } from './task-text.ts'
import { wordsOf } from './words.ts'

const MOST_ITEMS = 20
/** Parsing dates is slow, so only this number of candidates is examined. */
const MOST_READ = 400
/** Work is handed out in the last part of a meeting, within this number of sentences around the words for it. */
const LATE = 0.7
const AROUND = 8
/** Who says this number of sentences in one go gives a speech. */
const SPEECH = 5
/** How far around a sentence the forms of address of a parliament make it a debate, in sentences. */
const DEBATE = 20
const MOST_CHARACTERS = 240
const MOST_CHARACTERS_OF_NAME = 60

type Terms = Pick<Meeting, 'people' | 'startedAt'>
type Found = WrittenItem & { index: number; terms: string[] }

/** @returns those without duplicates, in the order of the meeting; `index` is that of the sentence */
export function findActionItems(reading: Reading, meeting: Terms): (WrittenItem & { index: number })[] {
  const who = whoIsWho(meeting.people)
  const found = reading.sentences
    .flatMap((sentence) => candidatesIn(sentence, reading, who))
    .slice(0, MOST_READ)
    .flatMap((candidate) => itemOf(candidate, reading, who, meeting) ?? [])
  return withoutRepetitions(found)
    .slice(0, MOST_ITEMS)
    .map(({ terms: _, ...item }) => item)
}

/** Of every clause the first cue that holds. */
function candidatesIn(sentence: ReadSentence, reading: Reading, who: Who): Candidate[] {
  const { speech } = reading
  const { text, words } = sentence
  if (words.length < 3 || speech.unreal.test(text) || speech.courtesy.test(text)) return []
  return text.split(speech.clauses).flatMap((clause) => {
    for (const cue of speech.items) {
      const { groups } = cue.pattern.exec(clause) ?? {}
      if (!groups && !cue.pattern.test(clause)) continue
      const task = groups?.task ?? groups?.task2 ?? thingOf(groups)
      const named = groups?.doer ?? groups?.named ?? null
      if (isCertain(cue, named, sentence, reading, who)) return [{ sentence, cue, task, named, clause }]
    }
    return []
  })
}

function isCertain(
  { by, needs }: Cue,
  named: string | null,
  sentence: ReadSentence,
  reading: Reading,
  who: Who,
): boolean {
  if (by === 'person' && who.named(named ?? '').length === 0) return false
  // `I should talk to him too?` is one if somebody says yes.
  if (sentence.raw.trimEnd().endsWith('?') && assentTo(sentence, reading) === null) return false
  if (needs === 'time') return reading.speech.time.test(sentence.text)
  if (needs === 'handout') return isHandingOut(sentence, reading)
  if (needs === 'talk') return !isSpeech(sentence, reading)
  return needs === undefined || assentTo(sentence, reading) !== null
}

/** `We will work with the provinces` in a long speech or a debate of a parliament is policy. */
function isSpeech({ index, speaker }: ReadSentence, { sentences, speech }: Reading): boolean {
  const around = sentences.slice(Math.max(0, index - DEBATE), index + DEBATE)
  if (around.some(({ text }) => speech.debate?.test(text))) return true
  const goesOn = (step: 1 | -1) => {
    let said = 0
    while (said < SPEECH && sentences[index + step * (said + 1)]?.speaker === speaker) said++
    return said
  }
  return goesOn(-1) + goesOn(1) + 1 >= SPEECH
}

/** What is given to somebody, or asked of them, without a verb. */
function thingOf(groups: Record<string, string> | undefined): string | null {
  const thing = groups?.thing ?? groups?.thing2
  if (thing) return `do ${thing}`
  return groups?.note ? `provide ${groups.note}` : null
}

/** At the end of a meeting somebody says who does what until the next one. */
function isHandingOut({ index }: ReadSentence, { sentences, speech }: Reading): boolean {
  if (index < sentences.length * LATE) return false
  return sentences
    .slice(Math.max(0, index - AROUND), index + AROUND + 1)
    .some(({ text }) => speech.handsOut?.test(text))
}

function itemOf(candidate: Candidate, reading: Reading, who: Who, meeting: Terms): Found | null {
  const { sentence, task } = candidate
  const { language, speech } = reading
  const worded = wordTask(sentence, task && withoutAddress(task, who), reading)
  if (worded === null) return null
  const { email, name } = doerOf(candidate, reading, who, meeting.people)
  const saidAt = meeting.startedAt && new Date(meeting.startedAt.getTime() + sentence.second * 1_000)
  const isTask = task !== null && !worded.includes(' – ')
  return {
    text: clip(email === null && name !== null ? withName(name, worded, isTask) : worded, MOST_CHARACTERS),
    assignees: email === null ? [] : [email],
    dueDate: dueDateIn(sentence.text, saidAt, speech.code),
    timestamp: sentence.second,
    index: sentence.index,
    terms: wordsOf(worded).filter((word) => isMeaningful(word, language)),
  }
}

/** `send it to Ada, Bo?` is for Bo, who is no part of the task. */
function withoutAddress(task: string, who: Who): string {
  const [last = '', name = ''] = /,\s*([^\s,]+(?: [^\s,]+)?)[.?!]*$/.exec(task) ?? []
  return who.named(name).length > 0 ? task.slice(0, task.length - last.length) : task
}

/** `Project manager: send the cost sheet`. A quotation keeps its capital. */
function withName(name: string, worded: string, isTask: boolean): string {
  const text = isTask ? `${worded.charAt(0).toLowerCase()}${worded.slice(1)}` : worded
  return `${clip(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, MOST_CHARACTERS_OF_NAME)}: ${text}`
}

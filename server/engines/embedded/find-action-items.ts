/** Finds the tasks that people promised or received for the time after the meeting, with person and due date. *Pure.* */
import { clip } from '../compose-notes.ts'
import type { Meeting, WrittenItem } from '../engines.ts'
import { assentTo } from './answers.ts'
import { dueDateIn } from './due-date.ts'
import { type Candidate, findAssignee } from './find-assignee.ts'
import type { Cue } from './languages/speech.ts'
import { type PeopleByName, peopleByName } from './people-by-name.ts'
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { removeRepetitions } from './remove-repetitions.ts'
import { taskText } from './task-text.ts'
import { wordsOf } from './words.ts'

const maxItems = 20
/** Parsing dates is slow, so only this number of candidates is examined. */
const maxCandidates = 400
/** Work is handed out after this share of a meeting, within this number of sentences around the words for it. */
const handoutStart = 0.7
const handoutSentences = 8
/** This number of sentences of one speaker without interruption is a speech. */
const minSpeechSentences = 5
/** A sentence is part of a debate if a parliament's form of address is within this number of sentences. */
const debateSentences = 20
const maxCharacters = 240
const maxNameCharacters = 60

type Terms = Pick<Meeting, 'people' | 'startedAt'>
type Found = WrittenItem & { index: number; terms: string[] }

/** @returns items without duplicates, in the order of the meeting; `index` is the index of the sentence */
export function findActionItems(reading: Reading, meeting: Terms): (WrittenItem & { index: number })[] {
  const byName = peopleByName(meeting.people)
  const found = reading.sentences
    .flatMap((sentence) => candidatesIn(sentence, reading, byName))
    .slice(0, maxCandidates)
    .flatMap((candidate) => itemOf(candidate, reading, byName, meeting) ?? [])
  return removeRepetitions(found)
    .slice(0, maxItems)
    .map(({ terms: _, ...item }) => item)
}

/** The first matching cue of each clause. */
function candidatesIn(sentence: ReadSentence, reading: Reading, byName: PeopleByName): Candidate[] {
  const { speech } = reading
  const { text, words } = sentence
  if (words.length < 3 || speech.noPromise.test(text) || speech.courtesy.test(text)) return []
  return text.split(speech.clauses).flatMap((clause) => {
    for (const cue of speech.items) {
      const { groups } = cue.pattern.exec(clause) ?? {}
      if (!groups && !cue.pattern.test(clause)) continue
      const task = groups?.task ?? groups?.task2 ?? thingOf(groups)
      const named = groups?.assignee ?? groups?.named ?? null
      if (isCertain(cue, named, sentence, reading, byName)) return [{ sentence, cue, task, named, clause }]
    }
    return []
  })
}

function isCertain(
  { by, needs }: Cue,
  named: string | null,
  sentence: ReadSentence,
  reading: Reading,
  byName: PeopleByName,
): boolean {
  if (by === 'person' && byName.namedIn(named ?? '').length === 0) return false
  // `I should talk to him too?` is an item if somebody says yes.
  if (sentence.raw.trimEnd().endsWith('?') && assentTo(sentence, reading) === null) return false
  if (needs === 'time') return reading.speech.time.test(sentence.text)
  if (needs === 'handout') return isHandingOut(sentence, reading)
  if (needs === 'talk') return !isSpeech(sentence, reading)
  return needs === undefined || assentTo(sentence, reading) !== null
}

/** In a long speech or a parliament's debate, `We will work with the provinces` is policy. */
function isSpeech({ index, speaker }: ReadSentence, { sentences, speech }: Reading): boolean {
  const around = sentences.slice(Math.max(0, index - debateSentences), index + debateSentences)
  if (around.some(({ text }) => speech.debate?.test(text))) return true
  const countInRow = (step: 1 | -1) => {
    let said = 0
    while (said < minSpeechSentences && sentences[index + step * (said + 1)]?.speaker === speaker) said++
    return said
  }
  return countInRow(-1) + countInRow(1) + 1 >= minSpeechSentences
}

/** The task for a thing that somebody receives or is asked for without a verb. */
function thingOf(groups: Record<string, string> | undefined): string | null {
  const thing = groups?.thing ?? groups?.thing2
  if (thing) return `do ${thing}`
  return groups?.note ? `provide ${groups.note}` : null
}

/** At the end of a meeting, people hand out work until the next meeting. */
function isHandingOut({ index }: ReadSentence, { sentences, speech }: Reading): boolean {
  if (index < sentences.length * handoutStart) return false
  return sentences
    .slice(Math.max(0, index - handoutSentences), index + handoutSentences + 1)
    .some(({ text }) => speech.handsOut?.test(text))
}

function itemOf(candidate: Candidate, reading: Reading, byName: PeopleByName, meeting: Terms): Found | null {
  const { sentence, task } = candidate
  const { language, speech } = reading
  const worded = taskText(sentence, task && withoutAddress(task, byName), reading)
  if (worded === null) return null
  const { email, name } = findAssignee(candidate, reading, byName, meeting.people)
  const saidAt = meeting.startedAt && new Date(meeting.startedAt.getTime() + sentence.second * 1_000)
  const isTask = task !== null && !worded.includes(' – ')
  return {
    text: clip(email === null && name !== null ? withName(name, worded, isTask) : worded, maxCharacters),
    assignees: email === null ? [] : [email],
    dueDate: dueDateIn(sentence.text, saidAt, speech.code),
    timestamp: sentence.second,
    index: sentence.index,
    terms: wordsOf(worded).filter((word) => isMeaningful(word, language)),
  }
}

/** `send it to Ada, Bo?` is for Bo. The name is removed from the task. */
function withoutAddress(task: string, byName: PeopleByName): string {
  const [last = '', name = ''] = /,\s*([^\s,]+(?: [^\s,]+)?)[.?!]*$/.exec(task) ?? []
  return byName.namedIn(name).length > 0 ? task.slice(0, task.length - last.length) : task
}

/** `Project manager: send the cost sheet`. A quotation keeps its capital. */
function withName(name: string, worded: string, isTask: boolean): string {
  const text = isTask ? `${worded.charAt(0).toLowerCase()}${worded.slice(1)}` : worded
  return `${clip(`${name.charAt(0).toUpperCase()}${name.slice(1)}`, maxNameCharacters)}: ${text}`
}

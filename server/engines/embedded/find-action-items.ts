/** Finds what people promised or were given to do after the meeting, with person and due date. *Pure.* */
import { clip } from '../compose-notes.ts'
import type { Meeting, WrittenItem } from '../engines.ts'
import { assentTo } from './answers.ts'
import { dueDateIn } from './due-date.ts'
import type { Cue } from './languages/speech.ts'
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { type Who, whoIsWho } from './who.ts'
import { withoutRepetitions } from './without-repetitions.ts'
import { wordTask } from './word-task.ts'
import { wordsOf } from './words.ts'

const MOST_ITEMS = 20
/** Parsing dates is slow, so only this number of candidates is examined. */
const MOST_READ = 400
const MOST_CHARACTERS = 240

type Candidate = { sentence: ReadSentence; clause: string; cue: Cue; task: string | null; doer: string | null }
type Found = WrittenItem & { index: number; terms: string[] }

/** @returns those without duplicates, in the order of the meeting; `index` is that of the sentence */
export function findActionItems(
  reading: Reading,
  { people, startedAt }: Pick<Meeting, 'people' | 'startedAt'>,
): (WrittenItem & { index: number })[] {
  const who = whoIsWho(people)
  const found = reading.sentences
    .flatMap((sentence) => candidatesIn(sentence, reading, who))
    .slice(0, MOST_READ)
    .flatMap((candidate) => itemOf(candidate, reading, who, startedAt) ?? [])
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
      const task = groups?.task ?? groups?.task2 ?? null
      const doer = groups?.doer ?? groups?.named ?? null
      if (isCertain(cue, doer, sentence, reading, who)) return [{ sentence, cue, task, doer, clause }]
    }
    return []
  })
}

function isCertain({ by, needs }: Cue, doer: string | null, sentence: ReadSentence, reading: Reading, who: Who): boolean {
  if (by === 'person' && who.named(doer ?? '').length === 0) return false
  // `I should talk to him too?` is one if somebody says yes.
  if (sentence.raw.trimEnd().endsWith('?') && assentTo(sentence, reading) === null) return false
  if (needs === 'time') return reading.speech.time.test(sentence.text)
  return needs === undefined || assentTo(sentence, reading) !== null
}

function itemOf(candidate: Candidate, reading: Reading, who: Who, startedAt: Date | null): Found | null {
  const { sentence, cue, task, clause } = candidate
  const doer = candidate.doer ?? (cue.by === 'listener' ? (reading.speech.role.exec(clause.slice(0, task ? clause.indexOf(task) : 0))?.[0] ?? null) : null)
  const { language, speech } = reading
  const worded = wordTask(sentence, task, reading)
  if (worded === null) return null
  const assignee = assigneeOf(candidate, reading, who)
  const saidAt = startedAt && new Date(startedAt.getTime() + sentence.second * 1_000)
  // A name or a role that no account has stays in the text.
  const unknown = assignee === null ? (doer ?? (cue.by === 'speaker' ? sentence.speaker : null)) : null
  const named = unknown ? `${unknown.charAt(0).toUpperCase()}${unknown.slice(1)}: ${worded.charAt(0).toLowerCase()}${worded.slice(1)}` : worded
  return {
    text: clip(named, MOST_CHARACTERS),
    assignees: assignee === null ? [] : [assignee],
    dueDate: dueDateIn(sentence.text, saidAt, speech.code),
    timestamp: sentence.second,
    index: sentence.index,
    terms: wordsOf(worded).filter((word) => isMeaningful(word, language)),
  }
}

/** `Bo, can you send it to Ada` and `can you send it to Ada, Bo?` are for Bo; `I will send it to Bo` is not. */
function assigneeOf({ sentence, cue, task, doer }: Candidate, reading: Reading, who: Who): string | null {
  if (cue.by === 'speaker') return who.speaks(sentence.speaker)
  if (cue.by === 'all') return null
  if (cue.by === 'named' || cue.by === 'person') return who.named(doer ?? sentence.text)[0] ?? null
  const [, last = ''] = /,([^,]+)$/.exec(task ?? '') ?? []
  const before = task === null ? sentence.raw : sentence.raw.slice(0, sentence.raw.lastIndexOf(task.slice(0, 12)))
  const addressed = who.named(`${before} ${last}`)[0]
  if (addressed) return addressed
  if (reading.speech.role.test(before)) return null
  // Of several tasks for `you` each may be for somebody else.
  if (sentence.text.split(reading.speech.clauses).length > 2) return null
  const answer = assentTo(sentence, reading)
  return answer ? who.speaks(answer.speaker) : null
}

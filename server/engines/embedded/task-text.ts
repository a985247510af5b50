/** Writes the text of an action item: the task from its verb on, or a quoted sentence. *Pure.* */

import { isPlain } from './is-complete.ts'
import { knownVerb } from './languages/english-verbs.ts'
import { plainVerb } from './plain-verb.ts'
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { wordsOf } from './words.ts'

/** Where another statement begins: `send the deck, but I think that it should be easy`, `check this—there are plans`. */
const nextStatement =
  /—.*$|(?:,| -|—|–)? (?:but|because|'?cause|cuz|so (?!that)|(?<=, )(?:which|although|though|then|okay)|and (?:then )?(?:I|we|you|it|that|they|he|she|there|so)(?='|\b)|if|I don't know|I mean|it's)\b.*$/i
/** The sentence that says what `it` is may be this number of sentences earlier. */
const maxSentencesBefore = 3
const maxWordsBefore = 25
const minWords = 2
/** For a task without the sentence before. */
const minWordsAlone = 3

/** @returns null if a reader would not understand the task */
export function taskText(sentence: ReadSentence, task: string | null, reading: Reading): string | null {
  const { speech } = reading
  if (task === null) return quoteTask(sentence, reading)
  const short = speech.code === 'eng' ? task.replace(nextStatement, '') : task
  const plain = whole(
    short.replace(/^([a-z]{2,}ing)\b/i, (gerund) => plainVerb(gerund, knownVerb)),
    reading,
  )
  if (wordsOf(plain).length < minWords || !isPlain(plain, speech)) return null
  if (speech.pronounObject.test(plain) || !hasSubstance(wordsOf(plain).slice(1), reading))
    return withSentenceBefore(sentence, plain, reading)
  return wordsOf(plain).length < minWordsAlone ? null : capital(plain)
}

/** Quotes the whole sentence, for languages whose verb is not at the start of the task. */
function quoteTask(sentence: ReadSentence, reading: Reading): string | null {
  const text = withoutEnd(sentence.text, reading)
  if (!isPlain(text, reading.speech)) return null
  const points =
    reading.speech.dependent.test(text) ||
    reading.speech.pronounObject.test(text) ||
    !hasSubstance(sentence.words, reading)
  return points ? withSentenceBefore(sentence, text, reading) : text
}

/** `Test it` is clear only with the sentence before. */
function withSentenceBefore({ index }: ReadSentence, text: string, { sentences, speech }: Reading): string | null {
  const before = sentences
    .slice(Math.max(0, index - maxSentencesBefore), index)
    .findLast(
      ({ text, words, terms, whole }) =>
        whole &&
        words.length <= maxWordsBefore &&
        terms.length > 1 &&
        isPlain(text, speech) &&
        !speech.dependent.test(text),
    )
  return before ? `${before.text} – ${capital(text)}` : null
}

/** Removes the last part of a text that breaks off: `copy the mails, okay, so you`. */
function whole(text: string, reading: Reading): string {
  let rest = withoutEnd(text, reading)
  while (reading.speech.dangling.test(rest) && rest.includes(',')) {
    rest = withoutEnd(rest.slice(0, rest.lastIndexOf(',')), reading)
  }
  return rest
}

const hasSubstance = (words: string[], { language }: Reading) => words.some((word) => isMeaningful(word, language))

const withoutEnd = (text: string, { speech }: Reading) =>
  text.replace(speech.endings, '').replace(/[\s.,;:!?'"–-]+$/, '')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

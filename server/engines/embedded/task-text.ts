/** Words an action item: from its verb on, or in the words of the meeting. *Pure.* */

import { isPlain } from './is-complete.ts'
import { knownVerb } from './languages/english-verbs.ts'
import { plainVerb } from './plain-verb.ts'
import { isMeaningful, type Reading, type ReadSentence } from './read-meeting.ts'
import { wordsOf } from './words.ts'

/** Another statement begins there: `send the deck, but I think that it should be easy`, `check this—there are plans`. */
const nextStatement =
  /—.*$|(?:,| -|—|–)? (?:but|because|'?cause|cuz|so (?!that)|(?<=, )(?:which|although|though|then|okay)|and (?:then )?(?:I|we|you|it|that|they|he|she|there|so)(?='|\b)|if|I don't know|I mean|it's)\b.*$/i
/** A sentence that says what `it` is stands within this number before. */
const BACK = 3
const MOST_WORDS_BEFORE = 25
const LEAST_WORDS = 2
/** Without a sentence before. */
const LEAST_WORDS_ALONE = 3

/** @returns null if a reader would not know what is to be done */
export function wordTask(sentence: ReadSentence, task: string | null, reading: Reading): string | null {
  const { speech } = reading
  if (task === null) return quoteTask(sentence, reading)
  const short = speech.code === 'eng' ? task.replace(nextStatement, '') : task
  const plain = whole(
    short.replace(/^([a-z]{2,}ing)\b/i, (gerund) => plainVerb(gerund, knownVerb)),
    reading,
  )
  if (wordsOf(plain).length < LEAST_WORDS || !isPlain(plain, speech)) return null
  if (speech.pointing.test(plain) || !hasSubstance(wordsOf(plain).slice(1), reading))
    return withSentenceBefore(sentence, plain, reading)
  return wordsOf(plain).length < LEAST_WORDS_ALONE ? null : capital(plain)
}

/** Where the language has its verb elsewhere, the whole sentence is quoted. */
function quoteTask(sentence: ReadSentence, reading: Reading): string | null {
  const text = withoutEnd(sentence.text, reading)
  if (!isPlain(text, reading.speech)) return null
  const points =
    reading.speech.dependent.test(text) || reading.speech.pointing.test(text) || !hasSubstance(sentence.words, reading)
  return points ? withSentenceBefore(sentence, text, reading) : text
}

/** `Test it` says what only with a sentence before. */
function withSentenceBefore({ index }: ReadSentence, text: string, { sentences, speech }: Reading): string | null {
  const before = sentences
    .slice(Math.max(0, index - BACK), index)
    .findLast(
      ({ text, words, terms, whole }) =>
        whole &&
        words.length <= MOST_WORDS_BEFORE &&
        terms.length > 1 &&
        isPlain(text, speech) &&
        !speech.dependent.test(text),
    )
  return before ? `${before.text} – ${capital(text)}` : null
}

/** What breaks off loses its last part: `copy the mails, okay, so you`. */
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

/** Explains why a recording was not imported, with advice if the service's message says little. *Pure.* */
import type { AdminWords } from '../../../words/en/admin.ts'

/** The start of the service's message if the events of a recorder do not come; the reason follows. */
const notSubscribed = 'Its events could not be subscribed to: '
const partlySubscribed = 'Not all of its events could be subscribed to: '

/** The start of the message if recordings cannot be listed; the reason follows. */
const notListed = 'Its recordings could not be listed: '

/** The start of the message about a bot that failed; the service's words follow. */
const botFailed = 'The bot did not record the call: '

/**
 * @param kind  its name, for people
 * @returns the service's own message if there is no better explanation
 */
export function explainError(sentence: string, kind: string, said: AdminWords['recorders']['errors']): string {
  if (sentence.startsWith(notSubscribed))
    return said.notSubscribed(explainError(sentence.slice(notSubscribed.length), kind, said))
  if (sentence.startsWith(partlySubscribed))
    return said.partlySubscribed(explainError(sentence.slice(partlySubscribed.length), kind, said))
  if (sentence.startsWith(notListed)) return said.notListed(explainError(sentence.slice(notListed.length), kind, said))
  if (sentence.startsWith(botFailed)) return said.botFailed(sentence.slice(botFailed.length))
  const status = /^(?:Microsoft|Google|Vexa|Attendee|BigBlueButton|The recording server) answered (\d{3})$/.exec(
    sentence,
  )?.[1]
  if (status !== undefined) return [said.answered(kind, status), said.hints[status]].filter(Boolean).join(' ')
  return Object.hasOwn(said.known, sentence) ? said.known[sentence]! : sentence
}

/** Why a recording was not taken, with what to do where the service's sentence says little. *Pure.* */
import type { AdminWords } from '../../../words/admin/en.ts'

/** The service's words before the reason why a Teams recorder has no events. */
const notSubscribed = 'Its events could not be subscribed to: '

/**
 * @param kind  its name, for people
 * @returns the service's own sentence where there are no other words for it
 */
export function tellError(sentence: string, kind: string, said: AdminWords['recorders']['errors']): string {
  if (sentence.startsWith(notSubscribed))
    return said.notSubscribed(tellError(sentence.slice(notSubscribed.length), kind, said))
  const status = /^(?:Microsoft|Google|The recording server) answered (\d{3})$/.exec(sentence)?.[1]
  if (status !== undefined) return [said.answered(kind, status), said.hints[status]].filter(Boolean).join(' ')
  return Object.hasOwn(said.known, sentence) ? said.known[sentence]! : sentence
}

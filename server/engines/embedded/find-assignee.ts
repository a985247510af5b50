/** Who is to do an item: an account of the meeting, or a name that stays in its text. *Pure.* */
import type { Meeting } from '../engines.ts'
import { assentTo } from './answers.ts'
import type { Cue } from './languages/speech.ts'
import type { Who } from './people-by-name.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'

/** A promise in a clause of a sentence; `task` is from its verb on, `named` the name or role in it. */
export type Candidate = { sentence: ReadSentence; clause: string; cue: Cue; task: string | null; named: string | null }

/** `name` is how to call who has no account; both are null for everybody and nobody. */
export type Doer = { email: string | null; name: string | null }

const nobody: Doer = { email: null, name: null }

export function doerOf(candidate: Candidate, reading: Reading, who: Who, people: Meeting['people']): Doer {
  const doer = personOf(candidate, reading, who)
  const known = people.find(({ email }) => email === doer.email)
  return known?.account === false ? { email: null, name: known.name || doer.name } : doer
}

function personOf({ sentence, clause, cue, task, named }: Candidate, reading: Reading, who: Who): Doer {
  const { speech } = reading
  if (cue.by === 'speaker') return { email: who.speaks(sentence.speaker), name: sentence.speaker.trim() || null }
  if (cue.by === 'all') return nobody
  if (cue.by !== 'listener') return { email: who.named(named ?? clause)[0] ?? null, name: named }
  const [addressed] = who.named(addressIn(sentence.text, task))
  if (addressed) return { email: addressed, name: null }
  const [role] = speech.role.exec(task === null ? '' : clause.slice(0, clause.indexOf(task))) ?? []
  if (role) return { email: null, name: role }
  // Of several tasks for `you` each may be for somebody else.
  if (sentence.text.split(speech.clauses).length > 2) return nobody
  const answer = assentTo(sentence, reading)
  return answer ? { email: who.speaks(answer.speaker), name: answer.speaker.trim() || null } : nobody
}

/** `Bo, can you send it to Ada` and `can you send it to Ada, Bo?` are for Bo; `I will send it to Bo` is not. */
function addressIn(text: string, task: string | null): string {
  if (task === null) return text
  const [, last = ''] = /,([^,]+)$/.exec(task) ?? []
  const at = text.indexOf(task)
  return `${text.slice(0, Math.max(at, 0))} ${last}`
}

/** Finds the person of an action item: an account, or a name that stays in the item's text. *Pure.* */
import type { Meeting } from '../engines.ts'
import { assentTo } from './answers.ts'
import type { Cue } from './languages/speech.ts'
import type { PeopleByName } from './people-by-name.ts'
import type { Reading, ReadSentence } from './read-meeting.ts'

/** A promise in a clause. `task` begins with its verb; `named` is the name or role in it. */
export type Candidate = { sentence: ReadSentence; clause: string; cue: Cue; task: string | null; named: string | null }

/** `name` is for a person without an account. Both are null for everybody and nobody. */
export type Assignee = { email: string | null; name: string | null }

const nobody: Assignee = { email: null, name: null }

export function findAssignee(
  candidate: Candidate,
  reading: Reading,
  byName: PeopleByName,
  people: Meeting['people'],
): Assignee {
  const assignee = personOf(candidate, reading, byName)
  const known = people.find(({ email }) => email === assignee.email)
  return known?.account === false ? { email: null, name: known.name || assignee.name } : assignee
}

function personOf({ sentence, clause, cue, task, named }: Candidate, reading: Reading, byName: PeopleByName): Assignee {
  const { speech } = reading
  if (cue.by === 'speaker') return { email: byName.ofSpeaker(sentence.speaker), name: sentence.speaker.trim() || null }
  if (cue.by === 'all') return nobody
  if (cue.by !== 'listener') return { email: byName.namedIn(named ?? clause)[0] ?? null, name: named }
  const [addressed] = byName.namedIn(addressIn(sentence.text, task))
  if (addressed) return { email: addressed, name: null }
  const [role] = speech.role.exec(task === null ? '' : clause.slice(0, clause.indexOf(task))) ?? []
  if (role) return { email: null, name: role }
  // Several tasks for `you` may be for different people.
  if (sentence.text.split(speech.clauses).length > 2) return nobody
  const answer = assentTo(sentence, reading)
  return answer ? { email: byName.ofSpeaker(answer.speaker), name: answer.speaker.trim() || null } : nobody
}

/** `Bo, can you send it to Ada` and `can you send it to Ada, Bo?` are for Bo; `I will send it to Bo` is not. */
function addressIn(text: string, task: string | null): string {
  if (task === null) return text
  const [, last = ''] = /,([^,]+)$/.exec(task) ?? []
  const at = text.indexOf(task)
  return `${text.slice(0, Math.max(at, 0))} ${last}`
}

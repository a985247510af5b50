/** Who else a claimed speaker may be, and so whose word "this is me" needs (decision 62). *Pure.* */
import { quoted } from '../../meetings/recordings/library/history-limits.ts'
import type { Participant } from '../../platform/postgres/column-types.ts'
import { foldCase } from '../../platform/text.ts'
import { wordsOf } from '../engines/embedded/words.ts'

/** `id` is null for somebody without an account that can answer. */
export type KnownPerson = Participant & { id: string | null }

export type ClaimFacts = {
  speaker: string
  claimantId: string
  /** Everybody who speaks, each once. */
  speakers: string[]
  /** Speakers whom nobody named, but their voice or their microphone. */
  recognised: Set<string>
  /** Of these who only has the name because it was their microphone: a colleague may sit there. */
  assumed: Set<string>
  /** From which names to which ones speakers and segments were changed; null if the history no longer has all of it. */
  changes: Change[] | null
  /** Who was invited, named by the uploader, or recorded it; also the claimant. */
  present: KnownPerson[]
  accounts: KnownPerson[]
  /** What the speakers are called now of whom others said "this is me". */
  claimed: Map<string, string | null>
}
export type Change = { from: string; to: string }

export type ClaimJudgement = {
  /** The speaker has the name of another person, and not that of the claimant too. */
  isNamedAsAnother: boolean
  /** Who is told; without each `needed` one's word the claim waits. */
  told: { userId: string; needed: boolean }[]
  /** Somebody may be meant who cannot be asked: at least one of those who were told must say yes. */
  needsWord: boolean
}

/**
 * A name proves nothing if somebody wrote it here: who renames the others, or joins two speakers, could choose whom nobody
 * asks. So a person is told apart only by a name that came with the transcript, or by their own "this is me".
 */
export function judgeClaim(facts: ClaimFacts): ClaimJudgement {
  const { speaker, claimantId, speakers, recognised, present } = facts
  const others = present.filter(({ id }) => id !== claimantId)
  const isProven =
    !recognised.has(speaker) && present.some((person) => person.id === claimantId && tellsApart(facts, speaker, person))
  const isOriginal = isUnchanged(facts, speaker)
  const suspects = [...others.filter((person) => !isOriginal || !isToldApart(facts, person)), ...formerPeople(facts)]
  const needed = new Set(isProven ? [] : idsOf(suspects))
  const isUnknown = (name: string) => name !== speaker && !others.some((person) => tellsApart(facts, name, person))
  return {
    isNamedAsAnother: !recognised.has(speaker) && peopleNamed(facts, speaker).length > 0,
    told: [...new Set([...idsOf(others), ...needed])].map((userId) => ({ userId, needed: needed.has(userId) })),
    needsWord: !isProven && (!isOriginal || suspects.some(({ id }) => id === null) || speakers.some(isUnknown)),
  }
}

const idsOf = (people: KnownPerson[]) => people.flatMap(({ id }) => id ?? [])

const isToldApart = (facts: ClaimFacts, person: KnownPerson) =>
  facts.speakers.some((name) => name !== facts.speaker && tellsApart(facts, name, person))

/** Two people of this name are not told apart by it. */
function tellsApart(facts: ClaimFacts, name: string, person: KnownPerson): boolean {
  if (person.id !== null && facts.claimed.get(person.id) === name) return true
  const named = facts.present.filter((each) => hasName(name, each))
  return !facts.assumed.has(name) && isUnchanged(facts, name) && named.length === 1 && named[0] === person
}

/** Whether the name came with the transcript, and no other speaker was joined with it. */
const isUnchanged = ({ changes }: ClaimFacts, name: string) =>
  changes !== null && !changes.some(({ to }) => to === quoted(name))

/**
 * Whom the speaker was called before, also by way of other names; whether they were of the same segments is not asked. A
 * name by voice is left out: that voice may be stolen.
 */
function formerPeople(facts: ClaimFacts): KnownPerson[] {
  const names = new Set([quoted(facts.speaker)])
  for (const name of names) for (const { from, to } of facts.changes ?? []) if (to === name) names.add(from)
  names.delete(quoted(facts.speaker))
  return [...names].flatMap((name) => peopleNamed(facts, name))
}

/** None if it is the name of the claimant too. */
function peopleNamed({ accounts, present, claimantId }: ClaimFacts, name: string): KnownPerson[] {
  const named = [...accounts, ...present].filter((person) => hasName(name, person))
  return named.some(({ id }) => id === claimantId) ? [] : named
}

/** By the whole name, the first name or the address. */
function hasName(speaker: string, { name, email }: Participant): boolean {
  const said = wordsOf(foldCase(speaker)).join(' ')
  const words = wordsOf(foldCase(name))
  const names = [words.join(' '), words[0]].filter((each) => each)
  return names.includes(said) || (email !== '' && foldCase(speaker.trim()) === foldCase(email))
}

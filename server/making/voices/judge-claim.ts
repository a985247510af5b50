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
  const { speaker, claimantId, speakers, recognised, accounts, present } = facts
  const others = present.filter(({ id }) => id !== claimantId)
  const isUnchanged = unchangedNames(facts)
  const apart = peopleApart(facts, isUnchanged)
  const isProven = !recognised.has(speaker) && apart.get(speaker)!.some(({ id }) => id === claimantId)
  const apartElsewhere = new Set(speakers.flatMap((name) => (name === speaker ? [] : apart.get(name)!)))
  const isOriginal = isUnchanged(speaker)
  const byName = peopleByName([...accounts, ...present])
  /** None if it is the name of the claimant too. */
  const named = (name: string) => (byName(name).some(({ id }) => id === claimantId) ? [] : byName(name))
  const suspects = [
    ...others.filter((person) => !isOriginal || !apartElsewhere.has(person)),
    ...formerNames(facts).flatMap(named),
  ]
  const needed = new Set(isProven ? [] : idsOf(suspects))
  const isUnknown = (name: string) => name !== speaker && apart.get(name)!.every(({ id }) => id === claimantId)
  return {
    isNamedAsAnother: !recognised.has(speaker) && named(speaker).length > 0,
    told: [...new Set([...idsOf(others), ...needed])].map((userId) => ({ userId, needed: needed.has(userId) })),
    needsWord: !isProven && (!isOriginal || suspects.some(({ id }) => id === null) || speakers.some(isUnknown)),
  }
}

const idsOf = (people: KnownPerson[]) => people.flatMap(({ id }) => id ?? [])

/** @returns whether a name came with the transcript, and no other speaker was joined with it */
function unchangedNames({ changes }: ClaimFacts): (name: string) => boolean {
  const written = new Set(changes?.map(({ to }) => to))
  return (name) => changes !== null && !written.has(quoted(name))
}

/** Whom each speaker's name tells apart. Two people of one name are not told apart by it. */
function peopleApart(
  { speakers, assumed, present, claimed }: ClaimFacts,
  isUnchanged: (name: string) => boolean,
): Map<string, KnownPerson[]> {
  const byName = peopleByName(present)
  const claimants = Map.groupBy(present, ({ id }) => id !== null && claimed.get(id))
  const apartByName = (name: string) => {
    const named = byName(name)
    return named.length === 1 && !assumed.has(name) && isUnchanged(name) ? named : []
  }
  return new Map(speakers.map((name) => [name, [...apartByName(name), ...(claimants.get(name) ?? [])]]))
}

/**
 * What the speaker was called before, also by way of other names; whether they were of the same segments is not asked. A
 * name by voice is left out: that voice may be stolen.
 */
function formerNames({ speaker, changes }: ClaimFacts): string[] {
  const changesTo = Map.groupBy(changes ?? [], ({ to }) => to)
  const names = new Set([quoted(speaker)])
  for (const name of names) for (const { from } of changesTo.get(name) ?? []) names.add(from)
  names.delete(quoted(speaker))
  return [...names]
}

/** @returns who has a name, as the whole one, the first one or the address */
function peopleByName(people: KnownPerson[]): (name: string) => KnownPerson[] {
  const byWords = new Map<string, Set<KnownPerson>>()
  for (const person of people) {
    const words = wordsOf(foldCase(person.name))
    if (words.length === 0) continue
    for (const name of [words.join(' '), words[0]!]) byWords.set(name, (byWords.get(name) ?? new Set()).add(person))
  }
  const byAddress = Map.groupBy(people, ({ email }) => foldCase(email))
  byAddress.delete('')
  return (name) => {
    const folded = foldCase(name)
    return [...new Set([...(byWords.get(wordsOf(folded).join(' ')) ?? []), ...(byAddress.get(folded.trim()) ?? [])])]
  }
}

/** The terms that may be heard in a meeting, the likely ones first. *Pure.* */
import { deletedPerson } from '../../people/privacy/name-eraser.ts'
import { foldCase } from '../../platform/text.ts'
import { namesIn } from '../engines/transcribe/vocabulary.ts'
import type { KnownTerm } from './find-terms.ts'

export type MeetingTexts = { title: string; series: string; agenda: string }

/** More of an agenda says no more of what it is about. */
const maxAgenda = 20_000
/** A shorter part of a name is like too many words. */
const leastOfName = 4

/** @returns those of the glossary that the meeting's texts name, then the others, each group in its order */
export function likelyFirst<Term extends { term: string }>(
  glossary: Term[],
  { title, series, agenda }: MeetingTexts,
): (Term & { isLikely: boolean })[] {
  const text = foldCase(`${title}\n${series}\n${agenda.slice(0, maxAgenda)}`)
  return glossary
    .filter(({ term }) => term !== deletedPerson)
    .map((each) => ({ ...each, isLikely: text.includes(foldCase(each.term)) }))
    .sort((one, other) => Number(other.isLikely) - Number(one.isLikely))
}

/** @param people  full names; people are called by each part of theirs */
export function termsOfMeeting(
  glossary: (KnownTerm & { isLikely: boolean })[],
  people: string[],
  { title, series }: MeetingTexts,
): KnownTerm[] {
  const ofPeople = people.flatMap((name) => [name, ...name.split(/\s+/).filter((part) => part.length >= leastOfName)])
  const named = [...ofPeople, ...namesIn(title), ...namesIn(series)].map((term) => ({ term, isLikely: true }))
  return [...glossary.filter(({ isLikely }) => isLikely), ...named, ...glossary.filter(({ isLikely }) => !isLikely)]
}

/** What of a model's answer is kept: sentences whose quote stands in their source word for word (decision 56). *Pure.* */
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { plainText } from '../../making/engines/write-by-model/plain-text.ts'
import { locateQuote, type Quote } from '../../meetings/text-index/locate-quote.ts'
import { oneLine, toStorable } from '../../platform/text.ts'
import { escapeSigns } from '../../platform/whole-words.ts'
import type { Source } from './read-sources.ts'

const strict = { additionalProperties: false }
const WrittenSentence = Type.Object({ text: Type.String(), source: Type.Integer(), quote: Type.String() }, strict)
const WrittenSearch = Type.Object({ query: Type.String() }, strict)

/** The form in which the model answers. */
export const AnswerForm = Type.Object(
  { sentences: Type.Array(WrittenSentence), searches: Type.Array(WrittenSearch) },
  strict,
)

export type CheckedSentence = { text: string; source: Source; quote: Quote }

const maxCharacters = 600

/** @returns null for a sentence that is left out */
export function checkSentence(written: object, sources: Source[], question: string): CheckedSentence | null {
  if (!Check(WrittenSentence, written)) return null
  const source = sources[written.source - 1]
  const quote = source && locateQuote(source.lines, written.quote)
  const text = firstSentence(withoutMarks(plainText(oneLine(toStorable(written.text)))))
  if (!quote || text === '' || text.length > maxCharacters) return null
  const related = sources.filter((other) => other === source || replaces(other, source) || replaces(source, other))
  return hasInvented(text, related, question) ? null : { text, source, quote }
}

export const searchOf = (written: object): string | null =>
  Check(WrittenSearch, written) ? (written as Static<typeof WrittenSearch>).query : null

/** Marks of sources are ours alone. */
const withoutMarks = (text: string) => text.replace(/ ?\[[\d\s,;]*\]/g, '').trim()

/** A quote proves one sentence. A short word before the point may be an abbreviation. */
function firstSentence(text: string): string {
  const end = /(?<=[\p{Ll}\d)]{4}[.!?]["”»)]?)\s+(?=[\p{Lu}\d])|(?<=[。！？])/u.exec(text)
  return end ? text.slice(0, end.index).trim() : text
}

/**
 * Amounts, codes and addresses: a model may write them in a sentence whose quote says nothing of them. What comes before a
 * sign is bounded, so that the time grows with the text.
 */
const facts =
  /[^\s"“”«»()]{0,99}(?:@|: ?\/)[^\s"“”«»()]*|\p{L}{1,50}\d[\p{L}\d]*|\d{1,50}\p{L}[\p{L}\d]*|\d+(?:[.,'’ ]\d{3}(?!\d))*(?:[.,]\d+)?/gu

/** A sentence may say what a decision replaced. */
const replaces = ({ decision: newer }: Source, { decision: older }: Source) =>
  newer !== null && newer.id === older?.superseded_by

function hasInvented(text: string, sources: Source[], question: string): boolean {
  const known = sources.flatMap(({ lines, title, date }) => [
    title,
    date.slice(0, 10),
    ...lines.flatMap(({ speaker, text }) => [speaker ?? '', text]),
  ])
  const said = compact([question, ...known].join(' '))
  const isKnown = (fact: string) => new RegExp(`(?<![\\p{L}\\d])${escapeSigns(fact)}(?![\\p{L}\\d])`, 'u').test(said)
  const written = (text.match(facts) ?? []).map(compact).filter((fact) => fact.length > 1)
  return !written.every(isKnown)
}

/** So that `12,000` and `12 000` are the same. */
const compact = (text: string) =>
  text
    .toLowerCase()
    .replace(/(?<=\d)[.,'’ ](?=\d{3}(?!\d))|(?<![.,;:])[.,;:]+(?=\s|$)/g, '')
    .replace(/: (?=\/)/g, ':')

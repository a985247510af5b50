/** The JSON schema of a language model's answer, and its conversion to findings. *Pure.* */
import Type, { type Static } from 'typebox'
import { validatorFor } from '../../../platform/http/validate.ts'
import type { ProvedSentence } from '../../../platform/postgres/column-types.ts'
import { foldCase, oneLine, toStorable } from '../../../platform/text.ts'
import { dayIn, isDay } from '../../../platform/time.ts'
import { peopleByName } from '../embedded/people-by-name.ts'
import { clip, type Findings, type Point } from '../shared/compose-notes.ts'
import type { Meeting, WrittenItem } from '../shared/engines.ts'
import { keyOfWords } from '../shared/same-words.ts'
import { type Line, placeQuote } from './lines.ts'
import { plainText } from './plain-text.ts'

/**
 * The proof comes first, because a model writes on from what it has written. The prompt says what each is: here it would
 * stand six times.
 */
const claim = { line: Type.Integer(), quote: Type.String(), text: Type.String() }
const Claims = Type.Array(strict(claim))
export type Claim = Static<typeof Claims>[number]

/** Strict back ends require all fields, allow no others, and do not support lengths, so texts are cut later. */
export const ModelAnswer = strict({
  summary: Claims,
  topics: Type.Array(strict({ title: Type.String(), sentences: Claims })),
  decisions: Claims,
  action_items: Type.Array(
    strict({
      ...claim,
      assignees: Type.Array(Type.String({ description: 'A name out of the list of people.' })),
      due_date: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'YYYY-MM-DD.' }),
    }),
  ),
  open_questions: Claims,
  sections: Type.Array(strict({ title: Type.String({ description: 'As the wishes name it.' }), points: Claims })),
})
export type ModelAnswer = Static<typeof ModelAnswer>
type ModelItem = ModelAnswer['action_items'][number]

function strict<const Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

const isModelAnswer = validatorFor({ schema: ModelAnswer, httpPart: 'body' })

const maxDaysAhead = 730

/** No quotation proves a title, so it has no room for a sentence. */
const maxTitleCharacters = 80

/** Characters that are looked through for the ends of objects: thoughts may have thousands of beginnings. */
const maxLookedThrough = 4_000_000

/**
 * The last object of the form in the text: models write thoughts before it, each in signs of its own or in none, and
 * remarks after it, all of them with braces.
 * @returns null for an answer of another form or without content
 */
export const readModelAnswer = (text: string): ModelAnswer | null => readLastObject(text, readObject)

/** @param read  may throw for what is no JSON */
export function readLastObject<Answer>(text: string, read: (json: string) => Answer | null): Answer | null {
  let last: Answer | null = null
  const begin = /\{\s*"/g
  for (let left = maxLookedThrough; left > 0; ) {
    const from = begin.exec(text)?.index
    if (from === undefined) break
    const to = endOfObject(text, from)
    left -= (to ?? text.length) - from
    const answer = to === null ? null : tryTo(() => read(text.slice(from, to)))
    if (!answer) continue
    last = answer
    begin.lastIndex = to!
  }
  return last
}

/** @returns the index after the brace that closes the one at `from`, or null */
function endOfObject(text: string, from: number): number | null {
  let [depth, inText] = [0, false]
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === '\\' && inText) at++
    else if (sign === '"') inText = !inText
    else if (inText) continue
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at + 1
  }
  return null
}

function tryTo<Answer>(read: () => Answer | null): Answer | null {
  try {
    return read()
  } catch {
    return null
  }
}

function readObject(json: string): ModelAnswer | null {
  // Back ends without strict schemas omit empty lists.
  const answer: unknown = { open_questions: [], sections: [], ...JSON.parse(json) }
  return isModelAnswer(answer) && (answer as ModelAnswer).summary.some(({ text }) => text.trim() !== '')
    ? (answer as ModelAnswer)
    : null
}

/**
 * Keeps only proved sentences, people of the meeting, days after it and requested sections; `composeNotes` checks the rest.
 */
export function findingsOf(answer: ModelAnswer, meeting: Meeting, lines: Line[]): Findings {
  const { guidance, background } = meeting
  // The prompt contains these open items, so an item with the same words is not new.
  const open = new Set(background?.openItems.map(({ text }) => keyOfWords(text)))
  const itemOf = itemReader(meeting)
  const prove = (claims: Claim[]) => claims.flatMap((claim) => sentenceOf(claim, lines) ?? [])
  const points = (claims: Claim[]) => prove(claims).map((sentence) => paragraphOf([sentence]))
  return {
    summary: paragraphOf(prove(answer.summary)),
    topics: answer.topics.map(({ title, sentences }) => paragraphOf(prove(sentences), titleOf(title))),
    decisions: points(answer.decisions),
    actionItems: answer.action_items
      .filter(({ text }) => !open.has(keyOfWords(text)))
      .flatMap((item) => points([item]).map((point) => itemOf(item, point))),
    openQuestions: points(answer.open_questions),
    sections: (guidance?.sections ?? []).map(({ title }) => ({
      title,
      points: points(answer.sections.filter((given) => isSame(given.title, title)).flatMap(({ points }) => points)),
    })),
  }
}

const titleOf = (title: string) => clip(oneLine(toStorable(title)), maxTitleCharacters)

function sentenceOf(claim: Claim, lines: Line[]): ProvedSentence | null {
  const placed = placeQuote(lines, claim)
  const text = plainText(oneLine(toStorable(claim.text)))
  if (!placed || text === '') return null
  const { segment, timestamp, quote } = placed
  return { text, segment, timestamp, quote: toStorable(quote) }
}

/** Sentences as one text, which begins when the first of them was said. */
function paragraphOf(sentences: ProvedSentence[], title = ''): Required<Point> {
  const text = sentences.map(({ text }) => (/[。！？]$/.test(text) ? text : `${text} `)).join('')
  const head = title === '' || text === '' ? '' : plainText(`${title}: `)
  return { text: head + text.trim(), timestamp: sentences[0]?.timestamp ?? null, sentences }
}

const isSame = (one: string, other: string) => foldCase(one.trim()) === foldCase(other.trim())

/** A person without an account cannot be an assignee, so the name goes into the item's text. */
function itemReader(meeting: Meeting): (item: ModelItem, point: Point) => WrittenItem & Point {
  const { people, transcript } = meeting
  const byName = peopleByName(people)
  const withoutAccount = new Set(people.filter(({ account }) => account === false).map(({ email }) => email))
  const speakers = new Set(transcript.speech_segments.map(({ speaker }) => speaker.trim()))
  return ({ assignees, due_date }, point) => {
    const emails = assignees.flatMap((name) => byName.ofSpeaker(name) ?? [])
    const named = assignees
      .map((name) => name.trim())
      .filter((name) => {
        const email = byName.ofSpeaker(name)
        return email === null ? speakers.has(name) && name !== '' : withoutAccount.has(email)
      })
    const missing = named.filter((name) => !foldCase(point.text).includes(foldCase(name)))
    return {
      ...point,
      text: missing.length > 0 ? plainText(`${missing.join(', ')}: `) + point.text : point.text,
      assignees: emails,
      dueDate: dayFrom(due_date, meeting),
    }
  }
}

function dayFrom(text: string | null, { startedAt, timeZone = 'UTC' }: Meeting): string | null {
  if (text === null || !isDay(text)) return null
  if (!startedAt) return text
  const { days } = dayIn(startedAt, timeZone).until(text)
  return days >= 0 && days <= maxDaysAhead ? text : null
}

/** The JSON schema of a language model's answer, and its conversion to findings. *Pure.* */
import Type, { type Static } from 'typebox'
import { validatorFor } from '../../../platform/http/validate.ts'
import { foldCase } from '../../../platform/text.ts'
import { isDay } from '../../../platform/time.ts'
import { peopleByName } from '../embedded/people-by-name.ts'
import type { Findings, Point } from '../shared/compose-notes.ts'
import type { Meeting, WrittenItem } from '../shared/engines.ts'
import { keyOfWords } from '../shared/same-words.ts'
import { plainText } from './plain-text.ts'

const Second = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'The second in brackets before the line.',
})
const Points = Type.Array(strict({ text: Type.String(), timestamp: Second }))

/** Strict back ends require all fields, allow no others, and do not support lengths, so texts are cut later. */
export const ModelAnswer = strict({
  summary: Type.String({ description: 'One paragraph of at most 150 words.' }),
  topics: Type.Array(
    strict({ title: Type.String(), text: Type.String({ description: 'One paragraph.' }), timestamp: Second }),
  ),
  decisions: Points,
  action_items: Type.Array(
    strict({
      text: Type.String(),
      assignees: Type.Array(Type.String({ description: 'A name out of the list of people.' })),
      due_date: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'YYYY-MM-DD.' }),
      timestamp: Second,
    }),
  ),
  open_questions: Points,
  sections: Type.Array(strict({ title: Type.String({ description: 'As the wishes name it.' }), points: Points })),
})
export type ModelAnswer = Static<typeof ModelAnswer>
type Item = ModelAnswer['action_items'][number]

function strict<const Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

const isModelAnswer = validatorFor({ schema: ModelAnswer, httpPart: 'body' })

const maxDaysAhead = 730

/** @returns null for an answer of another form or without content */
export function readModelAnswer(text: string): ModelAnswer | null {
  // Some models write their reasoning first, or put the JSON into a code fence.
  const spoken = withoutThoughts(text)
  const [from, to] = [spoken.indexOf('{'), spoken.lastIndexOf('}')]
  try {
    // Back ends without strict schemas omit empty lists.
    const answer: unknown = { open_questions: [], sections: [], ...JSON.parse(spoken.slice(from, to + 1)) }
    return isModelAnswer(answer) && (answer as ModelAnswer).summary.trim() !== '' ? (answer as ModelAnswer) : null
  } catch {
    return null
  }
}

const thought = { begin: '<think>', end: '</think>' }

/** Cuts each thought from its first begin tag to its end tag. Reads a text once, even with thousands of begin tags. */
function withoutThoughts(text: string): string {
  const parts = text.split(thought.end)
  const last = parts.pop()!
  const kept = parts.map((part) => {
    const at = part.indexOf(thought.begin)
    return at < 0 ? part + thought.end : part.slice(0, at)
  })
  return kept.join('') + last
}

/** Keeps only people of the meeting, days after it and requested sections; `composeNotes` checks the rest. */
export function findingsOf(answer: ModelAnswer, meeting: Meeting): Findings {
  const { guidance, background } = meeting
  // The prompt contains these open items, so an item with the same words is not new.
  const open = new Set(background?.openItems.map(({ text }) => keyOfWords(text)))
  const itemOf = itemReader(meeting)
  return {
    summary: plainText(answer.summary),
    topics: answer.topics.map(({ title, text, timestamp }) => ({
      text: plainText([title, text].filter((part) => part.trim() !== '').join(': ')),
      timestamp,
    })),
    decisions: plainPoints(answer.decisions),
    actionItems: answer.action_items.filter(({ text }) => !open.has(keyOfWords(text))).map(itemOf),
    openQuestions: plainPoints(answer.open_questions),
    sections: (guidance?.sections ?? []).map(({ title }) => ({
      title,
      points: plainPoints(
        answer.sections.filter((given) => isSame(given.title, title)).flatMap(({ points }) => points),
      ),
    })),
  }
}

const plainPoints = (points: Point[]) => points.map(({ text, timestamp }) => ({ text: plainText(text), timestamp }))

const isSame = (one: string, other: string) => foldCase(one.trim()) === foldCase(other.trim())

/** A person without an account cannot be an assignee, so the name goes into the item's text. */
function itemReader({ people, transcript, startedAt }: Meeting): (item: Item) => WrittenItem {
  const byName = peopleByName(people)
  const withoutAccount = new Set(people.filter(({ account }) => account === false).map(({ email }) => email))
  const speakers = new Set(transcript.speech_segments.map(({ speaker }) => speaker.trim()))
  return ({ text, assignees, due_date, timestamp }) => {
    const emails = assignees.flatMap((name) => byName.ofSpeaker(name) ?? [])
    const named = assignees
      .map((name) => name.trim())
      .filter((name) => {
        const email = byName.ofSpeaker(name)
        return email === null ? speakers.has(name) && name !== '' : withoutAccount.has(email)
      })
    const missing = named.filter((name) => !foldCase(text).includes(foldCase(name)))
    return {
      text: plainText(missing.length > 0 ? `${missing.join(', ')}: ${text}` : text),
      timestamp,
      assignees: emails,
      dueDate: dayFrom(due_date, startedAt),
    }
  }
}

function dayFrom(text: string | null, startedAt: Date | null): string | null {
  if (text === null || !isDay(text)) return null
  if (!startedAt) return text
  const days = (Date.parse(text) - startedAt.getTime()) / 86_400_000
  return days > -1 && days <= maxDaysAhead ? text : null
}

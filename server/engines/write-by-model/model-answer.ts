/** The JSON schema of a language model's answer, and its conversion to findings about the meeting. *Pure.* */
import Type, { type Static } from 'typebox'
import { validatorFor } from '../../platform/http/validate.ts'
import type { Findings } from '../compose-notes.ts'
import { whoIsWho } from '../embedded/who.ts'
import type { Meeting } from '../engines.ts'

const Second = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'The second in brackets before the line.',
})
const Points = Type.Array(strict({ text: Type.String(), timestamp: Second }))

/** Strict back ends require all fields, allow no others, and know no lengths: texts are cut later. */
export const ModelAnswer = strict({
  summary: Type.String({ description: 'One paragraph of at most 150 words.' }),
  topics: Points,
  decisions: Points,
  action_items: Type.Array(
    strict({
      text: Type.String(),
      assignees: Type.Array(Type.String({ description: 'A name out of the list of people.' })),
      due_date: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'YYYY-MM-DD.' }),
      timestamp: Second,
    }),
  ),
})
export type ModelAnswer = Static<typeof ModelAnswer>

function strict<const Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false })
}

const isModelAnswer = validatorFor({ schema: ModelAnswer, httpPart: 'body' })

const MOST_DAYS_AHEAD = 730

/** @returns null for an answer of another form or without content */
export function readModelAnswer(text: string): ModelAnswer | null {
  // Some models write their reasoning first, or put the JSON into a code fence.
  const spoken = text.replace(/<think>[\s\S]*?<\/think>/g, '')
  const [from, to] = [spoken.indexOf('{'), spoken.lastIndexOf('}')]
  try {
    const answer: unknown = JSON.parse(spoken.slice(from, to + 1))
    return isModelAnswer(answer) && (answer as ModelAnswer).summary.trim() !== '' ? (answer as ModelAnswer) : null
  } catch {
    return null
  }
}

/** Keeps only people of the meeting and days after it; `composeNotes` checks the rest. */
export function findingsOf(answer: ModelAnswer, { people, startedAt }: Meeting): Findings {
  const who = whoIsWho(people)
  return {
    summary: answer.summary,
    topics: answer.topics,
    decisions: answer.decisions,
    actionItems: answer.action_items.map(({ text, assignees, due_date, timestamp }) => ({
      text,
      timestamp,
      assignees: assignees.flatMap((name) => who.speaks(name) ?? []),
      dueDate: dayFrom(due_date, startedAt),
    })),
  }
}

function dayFrom(text: string | null, startedAt: Date | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00.000Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text) return null
  if (!startedAt) return text
  const days = (day.getTime() - startedAt.getTime()) / 86_400_000
  return days > -1 && days <= MOST_DAYS_AHEAD ? text : null
}

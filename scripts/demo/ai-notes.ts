/** The AI notes of a recording: the human summary of the data set, its topics and the action items. *Pure.* */
import { nameOfUser } from './people.ts'
import type { Segment } from './transcript.ts'

export type Point = { text: string; timestamp: number | null; assignees?: string[] }

type Section = { title: string; content: string } | { title: string; items: Point[] }

/** A topic or an item spreads over several turns. */
const WINDOW = 6

export function aiNotes(summary: string, topics: Point[], decisions: Point[], items: Point[]) {
  const sections: Section[] = [
    { title: 'Summary', content: summary },
    ...(topics.length > 0 ? [{ title: 'Topics', items: topics }] : []),
    ...(decisions.length > 0 ? [{ title: 'Decisions', items: decisions }] : []),
    ...(items.length > 0 ? [{ title: 'Action items', items }] : []),
  ]
  const parts = sections.map((section) => {
    const body = 'items' in section ? section.items.map(bullet).join('\n') : section.content
    return `## ${section.title}\n\n${body}`
  })
  return { markdown: parts.join('\n\n'), sections }
}

function bullet({ text, timestamp, assignees = [] }: Point): string {
  const who = assignees.length > 0 ? ` (${assignees.map(nameOfUser).join(', ')})` : ''
  return `- ${timestamp === null ? '' : `[${clock(timestamp)}] `}${text}${who}`
}

function clock(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/**
 * Where in a meeting something was talked about: the turns that share most words with it, rare words counting more.
 * @returns whole seconds, the start of a turn that fits
 */
export function momentOf(text: string, segments: Segment[]): number {
  return momentsOf([text], segments)[0]!
}

/**
 * The same for topics in the order in which they were talked about: of all the ways to place them in this order, with
 * some time for each, the one that fits best as a whole.
 */
export function momentsOf(topics: string[], segments: Segment[]): number[] {
  const spoken = segments.map((segment) => stems(segment.text))
  const leastTurns = Math.ceil(segments.length / (3 * topics.length))
  // plans[index]: the best way to place the topics so far in the turns up to this one
  let plans: Plan[] = spoken.map(() => ({ score: 0, turns: [] }))
  for (const [order, topic] of topics.entries()) {
    const fits = fit(stems(topic), spoken)
    const next: Plan[] = []
    for (let index = 0; index < spoken.length; index++) {
      const before = order === 0 ? plans[0] : plans[index - leastTurns]
      const here = before && { score: before.score + fits[index]!, turns: [...before.turns, index] }
      const best = [next.at(-1), here].filter((plan) => plan !== undefined)
      next.push(best.reduce((one, other) => (other.score > one.score ? other : one), best[0] ?? NO_PLAN))
    }
    plans = next
  }
  return plans.at(-1)!.turns.map((index) => Math.floor(segments[index]!.start_time))
}

type Plan = { score: number; turns: number[] }
const NO_PLAN: Plan = { score: Number.NEGATIVE_INFINITY, turns: [] }

/** @returns for each turn how well it and the next ones fit; 0 for one that does not speak of it itself */
function fit(wanted: Set<string>, spoken: Set<string>[]): number[] {
  const weights = [...wanted].map((stem) => {
    const turns = spoken.filter((words) => words.has(stem)).length
    return { stem, weight: turns === 0 ? 0 : Math.log((1 + spoken.length) / turns) }
  })
  return spoken.map((words, index) => {
    if (!weights.some(({ stem }) => words.has(stem))) return 0
    const near = spoken.slice(index, index + WINDOW)
    const found = weights.filter(({ stem }) => near.some((each) => each.has(stem)))
    return found.reduce((sum, { weight }) => sum + weight, 0)
  })
}

/** Words as far as they are the same in `recognize`, `recognized` and `recognition`. */
function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  return new Set(words.filter((word) => !COMMON.has(word)).map((word) => word.slice(0, 6)))
}

const COMMON = new Set(
  'and are but can did for from had has have her him his how its not our out she that the their them then there they this was were what when who will with would you your about other discussion'.split(
    ' ',
  ),
)

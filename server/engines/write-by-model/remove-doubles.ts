/**
 * What notes say twice in the same words is said once: neighbouring stretches overlap, and not every model merges their notes well. Other
 * words may be another matter (`not to print`), so those are the model's to merge. *Pure.*
 */
import { foldCase } from '../../platform/text.ts'
import type { ModelAnswer } from './model-answer.ts'

type Item = ModelAnswer['action_items'][number]

/** More of a kind are no notes. */
const mostPoints = 200

/** The first of two that say the same stays. */
export function removeDoubles(answer: ModelAnswer): ModelAnswer {
  return {
    ...answer,
    topics: onceEach(answer.topics),
    decisions: onceEach(answer.decisions),
    action_items: mergeItems(answer.action_items),
    open_questions: onceEach(answer.open_questions),
    sections: answer.sections.map(({ title, points }) => ({ title, points: onceEach(points) })),
  }
}

function onceEach<Point extends { text: string }>(points: Point[]): Point[] {
  const once = new Map<string, Point>()
  for (const point of points.slice(0, mostPoints)) {
    const words = wordsOf(point.text)
    if (!once.has(words)) once.set(words, point)
  }
  return [...once.values()]
}

/** One stretch may have heard who does it, and another until when. Where they contradict each other, both stay. */
function mergeItems(items: Item[]): Item[] {
  const merged: Item[] = []
  for (const item of items.slice(0, mostPoints)) {
    const index = merged.findIndex((other) => isSame(item, other))
    if (index < 0) merged.push(item)
    else merged[index] = merge(merged[index]!, item)
  }
  return merged
}

function isSame(one: Item, other: Item): boolean {
  const isFor = (few: Item, many: Item) => few.assignees.every((name) => many.assignees.includes(name))
  const isOneDay = one.due_date === null || other.due_date === null || one.due_date === other.due_date
  return wordsOf(one.text) === wordsOf(other.text) && isOneDay && (isFor(one, other) || isFor(other, one))
}

const merge = (one: Item, other: Item): Item => ({
  ...one,
  assignees: one.assignees.length >= other.assignees.length ? one.assignees : other.assignees,
  due_date: one.due_date ?? other.due_date,
})

/** Whatever their case and punctuation. */
const wordsOf = (text: string) =>
  foldCase(text)
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ') ?? text

/**
 * Removes texts with the same words. Neighbouring stretches overlap, and not every model merges their notes well. Similar
 * texts in other words may mean something else (`not to print`), so only the model merges those. *Pure.*
 */
import { keyOfWords } from '../shared/same-words.ts'
import type { Claim, ModelAnswer } from './model-answer.ts'

type ModelItem = ModelAnswer['action_items'][number]

/** In each list; useful notes are not longer. */
export const maxPoints = 200

/** Keeps the first of two texts with the same words. */
export function removeDuplicates(answer: ModelAnswer): ModelAnswer {
  return {
    ...answer,
    summary: withoutDuplicates(answer.summary, textOf),
    topics: withoutDuplicates(answer.topics, ({ title, sentences }) =>
      [title, ...sentences.map(({ text }) => text)].join(' '),
    ),
    decisions: withoutDuplicates(answer.decisions, textOf),
    action_items: mergeItems(answer.action_items),
    open_questions: withoutDuplicates(answer.open_questions, textOf),
    sections: answer.sections.map(({ title, points }) => ({ title, points: withoutDuplicates(points, textOf) })),
  }
}

const textOf = ({ text }: Claim) => text

function withoutDuplicates<Point>(points: Point[], says: (point: Point) => string): Point[] {
  const once = new Map<string, Point>()
  for (const point of points.slice(0, maxPoints)) {
    const words = keyOfWords(says(point))
    if (!once.has(words)) once.set(words, point)
  }
  return [...once.values()]
}

/** Merges items, because one stretch may name the assignee and another the due date. Keeps items that contradict each other. */
function mergeItems(items: ModelItem[]): ModelItem[] {
  const byWords = Map.groupBy(items.slice(0, maxPoints), ({ text }) => keyOfWords(text))
  return [...byWords.values()].flatMap((same) => {
    const merged: ModelItem[] = []
    for (const item of same) {
      const index = merged.findIndex((other) => agrees(item, other))
      if (index < 0) merged.push(item)
      else merged[index] = merge(merged[index]!, item)
    }
    return merged
  })
}

/** Whether two items with the same words can be one. */
function agrees(one: ModelItem, other: ModelItem): boolean {
  const isFor = (few: ModelItem, many: ModelItem) => few.assignees.every((name) => many.assignees.includes(name))
  const isOneDay = one.due_date === null || other.due_date === null || one.due_date === other.due_date
  return isOneDay && (isFor(one, other) || isFor(other, one))
}

const merge = (one: ModelItem, other: ModelItem): ModelItem => ({
  ...one,
  assignees: one.assignees.length >= other.assignees.length ? one.assignees : other.assignees,
  due_date: one.due_date ?? other.due_date,
})

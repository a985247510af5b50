/** What becomes of an item that the service and a list both have (decision 68). *Pure.* */
import type { TodoSeen, TodoText } from '../../platform/postgres/column-types.ts'
import { seen } from './todo-object.ts'

type Field = keyof TodoText
const fields = ['text', 'due_date', 'done'] as const satisfies Field[]

export type Sides = {
  here: TodoText & { changed_at: Date }
  there: TodoText & { changed_at: Date | null }
  /** What both said when they were compared last; null if they never were. */
  known: TodoSeen | null
  /** What was sent since, and may have arrived. */
  sent: TodoSeen | null
}

/** `taken` is what changes here; `kept` says which side won where both had changed a field, null if that is nowhere so. */
export type Merged = { taken: Partial<TodoText>; kept: 'here' | 'there' | null }

/**
 * A field that one side changed is taken from it. Of one that both changed the later change counts, to the second, as the
 * list tells it; a list that does not say when is right.
 */
export function merge({ here, there, known, sent }: Sides): Merged {
  const [ours, theirs] = [seen(here), seen(there)]
  const isLaterThere =
    there.changed_at === null || Math.floor(here.changed_at.getTime() / 1_000) * 1_000 <= there.changed_at.getTime()
  const differing = fields.filter((field) => ours[field] !== theirs[field])
  const changedThere = differing.filter(
    (field) => known === null || (theirs[field] !== known[field] && theirs[field] !== sent?.[field]),
  )
  const changedTwice = changedThere.filter((field) => known === null || ours[field] !== known[field])
  const taken = changedThere.filter((field) => isLaterThere || !changedTwice.includes(field))
  return {
    taken: Object.fromEntries(taken.map((field) => [field, there[field]])),
    kept: changedTwice.length === 0 ? null : isLaterThere ? 'there' : 'here',
  }
}

/** AI notes after a person edited their Markdown, or after speakers were renamed (decision 46). *Pure.* */
import { actionItemsTitle } from '../../engines/compose-notes.ts'
import { type ReadItem, type ReadSection, readNotes } from '../../engines/notes-markdown.ts'
import type { StoredAiNotes } from '../../tables.ts'

type Section = StoredAiNotes['sections'][number]
type Item = NonNullable<Section['items']>[number]

/** Somebody whom AI notes may name; `id` is null without an account. */
export type NamedPerson = { name: string; id: string | null }

/**
 * The notes with this Markdown. Sections and items whose lines stayed are what they were; the others are read from their
 * lines. They are the person's own from now on: `generated_by` is absent.
 * @param people  who may be named in parentheses behind an item; of two with one name the first
 */
export function editNotes(before: StoredAiNotes | null, markdown: string, people: NamedPerson[]): StoredAiNotes {
  const ids = new Map(people.toReversed().map(({ name, id }) => [name, id]))
  const known = keepersOf(before, [...ids.keys()])
  const itemOf = (title: string, { text, timestamp, names, line }: ReadItem): Item =>
    known.items.get(keyOf(title, line))?.next().value ?? {
      ...{ text, timestamp },
      ...((names.length > 0 || title === actionItemsTitle) && {
        assignees: [...new Set(names.flatMap((name) => ids.get(name) ?? []))],
      }),
    }
  const sections = readNotes(markdown, ids.keys()).map(
    ({ title, body, content, items }): Section =>
      known.sections.get(keyOf(title, body))?.next().value ?? {
        title,
        ...(content !== undefined && { content }),
        ...(items && { items: items.map((item) => itemOf(title, item)) }),
      },
  )
  return { markdown, sections }
}

/** The stored sections and items by the Markdown that they stand in, where these correspond. */
function keepersOf(before: StoredAiNotes | null, names: string[]) {
  const sections = new Map<string, Section[]>()
  const items = new Map<string, Item[]>()
  const read: ReadSection[] = before ? readNotes(before.markdown, names) : []
  const corresponds = read.length === before?.sections.length
  for (const [index, { title, body, items: lines = [] }] of corresponds ? read.entries() : []) {
    const stored = before!.sections[index]!
    if (stored.title !== title || (stored.items?.length ?? 0) !== lines.length) continue
    keep(sections, keyOf(title, body), stored)
    for (const [number, { line }] of lines.entries()) keep(items, keyOf(title, line), stored.items![number]!)
  }
  return { sections: inTurn(sections), items: inTurn(items) }
}

function keep<Value>(kept: Map<string, Value[]>, key: string, value: Value): void {
  const values = kept.get(key)
  if (values) values.push(value)
  else kept.set(key, [value])
}

/** Of equal lines the first one gets the first value. */
const inTurn = <Value>(kept: Map<string, Value[]>) =>
  new Map(kept.entries().map(([key, values]) => [key, values.values()]))

const keyOf = (title: string, text: string) => JSON.stringify([title, text])

/** The notes with new names; assignees stay, because who is given something is changed on the item. */
export function renameInNotes(notes: StoredAiNotes, rename: (text: string) => string): StoredAiNotes {
  return {
    ...notes,
    markdown: rename(notes.markdown),
    sections: notes.sections.map(({ title, content, items, ...rest }) => ({
      ...rest,
      title: rename(title),
      ...(content !== undefined && { content: rename(content) }),
      ...(items && { items: items.map((item) => ({ ...item, text: rename(item.text) })) }),
    })),
  }
}

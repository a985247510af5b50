/** AI notes after a person edited their Markdown, or after speakers were renamed (decision 46 on corrections). *Pure.* */

import { actionItemsTitle } from '../../meetings/recordings/library/section-titles.ts'
import type { ProvedSentence, StoredAiNotes } from '../../platform/postgres/column-types.ts'
import { oneLine } from '../../platform/text.ts'
import { type ReadItem, type ReadSection, readNotes } from '../engines/shared/notes-markdown.ts'

type StoredSection = StoredAiNotes['sections'][number]
type StoredItem = NonNullable<StoredSection['items']>[number]

/** A person that AI notes may name; `id` is null without an account. */
export type NamedPerson = { name: string; id: string | null }

/**
 * The notes with this Markdown. Sections and items with unchanged lines stay as they are; the others are read from their
 * lines. `generated_by` is absent, because a person wrote the notes now.
 * @param people  the people who may be named in parentheses after an item; of two with the same name, the first counts
 */
export function editNotes(before: StoredAiNotes | null, markdown: string, people: NamedPerson[]): StoredAiNotes {
  const ids = new Map(people.toReversed().map(({ name, id }) => [name, id]))
  const known = storedByMarkdown(before, [...ids.keys()])
  const itemOf = (title: string, { text, timestamp, names, line }: ReadItem): StoredItem =>
    known.items.get(keyOf(title, line))?.next().value ?? {
      text,
      timestamp,
      ...((names.length > 0 || title === actionItemsTitle) && {
        assignees: [...new Set(names.flatMap((name) => ids.get(name) ?? []))],
      }),
    }
  const sections = readNotes(markdown, ids.keys()).map(
    ({ title, body, content, items }): StoredSection =>
      known.sections.get(keyOf(title, body))?.next().value ?? {
        title,
        ...(content !== undefined && { content }),
        ...(items && { items: items.map((item) => itemOf(title, item)) }),
      },
  )
  return { markdown, sections }
}

/** The stored sections and items by their Markdown, where sections and Markdown correspond. */
function storedByMarkdown(before: StoredAiNotes | null, names: string[]) {
  const sections = new Map<string, StoredSection[]>()
  const items = new Map<string, StoredItem[]>()
  const read: ReadSection[] = before ? readNotes(before.markdown, names) : []
  const corresponds = read.length === before?.sections.length
  for (const [index, { title, body, items: lines = [] }] of corresponds ? read.entries() : []) {
    const stored = before!.sections[index]!
    if (stored.title !== title || (stored.items?.length ?? 0) !== lines.length) continue
    addValue(sections, keyOf(title, body), stored)
    for (const [number, { line }] of lines.entries()) addValue(items, keyOf(title, line), stored.items![number]!)
  }
  return { sections: valueIterators(sections), items: valueIterators(items) }
}

function addValue<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}

/** Of equal lines the first one gets the first value. */
const valueIterators = <Value>(map: Map<string, Value[]>) =>
  new Map(map.entries().map(([key, values]) => [key, values.values()]))

const keyOf = (title: string, text: string) => JSON.stringify([title, text])

/** The notes with new names; assignees stay, because they are changed on the action item. */
export function renameInNotes(notes: StoredAiNotes, rename: (text: string) => string): StoredAiNotes {
  return {
    ...notes,
    markdown: rename(notes.markdown),
    sections: notes.sections.map(({ title, content, ...section }) => ({
      ...withSentences(section, (sentence) => ({ ...sentence, text: rename(sentence.text) })),
      title: rename(title),
      ...(content !== undefined && { content: rename(content) }),
      ...(section.items && {
        items: section.items.map((item) => ({
          ...withSentences(item, (sentence) => ({ ...sentence, text: rename(sentence.text) })),
          text: rename(item.text),
        })),
      }),
    })),
  }
}

type Said = { speaker: string; text: string }

/** The notes without the quotations that these segments do not have. */
export function forgetQuotes(notes: StoredAiNotes, segments: Said[]): StoredAiNotes {
  const keepIfSaid = ({ quote, ...sentence }: ProvedSentence): ProvedSentence =>
    quote !== undefined && isSaid(segments, sentence.segment, quote) ? { ...sentence, quote } : sentence
  return {
    ...notes,
    sections: notes.sections.map((section) => ({
      ...withSentences(section, keepIfSaid),
      ...(section.items && { items: section.items.map((item) => withSentences(item, keepIfSaid)) }),
    })),
  }
}

/** A quotation may go on in the next segments of its speaker; people without a name may be several. */
function isSaid(segments: Said[], segment: number, quote: string): boolean {
  let { speaker, text } = segments[segment] ?? { speaker: '', text: '' }
  const most = text.length + quote.length
  for (let next = segment + 1; speaker !== '' && text.length < most; next++) {
    if (segments[next]?.speaker !== speaker) break
    text += ` ${segments[next]!.text}`
  }
  return oneLine(text).includes(quote)
}

const withSentences = <Own extends { sentences?: ProvedSentence[] }>(
  own: Own,
  change: (sentence: ProvedSentence) => ProvedSentence,
): Own => (own.sentences ? { ...own, sentences: own.sentences.map(change) } : own)

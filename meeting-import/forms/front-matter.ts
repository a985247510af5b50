/** Properties above a Markdown text, as Obsidian, Logseq and Minutebook's own export write them. *Pure.* */
import { parse } from 'yaml'
import { type Fields, firstText, type Heading, isObject, readPeople, readWhen } from './part.ts'

/** Characters that are looked at. */
const most = 100_000

export type Front = Heading & { body: string; fields: Fields }

/** @returns null: the text has no properties */
export function readFrontMatter(text: string): Front | null {
  const [whole, yaml] =
    /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text.slice(0, most)) ?? []
  if (whole === undefined) return null
  const fields = parseFields(yaml!)
  if (fields === null) return null
  const when = fields.start ?? fields.started_at ?? fields.start_time ?? fields.date ?? fields.day ?? fields.created
  return {
    title: firstText(fields, 'title', 'name', 'meeting'),
    ...readWhen(when instanceof Date ? when.toISOString() : when),
    people: readPeople(fields.people ?? fields.attendees ?? fields.participants),
    body: text.slice(whole.length),
    fields,
  }
}

/** Moments stay texts, because a day is not one. */
function parseFields(yaml: string): Fields | null {
  try {
    const value = parse(yaml, { schema: 'core', maxAliasCount: 0, logLevel: 'silent' })
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** A meeting as a Markdown file with front matter, as Obsidian and Logseq read it. *Pure.* */
import type { Note, Recording } from '../../../../sdk/src/client.ts'

export type Meeting = {
  noteId: string
  /** Null if only recordings are seen. */
  note: Note | null
  /** The oldest first; there is at least one, or a note. */
  recordings: Recording[]
}

/** @param origin  address of the service, for links */
export function printMeeting(meeting: Meeting, origin: string): string {
  const { noteId, note, recordings } = meeting
  const properties = {
    id: noteId,
    title: titleOf(meeting),
    date: dayOf(meeting),
    start: note?.event_start ?? recordings[0]?.started_at,
    end: note?.event_end ?? recordings[0]?.ended_at,
    people: note?.event_attendees,
    series: note?.series_id,
    url: note ? `${origin}/note/${noteId}` : undefined,
    updated: [...(note ? [note] : []), ...recordings]
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1),
  }
  const front = Object.entries(properties).flatMap(([name, value]) =>
    value == null || value.length === 0 ? [] : [`${name}: ${yamlOf(value)}`],
  )
  const agenda = note?.content_markdown?.trim()
  return [
    ['---', ...front, '---'].join('\n'),
    `# ${oneLine(titleOf(meeting))}`,
    ...(agenda ? ['## Agenda', lowered(agenda, 2)] : []),
    ...recordings.flatMap((recording) => printRecap(recording, origin)),
  ]
    .join('\n\n')
    .concat('\n')
}

/** JSON is YAML, but for the characters that YAML does not take as they are (YAML 1.2, 5.1; U+2028 ends a line for some). */
const yamlOf = (value: unknown) =>
  JSON.stringify(value).replace(
    /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function printRecap({ id, title, ai_notes }: Recording, origin: string): string[] {
  const notes = ai_notes?.markdown.trim()
  return [
    `## [${oneLine(title).replace(/[[\]\\]/g, '\\$&')}](${origin}/recap/${id})`,
    ...(notes ? [lowered(notes, 1)] : []),
  ]
}

/** Headings that stand under another one; those in code are text. */
function lowered(markdown: string, levels: number): string {
  let isCode = false
  const lower = (line: string) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    return isCode ? line : line.replace(/^#{1,6}(?= )/, (marks) => '#'.repeat(Math.min(6, marks.length + levels)))
  }
  return markdown.split('\n').map(lower).join('\n')
}

/** Characters that a file system, or a link in Obsidian, does not take. */
const refused = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|#^[\]]+/gu
const maxBytes = 160

/** @returns the name without `.md`: the day, so that files are in order, and the title */
export function nameOf(meeting: Meeting): string {
  const title = titleOf(meeting).replace(refused, ' ').replace(/\s+/g, ' ')
  let name = dayOf(meeting)
  for (const character of ` ${title.trim()}`) {
    if (Buffer.byteLength(name + character) > maxBytes) break
    name += character
  }
  // Windows drops a dot or blank at the end.
  while (/[. ]$/.test(name)) name = name.slice(0, -1)
  return name
}

const titleOf = ({ note, recordings }: Meeting) => note?.title ?? recordings[0]!.title

function dayOf({ note, recordings }: Meeting): string {
  const [first] = recordings
  return (note?.event_start ?? first?.started_at ?? (note ?? first)!.created_at).slice(0, 10)
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/**
 * A meeting as a Markdown file with front matter, as Obsidian and Logseq read it, and its transcripts as WebVTT beside it.
 * *Pure.*
 */
import type { Note, Recording } from '../../../../sdk/src/client.ts'
import { printVtt } from '../../../meetings/recordings/transcript/print-transcript.ts'

export type Meeting = {
  noteId: string
  /** Null if only recordings are seen. */
  note: Note | null
  /** The oldest first; there is at least one, or a note. */
  recordings: Recording[]
}

/** A file of a meeting: the end of its name, after the part that all of them have, and its text. */
export type MeetingFile = { ending: string; text: string }

/** @returns a file for each recording that has a transcript; the first one's name is the meeting's */
export function printTranscripts({ note, recordings }: Meeting, origin: string): MeetingFile[] {
  return recordings
    .filter(({ transcript }) => transcript?.speech_segments.some(({ text }) => text.trim() !== ''))
    .map((recording, at) => ({
      ending: at === 0 ? '.vtt' : ` (${recording.id}).vtt`,
      text: printTranscript(recording, note?.event_attendees, origin),
    }))
}

/** What a caption file has no place for stands in a comment, in the form of the front matter. */
function printTranscript(
  { id, title, started_at, ended_at, transcript }: Recording,
  people: string[] | undefined,
  origin: string,
): string {
  const captions = printVtt(transcript!)
  const endOfHeader = captions.indexOf('\n\n') + 1
  const url = `${origin}/recap/${id}`
  const properties = printProperties({ title, start: started_at, end: ended_at, people, url })
  // A comment must not have an arrow.
  const comment = ['NOTE', ...properties].join('\n').replaceAll('>', '\\u003e')
  return `${captions.slice(0, endOfHeader)}\n${comment}\n${captions.slice(endOfHeader)}`
}

/**
 * @param origin       address of the service, for links
 * @param transcripts  names of their files
 */
export function printMeeting(meeting: Meeting, origin: string, transcripts: string[] = []): string {
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
    transcripts,
    updated: [...(note ? [note] : []), ...recordings]
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1),
  }
  const agenda = note?.content_markdown?.trim()
  return [
    ['---', ...printProperties(properties), '---'].join('\n'),
    `# ${oneLine(titleOf(meeting))}`,
    ...(agenda ? ['## Agenda', lowered(agenda, 2)] : []),
    ...recordings.flatMap((recording) => printRecap(recording, origin)),
  ]
    .join('\n\n')
    .concat('\n')
}

function printProperties(properties: Record<string, string | string[] | null | undefined>): string[] {
  return Object.entries(properties).flatMap(([name, value]) =>
    value == null || value.length === 0 ? [] : [`${name}: ${yamlOf(value)}`],
  )
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

/** @returns the name without its ending: the day, so that files are in order, and the title */
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

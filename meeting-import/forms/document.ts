/** A text for people: a transcript, notes, or notes with a transcript below them. *Pure.* */
import { readFrontMatter } from './front-matter.ts'
import { readHeading } from './heading.ts'
import { emptyPart, type Part, readCaptions, UnreadableError } from './part.ts'
import { readSpokenText, type SpokenText } from './spoken-text.ts'

/** Who wrote a text, by what only that program writes. */
const programs: [RegExp, string][] = [
  [/transcribed by https?:\/\/otter\.ai|SUMMARY KEYWORDS/i, 'Otter'],
  [/https?:\/\/(?:notes|app)\.granola\.(?:ai|so)\//i, 'Granola'],
  [/https?:\/\/(?:app\.)?fireflies\.ai\//i, 'Fireflies'],
  [/https?:\/\/fathom\.video\//i, 'Fathom'],
  [/https?:\/\/(?:www\.)?tldv\.io\//i, 'tl;dv'],
  [/Notes by Gemini|Gemini notes|This editable transcript was computer generated/i, 'Google Meet'],
  [/(?:started|stopped) transcription|-Meeting (?:Recording|Transcript)/i, 'Microsoft Teams'],
  [/^\[[^\]\n]{1,80}\]\s+\d{1,2}:\d\d:\d\d$/m, 'Zoom'],
]

/** A line that parts notes from what was said. */
const divider = /^\W*(?:full |meeting )?transcript(?:ion)?\W*$/iu

/** @throws {UnreadableError} there are no words */
export function readDocument(text: string): Part {
  const front = readFrontMatter(text)
  const body = front?.body ?? text
  if (body.trim() === '') throw new UnreadableError('There are no words in it')
  const from = programs.find(([sign]) => sign.test(text))?.[1] ?? (isOurs(front?.fields) ? 'Minutebook' : '')
  const read = readBody(body)
  const heading = readHeading(read.heading)
  const said = front ?? heading
  return {
    ...emptyPart,
    from,
    title: said.title || heading.title,
    ...(said.startedAt ? { startedAt: said.startedAt, hasTime: said.hasTime } : pickWhen(heading)),
    people: said.people[0] ? said.people : heading.people,
    transcript: read.transcript,
    notes: read.notes,
  }
}

const pickWhen = ({ startedAt, hasTime }: Pick<Part, 'startedAt' | 'hasTime'>) => ({ startedAt, hasTime })

const isOurs = (fields: Record<string, unknown> | undefined) =>
  fields !== undefined &&
  typeof fields.url === 'string' &&
  /\/(?:note|recap)\/[\w-]+$/.test(fields.url) &&
  'updated' in fields

type Body = { heading: string[]; transcript: Part['transcript']; notes: string }

function readBody(body: string): Body {
  const lines = body.split(/\r\n?|\n|\f/)
  const captions = /^\s*WEBVTT\b/.test(body) ? readCaptions(body.trimStart(), 'vtt') : null
  if (captions) return { heading: [], transcript: captions, notes: '' }
  const parted = lines.findIndex((line) => divider.test(line))
  const below = parted === -1 ? null : readSpokenText(lines.slice(parted + 1))
  if (below) {
    const above = lines.slice(0, parted)
    return { heading: [...above, ...below.before], transcript: below.transcript, notes: notesIn(above) }
  }
  const spoken: SpokenText | null = readSpokenText(lines)
  if (spoken) return { heading: spoken.before, transcript: spoken.transcript, notes: '' }
  return { heading: lines, transcript: null, notes: withoutTitle(lines) }
}

/** Above a transcript a few lines are only its heading. */
function notesIn(lines: string[]): string {
  const words = lines.filter((line) => line.trim() !== '')
  const isHeadingOnly = words.length <= 4 || words.every((line) => line.length <= 60 && !/^[#*-]/.test(line.trim()))
  return isHeadingOnly ? '' : withoutTitle(lines)
}

/** The first heading is the title, and stands above the notes anyway. */
function withoutTitle(lines: string[]): string {
  const first = lines.findIndex((line) => line.trim() !== '')
  const isTitle = first !== -1 && /^#\s/.test(lines[first]!)
  return (isTitle ? lines.slice(first + 1) : lines).join('\n').trim()
}

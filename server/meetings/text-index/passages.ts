/** What a hit shows: titles, parts of an agenda or of AI notes, and stretches of talk (decision 44 on search). *Pure.* */
import type { StoredAiNotes, StoredBlock, StoredTranscript } from '../../platform/postgres/column-types.ts'

export const passageKinds = ['title', 'agenda', 'action_item', 'decision', 'ai_notes', 'transcript'] as const
export type PassageKind = (typeof passageKinds)[number]

type Segment = StoredTranscript['speech_segments'][number]

/**
 * Times are seconds from the start of the recording; `speakers` are of a transcript, the most talkative first, and
 * `segments` are the parts of its text.
 */
export type Passage = {
  kind: PassageKind
  text: string
  speakers: string[]
  segments: Segment[]
  start_time: number | null
  end_time: number | null
}

/** The number of its document, and its own in it. */
export type NumberedPassage = { document: number; number: number }

export const keyOf = ({ document, number }: NumberedPassage) => `${document} ${number}`

const usualWords = 150
/** Of a passage: ten times a usual one. A search reads the whole passage that it shows, and a text may have megabytes. */
export const maxCharacters = 10_000
/** Sections of AI notes; what follows is one more. */
const maxSections = 5_000

export const titlePassage = (title: string): Passage => passage('title', title)
export const itemPassage = (text: string): Passage => passage('action_item', text)
export const decisionPassage = (text: string): Passage => passage('decision', text)

/** A heading, or a block of the outermost level, with what is below it; action items and decisions are documents of their own. */
export function agendaPassages(blocks: StoredBlock[]): Passage[] {
  const parts: string[][] = []
  let words = 0
  for (const block of blocks) {
    if (!('text' in block)) continue
    const begins = block.type === 'heading' || (block.depth === 0 && words >= usualWords)
    if (begins || parts.length === 0) {
      parts.push([])
      words = 0
    }
    parts.at(-1)!.push(block.text)
    words += roughWords(block.text)
  }
  return parts.map((lines) => passage('agenda', lines.join('\n')))
}

/** The sections of the Markdown that people read; a section begins when its first item was said. */
export function aiNotesPassages({ markdown, sections }: StoredAiNotes): Passage[] {
  const written = markdown.trim() || sections.map(markdownOf).join('\n')
  const all = written.split(/^(?=#)/m)
  const parts = [...all.slice(0, maxSections), all.slice(maxSections).join('')].filter((part) => part.trim() !== '')
  // Of several sections with one title the first counts.
  const startOf = new Map(sections.toReversed().map(({ title, items = [] }) => [title, firstTime(items)]))
  return parts.map((text) => {
    const title = /^#+ *(.*)/.exec(text)?.[1]?.trim() ?? ''
    return { ...passage('ai_notes', text.trim()), start_time: startOf.get(title) ?? null }
  })
}

const firstTime = (items: { timestamp: number | null }[]) =>
  items.find(({ timestamp }) => timestamp !== null)?.timestamp ?? null

const markdownOf = ({ title, content = '', items = [] }: StoredAiNotes['sections'][number]) =>
  [`# ${title}`, content, ...items.map(({ text }) => `- ${text}`)].join('\n')

/**
 * Stretches of about 150 words that begin and end with a segment, or with a part of one that is longer than a passage. Segments
 * of nothing but blanks are in none: they say nothing.
 */
export function* transcriptPassages(segments: Iterable<Segment>): Generator<Passage> {
  let some: Segment[] = []
  let [words, characters] = [0, 0]
  for (const segment of inParts(segments)) {
    const length = segment.text.length + 1
    if (words >= usualWords || (some.length > 0 && characters + length > maxCharacters)) {
      yield spoken(some)
      some = []
      words = characters = 0
    }
    some.push(segment)
    words += roughWords(segment.text)
    characters += length
  }
  if (some.length > 0) yield spoken(some)
}

function* inParts(segments: Iterable<Segment>): Generator<Segment> {
  for (const segment of segments) {
    for (const text of cutText(segment.text)) if (text.trim() !== '') yield { ...segment, text }
  }
}

/** Parts that fit a passage, cut at blanks where there are any. */
export function* cutText(text: string): Generator<string> {
  for (let from = 0; from < text.length || from === 0; ) {
    let to = from + maxCharacters
    if (to < text.length) {
      const blank = text.slice(from, to + 1).lastIndexOf(' ')
      if (blank > 0) to = from + blank + 1
      // Not between the halves of a character.
      if (/[\udc00-\udfff]/.test(text[to]!)) to++
    }
    yield text.slice(from, to)
    from = to
  }
}

function spoken(segments: Segment[]): Passage {
  const spokenBy = new Map<string, number>()
  for (const { speaker, text } of segments) {
    if (speaker !== '') spokenBy.set(speaker, (spokenBy.get(speaker) ?? 0) + text.length)
  }
  return {
    kind: 'transcript',
    text: segments.map(({ text }) => text).join('\n'),
    speakers: [...spokenBy].sort(([, one], [, other]) => other - one).map(([speaker]) => speaker),
    segments,
    start_time: segments[0]!.start_time,
    end_time: segments.at(-1)!.end_time,
  }
}

/** Counts blanks, and a word for every two characters of a script without blanks, in the first 10,000 characters. */
function roughWords(text: string): number {
  const count = (pattern: RegExp) => text.slice(0, maxCharacters).match(pattern)?.length ?? 0
  return count(/\s+/g) + 1 + count(/[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]/g) / 2
}

const passage = (kind: PassageKind, text: string): Passage => ({
  kind,
  text,
  speakers: [],
  segments: [],
  start_time: null,
  end_time: null,
})

/** What a hit shows: titles, parts of an agenda or of AI notes, and stretches of talk (decision 44). *Pure.* */
import type { StoredAiNotes, StoredBlock, StoredTranscript } from '../tables.ts'

export type PassageKind = 'title' | 'agenda' | 'action_item' | 'ai_notes' | 'transcript'

/** Times are seconds from the start of the recording; `speakers` are of a transcript, the most talkative first. */
export type Passage = {
  kind: PassageKind
  text: string
  speakers: string[]
  start_time: number | null
  end_time: number | null
}

type Segment = StoredTranscript['speech_segments'][number]

const usualWords = 150

export const titlePassage = (title: string): Passage => passage('title', title)
export const itemPassage = (text: string): Passage => passage('action_item', text)

/** A heading, or a block of the outermost level, with what is below it; action items are documents of their own. */
export function agendaPassages(blocks: StoredBlock[]): Passage[] {
  const parts: string[][] = []
  let words = 0
  for (const block of blocks) {
    if (block.type === 'action_item') continue
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
  const parts = written.split(/^(?=#)/m).filter((part) => part.trim() !== '')
  return parts.map((text) => {
    const title = /^#+ *(.*)/.exec(text)?.[1]?.trim()
    const items = sections.find((section) => section.title === title)?.items ?? []
    const start_time = items.find(({ timestamp }) => timestamp !== null)?.timestamp ?? null
    return { ...passage('ai_notes', text.trim()), start_time }
  })
}

const markdownOf = ({ title, content = '', items = [] }: StoredAiNotes['sections'][number]) =>
  [`# ${title}`, content, ...items.map(({ text }) => `- ${text}`)].join('\n')

/** Stretches of about 150 words that begin and end with a segment. */
export function* transcriptPassages(segments: Iterable<Segment>): Generator<Passage> {
  let some: Segment[] = []
  let words = 0
  for (const segment of segments) {
    some.push(segment)
    words += roughWords(segment.text)
    if (words < usualWords) continue
    yield spoken(some)
    some = []
    words = 0
  }
  if (some.length > 0) yield spoken(some)
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
    start_time: segments[0]!.start_time,
    end_time: segments.at(-1)!.end_time,
  }
}

/** Counts blanks, and a word for every two characters of a script without blanks. */
const roughWords = (text: string) =>
  (text.match(/\s+/g)?.length ?? 0) + 1 + (text.match(/[\u0e00-\u0eff\u3040-\u9fff\uac00-\ud7af]/g)?.length ?? 0) / 2

const passage = (kind: PassageKind, text: string): Passage => ({
  ...{ kind, text, speakers: [], start_time: null, end_time: null },
})

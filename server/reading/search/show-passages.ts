/** The snippets of found passages, and who says them when (decision 44 on search). *Pure.* */
import { type PackedSegment, type SpokenSegment, unpackSegments } from '../../meetings/text-index/spoken.ts'
import { cutPassage, type Label, makeSnippet, printSnippet, type Snippet } from './snippet.ts'

/** `words`: which of its words were found, counted from 0; `segments` are empty where nobody speaks. */
export type ShownPassage = { text: string; words: number[]; speakers: string[]; segments: PackedSegment[] }

/** `spoken` is null where nobody speaks; otherwise of the segment in which the snippet begins, up to the end of its last one. */
export type Shown = {
  snippet: Snippet
  spoken: { speaker: string | null; start_time: number; end_time: number } | null
}

export const showPassages = (passages: ShownPassage[]): Shown[] => passages.map(showPassage)

/** The snippet begins in the segment of its first found word, and names the speakers where there are several. */
function showPassage({ text, words, speakers, segments: packed }: ShownPassage): Shown {
  const segments = unpackSegments(packed, speakers)
  if (segments.length === 0) return { snippet: makeSnippet(text, words), spoken: null }
  const cut = cutPassage(
    text,
    words,
    segments.map((segment) => ({ ...segment, to: text.length })),
  )
  const shown = segments.filter(({ from, to }) => from >= cut.room.from && from < cut.to && to > from)
  const { speaker, start_time } = cut.room
  return {
    snippet: printSnippet(text, cut, labelsOf(shown, cut.from)),
    spoken: { speaker: speaker || null, start_time, end_time: (shown.at(-1) ?? cut.room).end_time },
  }
}

/** One where another person begins to speak; none where one person says all of it. @param begin  of the snippet */
function labelsOf(shown: SpokenSegment[], begin: number): Label[] {
  const changes = shown.filter(({ speaker }, index) => speaker !== shown[index - 1]?.speaker)
  if (changes.length < 2) return []
  return changes.map(({ speaker, from }) => ({ at: Math.max(begin, from), label: `${speaker || '?'}: ` }))
}

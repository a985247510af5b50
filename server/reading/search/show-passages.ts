/** The snippets of found passages, and who says them when (decision 44 on search). *Pure.* */
import { type PackedSegment, type SpokenSegment, saidBy, unpackSegments } from '../../meetings/text-index/spoken.ts'
import type { FoundPassage } from './score-documents.ts'
import { cutPassage, type Label, makeSnippet, printSnippet, type Snippet } from './snippet.ts'

/** `words` and `by` are those of a `FoundPassage`; `segments` are empty where nobody speaks. */
export type ShownPassage = Pick<FoundPassage, 'words' | 'by'> & {
  text: string
  speakers: string[]
  segments: PackedSegment[]
}

/** `spoken` is null where nobody speaks; otherwise of the segment in which the snippet begins, up to the end of its last one. */
export type Shown = {
  snippet: Snippet
  spoken: { speaker: string | null; start_time: number; end_time: number } | null
}

export const showPassages = (passages: ShownPassage[]): Shown[] => passages.map(showPassage)

/** The snippet begins in a segment of `by`, with its first found word if there is one, and names the speakers where there are several. */
function showPassage({ text, words, by, speakers, segments }: ShownPassage): Shown {
  if (segments.length === 0) return { snippet: makeSnippet(text, words), spoken: null }
  const spoken = unpackSegments(segments, speakers)
  const spans = saidBy(spoken, speakers, by).map((segment) => ({ ...segment, end: text.length }))
  const cut = cutPassage(text, words, spans)
  const { speaker, start_time } = cut.span
  const shown = spoken.filter(({ from }) => from >= cut.span.from && from < cut.to)
  return {
    snippet: printSnippet(text, cut, labelsOf(shown, cut.from)),
    spoken: { speaker: speaker || null, start_time, end_time: shown.at(-1)!.end_time },
  }
}

/** One where another person begins to speak; none where one person says all of it. @param begin  of the snippet */
function labelsOf(shown: SpokenSegment[], begin: number): Label[] {
  const changes = shown.filter(({ speaker }, index) => speaker !== shown[index - 1]?.speaker)
  if (changes.length < 2) return []
  return changes.map(({ speaker, from }) => ({ at: Math.max(begin, from), label: `${speaker || '?'}: ` }))
}

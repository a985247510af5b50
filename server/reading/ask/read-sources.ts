/** Reads found passages with what is said around them, as sources of an answer (decision 56). */
import type { PassageKind } from '../../meetings/text-index/passages.ts'
import { type SpokenSegment, unpackSegments } from '../../meetings/text-index/spoken.ts'
import type { Caller } from '../../people/caller/caller.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { cutShort } from '../../platform/text.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { type PassageRow, readPassages } from '../search/present-hits.ts'
import type { FoundPassage } from '../search/score-documents.ts'
import { cutPassage, makeSnippet } from '../search/snippet.ts'
import type { Line, Quote } from './locate-quote.ts'

export type Source = {
  /** The passage in the index. */
  key: string
  kind: PassageKind
  note_id: string | null
  recording_id: string | null
  action_item_id: string | null
  title: string
  event_start: string | null
  created_at: string
  lines: Line[]
  /** What of it has the words of the question; of talk, what one person says. */
  excerpt: Quote
}

/** Of talk, before and after the passage. */
const around = { seconds: 30, charactersOfLine: 1_500 }
const maxSourceCharacters = 6_000

/** In the order of `found`. A line of two sources is in the first of them. */
export async function readSources(tx: Tx, caller: Caller, found: FoundPassage[]): Promise<Source[]> {
  if (found.length === 0) return []
  const rows = await readPassages(tx, caller, withNeighbours(found))
  const passages = new Map(rows.map((row) => [keyOf(row), row]))
  const known = new Set<string>()
  const sources = found.flatMap((each): Source[] => {
    const passage = passages.get(keyOf(each))
    if (!passage) return []
    const { kind, note_id, recording_id, action_item_id, title, event_start, created_at } = passage
    const lines = linesWithTalk(passage, passages).filter(
      (line) => kind !== 'transcript' || isNew(known, `${recording_id} ${line.start_time} ${line.text}`),
    )
    return [
      {
        ...{ key: keyOf(passage), kind, note_id, recording_id, action_item_id },
        title: title ?? '',
        event_start: utcOrNull(event_start),
        created_at: utc(created_at),
        lines: firstLines(lines),
        excerpt: excerptOf(passage, each.words),
      },
    ]
  })
  return sources.filter(({ lines }) => lines.length > 0)
}

type Place = { document: number | string; number: number }

const keyOf = ({ document, number }: Place) => `${document} ${number}`

/** And the passages before and after each, of which those of a transcript are wanted. */
function withNeighbours(
  found: Pick<FoundPassage, 'document' | 'number'>[],
): Pick<FoundPassage, 'document' | 'number'>[] {
  const all = [0, -1, 1].flatMap((by) => found.map(({ document, number }) => ({ document, number: number + by })))
  return [...new Map(all.map((each) => [keyOf(each), each])).values()]
}

function isNew(known: Set<string>, key: string): boolean {
  if (known.has(key)) return false
  known.add(key)
  return true
}

/** The lines of a passage; of a transcript, with what is said shortly before and after it. */
function linesWithTalk(passage: PassageRow, passages: Map<string, PassageRow>): Line[] {
  const { document, number, start_time, end_time } = passage
  const near = (by: 1 | -1) => {
    const neighbour = passages.get(keyOf({ document, number: number + by }))
    return neighbour?.kind !== 'transcript' ? [] : spokenLines(neighbour, isNear)
  }
  const isNear = (segment: SpokenSegment) =>
    segment.to - segment.from <= around.charactersOfLine &&
    segment.end_time >= start_time! - around.seconds &&
    segment.start_time <= end_time! + around.seconds
  if (passage.kind === 'transcript') return [...near(-1), ...spokenLines(passage), ...near(1)]
  const paragraphs = passage.text.split('\n').filter((line) => line.trim() !== '')
  return paragraphs.map((text) => ({ speaker: null, start_time, text }))
}

const spokenLines = ({ text, segments, speakers }: PassageRow, isWanted = (_: SpokenSegment) => true): Line[] =>
  unpackSegments(segments, speakers)
    .filter((segment) => segment.to > segment.from && isWanted(segment))
    .map((segment) => lineOf(text, segment))

const lineOf = (text: string, { from, to, speaker, start_time }: SpokenSegment): Line => ({
  speaker: speaker || null,
  start_time,
  text: text.slice(from, to),
})

function firstLines(lines: Line[]): Line[] {
  let left = maxSourceCharacters
  return lines.flatMap((line) => {
    if (left <= 0) return []
    const text = cutShort(line.text, left)
    left -= line.text.length
    return [{ ...line, text }]
  })
}

/** The part with the most words of the question. Of talk it begins in a segment, and one person says all of it. */
function excerptOf({ text, segments, speakers, start_time }: PassageRow, words: number[]): Quote {
  const spoken = unpackSegments(segments, speakers)
  if (spoken.length === 0) {
    const excerpt = makeSnippet(text, words).text.replace(/^…|…$/g, '')
    return { text: excerpt, line: { speaker: null, start_time, text: excerpt } }
  }
  const rooms = spoken.map((segment, index) => ({ ...segment, to: endOfSpeech(spoken, index), segment }))
  const { from, to, room } = cutPassage(text, words, rooms)
  return { text: text.slice(from, to).replaceAll('\n', ' '), line: lineOf(text, room.segment) }
}

/** Where somebody else begins to speak. Without names every segment may be of somebody else. */
function endOfSpeech(spoken: SpokenSegment[], index: number): number {
  const { speaker } = spoken[index]!
  const others = spoken.findIndex((each, at) => at > index && (each.speaker !== speaker || speaker === ''))
  return spoken.at(others < 0 ? -1 : others - 1)!.to
}

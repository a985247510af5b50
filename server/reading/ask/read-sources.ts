/** Reads found passages as sources of an answer, for a model with what is said around them (decision 56). */

import { type DecisionView, readDecisions } from '../../meetings/decisions/read-decisions.ts'
import type { Line, Quote } from '../../meetings/text-index/locate-quote.ts'
import { keyOf, type NumberedPassage, type PassageKind } from '../../meetings/text-index/passages.ts'
import { type SpokenSegment, saidBy, unpackSegments } from '../../meetings/text-index/spoken.ts'
import type { Caller } from '../../people/caller/caller.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { cutShort } from '../../platform/text.ts'
import { utc, utcOrNull } from '../../platform/time.ts'
import { type PassageRow, readPassages } from '../search/present-hits.ts'
import type { FoundPassage } from '../search/score-documents.ts'
import { cutPassage, type Span } from '../search/snippet.ts'

export type Source = {
  /** The passage in the index. */
  key: string
  kind: PassageKind
  note_id: string | null
  /** Assignees may see an item and not its note. */
  sees_note: boolean
  recording_id: string | null
  action_item_id: string | null
  decision: Pick<DecisionView, 'id' | 'status' | 'superseded_by'> | null
  title: string
  event_start: string | null
  /** When it was: of a decision when it was made, else of the meeting, or when it was written. */
  date: string
  /** What a model reads of it; none if earlier sources have it all. */
  lines: Line[]
  /** What of it has the words of the question; of talk, what one person says. */
  excerpt: Quote
}

/** Of talk, before and after the passage. */
const around = { seconds: 30, charactersOfLine: 1_500 }
const maxSourceCharacters = 6_000

/**
 * In the order of `found`.
 * @param isForModel  whether they are also read by a model, which gets a line of two sources in the first of them
 */
export async function readSources(
  tx: Tx,
  caller: Caller,
  found: FoundPassage[],
  isForModel: boolean,
): Promise<Source[]> {
  const passages = found.length === 0 ? [] : await readPassages(tx, caller, found)
  const near = isForModel ? await readNeighbours(tx, caller, passages) : new Map<string, PassageRow>()
  const decisions = await decisionsOf(tx, caller, passages)
  const known = new Set<string>()
  return passages.map((passage): Source => {
    const { kind, note_id, sees_note, recording_id, action_item_id, title, event_start, created_at } = passage
    const excerpt = excerptOf(passage)
    const { quoted, decision, made_at } = decisions(passage.decision_id)
    return {
      ...{ key: keyOf(passage), kind, note_id, sees_note, recording_id, action_item_id, decision },
      title: title ?? '',
      event_start: utcOrNull(event_start),
      date: utc(made_at ?? event_start ?? created_at),
      lines: isForModel ? [...nearestLines(linesWithTalk(passage, near), excerpt, known), ...quoted] : [],
      excerpt,
    }
  })
}

/** What is known of each decision, and the quotation that it rests on. */
async function decisionsOf(tx: Tx, caller: Caller, passages: PassageRow[]) {
  const ids = passages.flatMap(({ decision_id }) => decision_id ?? [])
  const views = await readDecisions(tx, caller, ids)
  const found = new Map(
    views.map(({ id, status, superseded_by, quote, speaker, start_time, made_at }) => {
      const quoted: Line[] = quote === null ? [] : [{ speaker: speaker ?? '', start_time, text: quote }]
      return [id, { decision: { id, status, superseded_by }, quoted, made_at }]
    }),
  )
  return (id: string | null) => found.get(id ?? '') ?? { decision: null, quoted: [], made_at: null }
}

/** The passages of transcripts before and after each. */
async function readNeighbours(tx: Tx, caller: Caller, passages: PassageRow[]): Promise<Map<string, PassageRow>> {
  const beside = passages
    .filter(({ kind }) => kind === 'transcript')
    .flatMap(({ document, number }) => [-1, 1].map((by): NumberedPassage => ({ document, number: number + by })))
  const wanted = new Map(beside.map((each) => [keyOf(each), each]))
  const rows = wanted.size === 0 ? [] : await readPassages(tx, caller, [...wanted.values()])
  return new Map(rows.filter(({ kind }) => kind === 'transcript').map((row) => [keyOf(row), row]))
}

/** Where the line stands in the index: in which passage, and from which UTF-16 unit of its text. */
type PlacedLine = Line & { passage: string; from: number }

/** The lines of a passage; of a transcript, with what is said shortly before and after it. */
function linesWithTalk(passage: PassageRow, neighbours: Map<string, PassageRow>): PlacedLine[] {
  const { document, number, kind, start_time, end_time } = passage
  if (kind !== 'transcript') return paragraphsOf(passage)
  const isNear = (segment: SpokenSegment) =>
    segment.to - segment.from <= around.charactersOfLine &&
    segment.end_time >= start_time! - around.seconds &&
    segment.start_time <= end_time! + around.seconds
  const near = (by: 1 | -1) => {
    const neighbour = neighbours.get(keyOf({ document, number: number + by }))
    return neighbour ? spokenLines(neighbour, isNear) : []
  }
  return [...near(-1), ...spokenLines(passage), ...near(1)]
}

function paragraphsOf(passage: PassageRow): PlacedLine[] {
  let next = 0
  const all = passage.text.split('\n').map((text): PlacedLine => {
    const from = next
    next += text.length + 1
    return { passage: keyOf(passage), from, speaker: null, start_time: passage.start_time, text }
  })
  return all.filter(({ text }) => text.trim() !== '')
}

const spokenLines = (passage: PassageRow, isWanted = (_: SpokenSegment) => true): PlacedLine[] =>
  unpackSegments(passage.segments, passage.speakers)
    .filter(isWanted)
    .map(({ from, to, speaker, start_time }) => ({
      ...{ passage: keyOf(passage), from, speaker, start_time },
      text: passage.text.slice(from, to),
    }))

type Excerpt = Quote & { line: PlacedLine; from: number }

/** In order, as many as fit: first the one in which the excerpt begins, then those nearest to it. @param known  in earlier sources */
function nearestLines(lines: PlacedLine[], excerpt: Excerpt, known: Set<string>): Line[] {
  const center = lines.findLastIndex(({ passage, from }) => passage === excerpt.line.passage && from <= excerpt.from)
  const byDistance = lines
    .map((line, index) => ({ line, index, place: `${line.passage} ${line.from}` }))
    .filter(({ place }) => !known.has(place))
    .sort((one, other) => Math.abs(one.index - center) - Math.abs(other.index - center))
  const kept: (Line & { index: number })[] = []
  let left = maxSourceCharacters
  for (const { line, index, place } of byDistance) {
    if (left <= 0) break
    const { speaker, start_time } = line
    const isTooLong = index === center && line.text.length > left
    const text = cutShort(isTooLong ? line.text.slice(excerpt.from - line.from) : line.text, left)
    left -= text.length
    if (text === line.text) known.add(place)
    kept.push({ index, speaker, start_time, text })
  }
  return kept.sort((one, other) => one.index - other.index).map(({ index: _, ...line }) => line)
}

/** The part with the most words of the question. Of talk it begins in a segment, and one person says all of it. */
function excerptOf(passage: PassageRow & Pick<FoundPassage, 'words' | 'by'>): Excerpt {
  const { text, speakers, segments, start_time, words, by } = passage
  const spoken = withEnds(unpackSegments(segments, speakers))
  const whole = { from: 0, to: text.length, end: text.length, speaker: null, start_time }
  const spans = spoken.length === 0 ? [whole] : saidBy(spoken, speakers, by)
  const { from, to, span } = cutPassage<Span & Pick<Line, 'speaker' | 'start_time'>>(text, words, spans)
  const line = { passage: keyOf(passage), from: span.from, speaker: span.speaker, start_time: span.start_time }
  return {
    text: text.slice(from, to).replaceAll('\n', ' '),
    from,
    line: { ...line, text: text.slice(span.from, span.to) },
  }
}

/** `end`: before somebody else speaks. Without names every segment may be of somebody else. */
function withEnds(spoken: SpokenSegment[]): (SpokenSegment & Span)[] {
  let end = 0
  const backwards = spoken.toReversed().map((segment, index, all) => {
    const goesOn = segment.speaker !== '' && all[index - 1]?.speaker === segment.speaker
    if (!goesOn) end = segment.to
    return { ...segment, end }
  })
  return backwards.reverse()
}

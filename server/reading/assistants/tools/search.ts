/** `search`: passages by their words, in the form that assistants' connectors expect: results with id, title and url. */
import Type from 'typebox'
import { type DecisionView, readDecisions } from '../../../meetings/decisions/read-decisions.ts'
import { statuses } from '../../../meetings/decisions/schemas.ts'
import { passageKinds } from '../../../meetings/text-index/passages.ts'
import { seenNotes } from '../../../people/sight/visible.ts'
import { DateFilter, maxId, OneOf } from '../../../platform/http/schema.ts'
import { itemUrl, noteUrl, recapUrl } from '../../ask/links.ts'
import { readFilters } from '../../search/read-filters.ts'
import { maxQuery, type SearchHit } from '../../search/schemas.ts'
import { search as findPassages } from '../../search/search.ts'
import { type DocumentId, printDocumentId } from '../results/document-id.ts'
import { fence } from '../results/fence.ts'
import { Arguments, Limit, NoteId, Quoted, Url } from '../results/shapes.ts'
import { bytesOf, cutAround, cutToBytes } from '../results/text-room.ts'
import { defineTool, reading } from './tool.ts'

/**
 * An assistant's context is small, so ten hits have 4,000 bytes, fewer hits share as much. A text has at least so many
 * bytes, which matters only with very long ids or a long address of the service.
 */
const resultBytes = { all: 4_000 - bytesOf({ results: [] }), title: 48, speaker: 24, text: 40 }

const Kind = OneOf([...passageKinds])

export const search = defineTool({
  name: 'search',
  title: 'Search meetings',
  description:
    'Finds passages in titles, agendas, action items, AI notes and transcripts of the meetings that this person may read. Takes words in any order, `"a phrase"`, `-without`, `prefix*`, or a question in plain language. A decision has its status: one that is superseded or withdrawn counts no more. Give a result’s id to `fetch` to read on; in it, between `recording:` and `@`, is the id for `get_transcript`.',
  scope: 'read',
  hints: reading,
  input: Arguments({
    query: Type.String({ minLength: 1, maxLength: maxQuery, description: 'What to find.' }),
    kinds: Type.Optional(
      Type.Array(Kind, {
        minItems: 1,
        maxItems: passageKinds.length,
        description: 'Where the words stand; everywhere without it.',
      }),
    ),
    from: Type.Optional(DateFilter('The meeting starts at or after.')),
    to: Type.Optional(DateFilter('The meeting starts at or before.')),
    person: Type.Optional(
      Type.String({ minLength: 1, maxLength: maxId, description: 'The address of somebody who was invited.' }),
    ),
    speaker: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'Transcripts where this person speaks, by full name.' }),
    ),
    meeting_id: Type.Optional(NoteId),
    newest: Type.Optional(
      Type.Boolean({ description: 'True for the latest meeting first; the best first without it.' }),
    ),
    limit: Limit(20, 10),
  }),
  output: Type.Object({
    results: Type.Array(
      Type.Object({
        id: Type.String({ description: 'For `fetch`.' }),
        title: Quoted('Of the meeting.'),
        url: Url('Where people see or hear it.'),
        kind: Kind,
        text: Quoted('The part of the passage with the found words.'),
        speaker: Type.Optional(Quoted('Who says them; where several speak, the text names them.')),
        start: Type.Optional(Type.String({ description: 'When the meeting starts, in UTC.' })),
        status: Type.Optional(OneOf([...statuses], { description: 'Of a decision.' })),
      }),
    ),
  }),
  async run({ caller, origin, ...searching }, { query, newest = false, limit = 10, ...narrowed }) {
    const { kinds, from, to, person, speaker, meeting_id } = narrowed
    const request = {
      query,
      filters: readFilters({
        kinds,
        speaker,
        start_at: from,
        end_at: to,
        event_attendees: person,
        note_id: meeting_id,
      }),
      order: newest ? ('newest' as const) : ('relevance' as const),
      size: limit,
      cursor: null,
    }
    const { hits } = await findPassages(searching, caller, request)
    const most = Math.max(resultBytes.all / Math.max(hits.length, 1), resultBytes.all / 10)
    const decisions = await readDecisions(
      searching.db,
      caller,
      hits.flatMap(({ decision_id }) => decision_id ?? []),
    )
    const statusOf = new Map(decisions.map(({ id, status }) => [id, status]))
    const seen = await seenNotes(
      searching.db,
      caller,
      hits.map(({ note_id }) => note_id),
    )
    const data = {
      results: hits.map((hit) => showHit(pageOf(hit, origin, seen), hit, statusOf.get(hit.decision_id ?? ''), most)),
    }
    // Connectors read the text as JSON.
    return { text: JSON.stringify(data), data }
  },
})

/** @param most  bytes that it may take as JSON */
function showHit(url: string, hit: SearchHit, status: DecisionView['status'] | undefined, most: number) {
  const { kind, title, snippet, speaker, start_time, event_start } = hit
  const seconds = start_time === null ? null : Math.floor(start_time)
  const shown = {
    id: printDocumentId(documentOf(hit, kind === 'transcript' ? seconds : null)),
    title: fence(cutToBytes(title || snippet.text, resultBytes.title)),
    url,
    kind,
    text: fence(''),
    ...(speaker !== null && { speaker: fence(cutToBytes(speaker, resultBytes.speaker)) }),
    // To the minute.
    ...(event_start !== null && { start: `${event_start.slice(0, 16)}Z` }),
    ...(status && { status }),
  }
  const left = most - bytesOf(shown) - 1
  return { ...shown, text: fence(cutAround(snippet, Math.max(left, resultBytes.text))) }
}

function documentOf(
  { note_id, recording_id, action_item_id, decision_id }: SearchHit,
  seconds: number | null,
): DocumentId {
  if (decision_id !== null) return { kind: 'decision', id: decision_id }
  if (recording_id !== null) return { kind: 'recording', id: recording_id, seconds }
  return action_item_id === null ? { kind: 'note', id: note_id! } : { kind: 'item', id: action_item_id }
}

function pageOf(hit: SearchHit, origin: string, seen: Set<string>): string {
  const { action_item_id, note_id, recording_id, start_time } = hit
  if (recording_id !== null) return recapUrl(origin, recording_id, start_time)
  return action_item_id === null ? noteUrl(origin, note_id!) : itemUrl(origin, note_id, seen.has(note_id ?? ''))
}

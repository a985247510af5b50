/** `fetch`: the full text of a search result, in the form that connectors expect: id, title, text, url, metadata. */
import Type from 'typebox'
import { getItem } from '../../../meetings/action-items/list-items.ts'
import { getDecision } from '../../../meetings/decisions/read-decisions.ts'
import { readNote } from '../../../meetings/notes/read-note.ts'
import { getRecording } from '../../../meetings/recordings/library/list-recordings.ts'
import { printText } from '../../../meetings/recordings/transcript/print-transcript.ts'
import { readSegments } from '../../../meetings/recordings/transcript/read-segments.ts'
import { seenNotes } from '../../../people/sight/visible.ts'
import { cutShort } from '../../../platform/text.ts'
import { utc } from '../../../platform/time.ts'
import { decisionUrl, itemUrl, noteUrl, recapUrl } from '../../ask/links.ts'
import { type DocumentId, parseDocumentId } from '../results/document-id.ts'
import { fence, fenceShort } from '../results/fence.ts'
import { recognisedHint } from '../results/present.ts'
import { Arguments, Quoted, Url } from '../results/shapes.ts'
import { maxLongText, maxSegments, TextRoom } from '../results/text-room.ts'
import { defineTool, reading, type ToolCall } from './tool.ts'

type FetchedText = { title: string; text: string; url: string; metadata: Record<string, string> }

export const fetch = defineTool({
  name: 'fetch',
  title: 'Read a search result',
  description: `Reads what \`search\` found: an agenda, an action item, a decision and whether it still stands, a recording’s AI notes, or its transcript from the moment of the passage. At most ${maxLongText} characters; \`metadata.more\` says how to read on.`,
  scope: 'read',
  hints: reading,
  input: Arguments({
    id: Type.String({
      maxLength: 90,
      description:
        'As `search` gives it: `note:n_1`, `recording:r_1`, `recording:r_1@61`, `item:ai_1`, `decision:dec_1`.',
    }),
    transcript: Type.Optional(
      Type.Boolean({ description: 'True for the transcript after the AI notes, as much of it as fits.' }),
    ),
  }),
  output: Type.Object({
    id: Type.String(),
    title: Quoted('Of the meeting.'),
    text: Quoted('What it says.'),
    url: Url('Where people see or hear it.'),
    metadata: Type.Object({}, { additionalProperties: Type.String() }),
  }),
  async run(call, { id, transcript = false }) {
    const document = parseDocumentId(id, 'arguments.id')
    const found = await fetchDocument(call, document, transcript)
    const data = { id, ...found, title: fenceShort(found.title), text: fence(found.text) }
    return { text: JSON.stringify(data), data }
  },
})

function fetchDocument(call: ToolCall, document: DocumentId, withTranscript: boolean): Promise<FetchedText> {
  if (document.kind === 'note') return fetchNote(call, document.id)
  if (document.kind === 'item') return fetchItem(call, document.id)
  if (document.kind === 'decision') return fetchDecision(call, document.id)
  return fetchRecording(call, document, withTranscript)
}

async function fetchNote({ db, caller, origin }: ToolCall, id: string): Promise<FetchedText> {
  const note = await readNote(db, caller, id)
  const room = new TextRoom()
  const text = room.take(note.content_markdown!)
  const recordings = note.recording_ids.slice(0, 20).map((id) => `recording:${id}`)
  return {
    title: note.title,
    text,
    url: noteUrl(origin, id),
    metadata: {
      kind: 'note',
      ...(note.event_start && { start: note.event_start }),
      ...(recordings.length > 0 && { recordings: recordings.join(' ') }),
      ...(room.isCut && { more: 'The agenda is longer than one result holds; people read all of it on its page.' }),
    },
  }
}

async function fetchItem({ db, caller, origin }: ToolCall, id: string): Promise<FetchedText> {
  const { text, status, due_date, note_id } = await getItem(db, caller, id)
  const seen = await seenNotes(db, caller, [note_id])
  return {
    title: cutShort(text, 80),
    text: new TextRoom().take(text),
    url: itemUrl(origin, note_id, seen.has(note_id ?? '')),
    metadata: { kind: 'item', status, ...(due_date && { due_date }), ...(note_id && { note: `note:${note_id}` }) },
  }
}

async function fetchDecision({ db, caller, origin }: ToolCall, id: string): Promise<FetchedText> {
  const { text, quote, speaker, status, superseded_by, supersedes, ...decision } = await getDecision(db, caller, id)
  const said = quote === null ? [] : [`${speaker ? `${speaker}: ` : ''}“${quote}”`]
  return {
    title: decision.title,
    text: new TextRoom().take([text, ...said].join('\n\n')),
    url: decisionUrl(origin, decision),
    metadata: {
      ...{ kind: 'decision', status, made_at: utc(decision.made_at), note: `note:${decision.note_id}` },
      ...(decision.recording_id && { recording: `recording:${decision.recording_id}` }),
      ...(superseded_by && { superseded_by: `decision:${superseded_by}` }),
      ...(supersedes.length > 0 && {
        supersedes: supersedes
          .slice(0, 20)
          .map((each) => `decision:${each}`)
          .join(' '),
      }),
    },
  }
}

/** AI notes, and as much of the transcript as fits if it is wanted; with a moment, only the transcript from there. */
async function fetchRecording(
  { db, caller, origin }: ToolCall,
  { id, seconds }: { id: string; seconds: number | null },
  withTranscript: boolean,
): Promise<FetchedText> {
  const { title, note_id, ai_notes } = await getRecording(db, caller, id, { ai_notes: true })
  const room = new TextRoom()
  const written = seconds === null && ai_notes ? room.take(ai_notes.markdown) : ''
  const isShown = room.left > 0 && (withTranscript || seconds !== null)
  // One character tells whether there is a transcript.
  const most = isShown ? { limit: maxSegments, maxText: room.left } : { limit: 1, maxText: 1 }
  const page = await readSegments(db, caller, id, { fromSegment: 0, fromSeconds: seconds, toSeconds: null, ...most })
  const said = isShown && page ? printText({ language_code: '', speech_segments: page.segments }) : ''
  const next = isShown ? page?.next : page && 0
  const hints = [
    ...recognisedHint(isShown && page ? page.recognised.map(fenceShort) : []),
    ...(room.isCut ? ['The AI notes are longer than one result holds; people read all of them on its page.'] : []),
    ...(next != null ? [`What was said: get_transcript with recording_id ${id} and from_segment ${next}.`] : []),
  ]
  return {
    title,
    text: [written, said].filter(Boolean).join('\n\n'),
    url: recapUrl(origin, id, seconds),
    metadata: { kind: 'recording', note: `note:${note_id}`, ...(hints.length > 0 && { more: hints.join(' ') }) },
  }
}

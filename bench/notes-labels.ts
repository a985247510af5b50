/** Reads the meetings that were labelled by hand, with their transcripts. @see labels/README.md */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { memberName, readTurns, type Segment, type Source } from '../scripts/demo/transcript.ts'
import type { Meeting } from '../server/making/engines/shared/engines.ts'
import { OperatorError } from '../server/platform/errors.ts'
import { type Span, spansOf } from './notes-spans.ts'

/** `turns` are the first and the last one, from 0; `said` quotes the words that matter in a long passage. */
export type Label = { turns: [first: number, last: number]; said?: string[]; text: string; doubtful?: boolean }
export type ItemLabel = Label & { owners: string[]; due?: string }
/** `names` is how speakers are called in the meeting; a file of `languages/` has its turns itself. */
export type LabelFile = {
  id: string
  names?: Record<string, string>
  items: ItemLabel[]
  decisions: Label[]
  turns?: Turn[]
}
type Turn = [speaker: string, text: string]

export const groups = ['tuning', 'development', 'untouched', 'languages'] as const
export type Group = (typeof groups)[number]

/** When a label's passage is spoken, in seconds; owners are e-mails of the meeting's people. */
export type Placed = { text: string; said: string[]; doubtful: boolean; spans: Span[]; owners: string[] }
export type LabelledMeeting = { id: string; group: Group; meeting: Meeting; items: Placed[]; decisions: Placed[] }

/** A Monday: due dates count from it. */
const startedAt = new Date('2026-01-05T09:00:00Z')

const place = new URL('./labels/', import.meta.url)

/** @param folder  has `search/meetings.jsonl`, the transcripts of all groups but `languages` */
export async function readLabels(folder: string): Promise<LabelledMeeting[]> {
  const transcripts = await readTranscripts(join(folder, 'search', 'meetings.jsonl'))
  const all = await Promise.all(
    groups.map(async (group) => (await readGroup(group)).map((file) => placeLabels(group, file, transcripts))),
  )
  return all.flat()
}

export async function readGroup(group: Group): Promise<LabelFile[]> {
  const names = (await readdir(new URL(`${group}/`, place))).filter((name) => name.endsWith('.json')).sort()
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(new URL(`${group}/${name}`, place), 'utf8')) as LabelFile),
  )
}

async function readTranscripts(path: string): Promise<Map<string, Turn[]>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new OperatorError(`The meetings are missing: put them into ${resolve(path)}, or name the folder of search/.`)
  })
  const lines = text.trim().split('\n')
  return new Map(
    lines.map((line) => JSON.parse(line) as { id: string; turns: Turn[] }).map((one) => [one.id, one.turns]),
  )
}

function placeLabels(group: Group, file: LabelFile, transcripts: Map<string, Turn[]>): LabelledMeeting {
  const turns = file.turns ?? transcripts.get(file.id)
  if (!turns) throw new OperatorError(`The meeting ${file.id} of ${group} is not in search/meetings.jsonl.`)
  const called = (label: string) => file.names?.[label] ?? label
  const segments = readSegments(file.id, turns).map((one) => one && { ...one, speaker: called(one.speaker) })
  const speech_segments = segments.filter((one) => one !== null)
  const speakers = [...new Set(speech_segments.map(({ speaker }) => speaker))]
  const people = speakers.map((name) => ({ name, email: emailOf(name) }))
  const placed = (label: Label & { owners?: string[] }): Placed => ({
    text: label.text,
    said: label.said ?? [],
    doubtful: label.doubtful ?? false,
    spans: spansOf(label, segments),
    owners: (label.owners ?? []).map((owner) => emailOf(called(owner))),
  })
  return {
    id: file.id,
    group,
    meeting: { title: file.id, startedAt, people, transcript: { language_code: 'und', speech_segments } },
    items: file.items.map(placed),
    decisions: file.decisions.map(placed),
  }
}

/** A segment for each turn, or null for a turn without a word. Times are computed with 150 words a minute. */
function readSegments(id: string, turns: Turn[]): (Segment | null)[] {
  const domain = domainOf(id)
  const nameOf = domain === 'committee' ? memberName : (label: string) => label
  const source = turns.map(([speaker, text]) => ({ speaker, text }))
  const spoken = readTurns({ id, domain, topics: [], summary: '', turns: source }, nameOf)[Symbol.iterator]()
  return source.map((turn) => {
    const [said] = readTurns({ id, domain, topics: [], summary: '', turns: [turn] }, nameOf)
    return said ? spoken.next().value! : null
  })
}

function domainOf(id: string): Source['domain'] {
  if (/^(?:covid|education)_/.test(id)) return 'committee'
  return id.startsWith('B') ? 'academic' : 'product'
}

const emailOf = (name: string) => `${name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '.')}@labels.test`

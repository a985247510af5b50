/** From a meeting of the data set to what the service keeps of it: event, note, recordings, action items. *Pure.* */
import type { Agenda, Block } from '../../server/meetings/notes/agenda.ts'
import { printAgenda } from '../../server/meetings/notes/agenda-print.ts'
import { aiNotes, momentOf, momentsOf } from './ai-notes.ts'
import { type Course, type Decided, type Held, speaker, type Task } from './course.ts'
import { event, type Item, later, minutesAfter, note, time } from './parts.ts'
import { emailOf, ids, userId } from './people.ts'
import { spoken } from './spoken.ts'
import { cleanText, divide, readTurns, type Segment, type Source, splitTranscript } from './transcript.ts'

/** Between two recordings of one meeting. */
const PAUSE_SECONDS = 300

export function holdMeeting(course: Course, held: Held, raw: Source) {
  const source = nameSpeakers(raw, course, held)
  const [organizer] = course.invited
  const parts = splitTranscript(
    readTurns(source, (label) => speaker(course, held, label)),
    held.recordings ?? 1,
  )
  const recordings = recordParts(course, held, source, parts)
  const closedAt = recordings.at(-1)!.updated_at
  const events =
    held.start === null
      ? []
      : [
          event({
            uid: course.uid,
            series: course.series?.id,
            title: held.title,
            start: held.start,
            end: later(held.start, Math.ceil(minutesAfter(held.start, recordings.at(-1)!.ended_at) / 15) * 15 * 60),
            organizer: emailOf(organizer),
            invited: [...course.invited, ...(held.guests ?? [])],
          }),
        ]
  const items = held.items.map((task) => actionItem(task, held, recordings, parts))
  return {
    events,
    notes: [
      note({
        id: `n_${held.id}`,
        event: events[0]?.guid,
        creator: organizer,
        title: held.title,
        created_at: held.start === null ? time(held.uploaded!) : later(held.start, -3 * 24 * 3600 + 4500),
        updated_at: later(closedAt, 900),
        agenda: printAgenda(agendaOf(held, source.topics, items)),
      }),
    ],
    recordings,
    action_items: items,
    decisions: (held.decisions ?? []).map((made) => decision(made, held, recordings[0]!, parts[0]!)),
  }
}

/** The summary says who did what by the source's labels; the demo's readers know the people by name. */
function nameSpeakers(raw: Source, course: Course, held: Held): Source {
  const clean = (text: string) => cleanText(text, raw.domain)
  const labels = [...new Set(raw.turns.map((turn) => turn.speaker))]
  const summary = labels.reduce(
    (text, label) => text.replaceAll(label, speaker(course, held, label)),
    clean(raw.summary),
  )
  return { ...raw, topics: raw.topics.map(clean), summary }
}

function recordParts(course: Course, held: Held, source: Source, parts: Segment[][]) {
  const summaries = divide(source.summary.split(/(?<=[.?!])\s+/), parts.length)
  const topics = divide(source.topics, parts.length)
  let start = later(held.start ?? later(held.uploaded!, -4 * 3600), course.lateSeconds)
  return parts.map((segments, part) => {
    const end = later(start, segments.at(-1)!.end_time)
    const found = held.items.filter((task) => task.by === undefined && partOf(task, parts) === part)
    const id = parts.length === 1 ? `r_${held.id}` : `r_${held.id}_part_${part + 1}`
    const recording = {
      id,
      note: `n_${held.id}`,
      title: parts.length === 1 ? held.title : `${held.title} (part ${part + 1})`,
      created_at: held.start === null ? time(held.uploaded!) : later(end, 65),
      updated_at: held.start === null ? later(held.uploaded!, 540) : later(end, 540),
      started_at: start,
      ended_at: end,
      started_by: userId(course.invited[0]),
      transcript: { language_code: course.language, speech_segments: segments },
      ai_notes: aiNotes(
        summaries[part]!.join(' '),
        topicPoints(topics[part]!, segments),
        (held.decisions ?? [])
          .filter(({ by }) => by === undefined)
          .map(({ text, quote }) => ({ text, timestamp: Math.floor(turnOf(quote, segments).start_time) })),
        found.map((task) => ({
          text: task.text,
          timestamp: task.at ?? momentOf(task.text, segments),
          assignees: ids(task.who),
        })),
      ),
      ...(spoken[id] && { media: spoken[id] }),
    }
    start = later(end, PAUSE_SECONDS)
    return recording
  })
}

function decision(made: Decided, held: Held, recording: { id: string; updated_at: string }, segments: Segment[]) {
  const { id, text, quote, replaces = [], by } = made
  const { speaker, start_time } = turnOf(quote, segments)
  return {
    ...{
      id,
      note: `n_${held.id}`,
      recording: recording.id,
      text,
      quote,
      speaker,
      start_time,
      status: 'stands' as const,
    },
    detected: by === undefined,
    changed_by_people: by !== undefined || replaces.length > 0,
    made_by: by === undefined ? null : userId(by),
    supersedes: replaces,
    created_at: recording.updated_at,
    updated_at: recording.updated_at,
  }
}

/** Nothing is quoted that nobody said. */
function turnOf(quote: string, segments: Segment[]): Segment {
  const found = segments.filter(({ text }) => text.includes(quote))
  if (found.length !== 1) throw new Error(`${found.length} turns say “${quote}”`)
  return found[0]!
}

/** The source lists topics in the order of the meeting. */
function topicPoints(topics: string[], segments: Segment[]) {
  const moments = momentsOf(topics, segments)
  return topics.map((topic, index) => ({ text: topic, timestamp: moments[index]! }))
}

function partOf(task: Task, parts: Segment[][]): number {
  return parts.length > 1 && typeof task.below === 'number' && task.below >= 2 ? 1 : 0
}

function actionItem(task: Task, held: Held, recordings: { updated_at: string }[], parts: Segment[][]): Item {
  const part = partOf(task, parts)
  const { updated_at } = recordings[part]!
  const generated = task.by === undefined
  const assignees = ids(task.who)
  const marks = task.marks ?? (task.is === 'Done' ? (task.all ? task.who : task.who.slice(0, 1)) : [])
  const changed = task.is !== undefined || marks.length > 0
  return {
    id: task.id,
    note: `n_${held.id}`,
    text: task.text,
    assignees,
    completed_by: ids(marks),
    completion_type: task.all ? 'all' : 'any',
    status: task.is ?? 'Incomplete',
    wont_do: task.is === 'Archived',
    due_date: task.due ?? null,
    ai_generated: generated,
    created_by: task.by === undefined ? null : userId(task.by),
    recording_offset: generated ? (task.at ?? momentOf(task.text, parts[part]!)) : null,
    created_at: updated_at,
    updated_at: changed ? later(updated_at, 2 * 24 * 3600 + 1234) : updated_at,
  }
}

function agendaOf(held: Held, topics: string[], items: Item[]): Agenda {
  const byId = new Map(items.map((item) => [item.id, item]))
  const below = (place: number | string | undefined, depth: number): Block[] =>
    held.items
      .filter((task) => task.below === place)
      .flatMap((task) => [itemBlock(byId.get(task.id)!, depth), ...below(task.id, depth + 1)])
  const actions = below(undefined, 0)
  return [
    { type: 'heading', depth: 0, level: 1, text: held.title },
    { type: 'paragraph', depth: 0, text: held.goal },
    { type: 'heading', depth: 0, level: 2, text: 'Topics' },
    ...topics.flatMap((topic, index): Block[] => [
      { type: 'talking_point', depth: 0, id: `tp_${held.id}_${index + 1}`, text: topic },
      ...below(index, 1),
    ]),
    ...(actions.length > 0
      ? [{ type: 'heading' as const, depth: 0 as const, level: 2 as const, text: 'Actions' }]
      : []),
    ...actions,
  ]
}

function itemBlock(item: Item, depth: number): Block {
  const { id, text, assignees, due_date, status, completion_type } = item
  return { type: 'action_item', depth, id, text, assignees, due_date, status, completion_type }
}

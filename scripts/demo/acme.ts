/** The workspace of the demo: what was held, what was written, who may see it. *Pure.* */
import type { ActionItemBlock } from '../../server/meetings/notes/agenda.ts'
import { parseAgenda } from '../../server/meetings/notes/agenda-parse.ts'
import { printAgenda } from '../../server/meetings/notes/agenda-print.ts'
import { committee } from './committee.ts'
import type { Course } from './course.ts'
import { noteDoors, recordingDoors, seriesDoors, uploads } from './doors.ts'
import { games } from './games.ts'
import { holdMeeting } from './held.ts'
import { feedOf, webhook } from './outside.ts'
import { event, type Item, later, note, time } from './parts.ts'
import { channels, emailOf, userId, users } from './people.ts'
import { price, priceSource } from './price.ts'
import { fashion, remote } from './product.ts'
import { beliefNet, database } from './research.ts'
import type { Source } from './transcript.ts'
import { type Written, written } from './written.ts'

const all: Course[] = [remote, games, fashion, beliefNet, database, committee]

/** The files of the data set that the demo is made of. */
export const sources = all.flatMap((course) => course.meetings.map((held) => held.source))

export function acme(read: (source: string) => Source) {
  const real = all.flatMap((course) => course.meetings.map((held) => holdMeeting(course, held, read(held.source))))
  const meetings = [...real, ...price.meetings.map((held) => holdMeeting(price, held, priceSource))]
  const notes = [...meetings, ...written.map(writeNote)]
  return {
    id: 'ws_acme',
    subdomain: 'acme',
    name: 'Acme',
    plan: 'enterprise',
    email_domains: ['acme.test'],
    retention: 'standard',
    webhooks: 'enabled',
    workspace_webhooks: true,
    users,
    channels,
    series: all.flatMap(({ series }) => (series ? [{ ...series, ...seriesDoors(series.id) }] : [])),
    events: notes.flatMap(({ events }) => events),
    calendar_feeds: [feedOf(notes.flatMap(({ events }) => events))],
    notes: notes.flatMap((made) => made.notes.map((each) => ({ ...each, ...noteDoors(each.id) }))),
    recordings: meetings.flatMap(({ recordings }) =>
      recordings.map((each) => ({ ...each, ...recordingDoors(each.id) })),
    ),
    uploads,
    action_items: [...notes.flatMap((made) => made.action_items), itemOfNoMeeting],
    decisions: meetings.flatMap(({ decisions }) => decisions),
    webhook_list: [webhook],
  }
}

/** Most of these notes have an event, two have none: then only their creator, and whom they let in, sees them. */
function writeNote(from: Written) {
  const [creator] = from.invited
  const agenda = parseAgenda(from.agenda)
  const events = from.when
    ? [
        event({
          uid: from.uid!,
          series: from.series,
          title: from.title,
          start: from.when[0],
          original: from.original,
          end: from.when[1],
          allDay: from.allDay ?? false,
          cancelled: from.cancelled,
          organizer: emailOf(creator),
          invited: from.invited,
        }),
      ]
    : []
  return {
    events,
    notes: [
      note({
        id: `n_${from.id}`,
        event: events[0]?.guid,
        creator,
        title: from.title,
        created_at: time(from.created),
        updated_at: time(from.updated),
        agenda: printAgenda(agenda),
      }),
    ],
    action_items: agenda.filter((block) => block.type === 'action_item').map((block) => writtenItem(block, from)),
  }
}

function writtenItem(block: ActionItemBlock, from: Written): Item {
  const marked = block.completion_type === 'all' ? block.assignees : block.assignees.slice(0, 1)
  return {
    id: block.id!,
    note: `n_${from.id}`,
    text: block.text,
    assignees: block.assignees,
    completed_by: block.status === 'Done' ? marked : [],
    completion_type: block.completion_type,
    status: block.status,
    wont_do: block.status === 'Archived',
    due_date: block.due_date,
    ai_generated: false,
    created_by: userId(from.invited[0]),
    recording_offset: null,
    created_at: later(from.created, 600),
    updated_at: time(block.status === 'Incomplete' ? later(from.created, 600) : from.updated),
  }
}

const itemOfNoMeeting: Item = {
  id: 'ai_badge',
  note: null,
  text: 'Renew the badge for the lab',
  assignees: ['u_bo'],
  completed_by: [],
  completion_type: 'any',
  status: 'Incomplete',
  wont_do: false,
  due_date: '2026-11-27',
  ai_generated: false,
  created_by: 'u_bo',
  recording_offset: null,
  created_at: '2026-11-18T07:58:00.000Z',
  updated_at: '2026-11-18T07:58:00.000Z',
}

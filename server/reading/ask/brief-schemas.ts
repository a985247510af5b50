/** What was decided and is open before a meeting (decisions 56, 63). */
import Type, { type Static } from 'typebox'
import { ActionItem, itemExample } from '../../meetings/action-items/schemas.ts'
import { Decision, decisionExample } from '../../meetings/decisions/schemas.ts'
import { Nullable, Time } from '../../platform/http/schema.ts'

/** Sections of AI notes. The titles are the service's own, in English for notes of every language. */
export const briefSections = { decisions: 'Decisions', open_questions: 'Open questions' }

const title = Type.String({ description: 'The title of the recap, or of the note of an item.' })
const event_start = Nullable(Time('When that meeting started.', '2026-01-05T09:00:00.000Z'))

const BriefPoint = Type.Object(
  {
    text: Type.String({ description: 'As it stands in the AI notes.' }),
    note_id: Type.String(),
    recording_id: Type.String(),
    title,
    event_start,
    start_time: Nullable(Type.Integer({ description: 'Seconds from the start of the recording, if it is known.' })),
    url: Type.String({ description: 'The page for people, at this moment.' }),
  },
  { $id: 'BriefPoint', description: 'A decision or question of an earlier meeting.' },
)
export type BriefPoint = Static<typeof BriefPoint>

export const Brief = Type.Object(
  {
    series_id: Nullable(Type.String({ description: 'Without a series the lists are empty.' })),
    last_time: Type.Array(Decision, {
      description: 'Decisions of the last meeting that were not withdrawn; one may be superseded since.',
    }),
    standing: Type.Array(Decision, {
      description: 'Decisions of earlier meetings that stand, the latest meeting first.',
    }),
    decisions: Type.Array(BriefPoint, {
      description:
        'What AI notes list as decided, of recaps whose decisions were not found one by one; the latest meeting first.',
    }),
    open_items: Type.Array(
      Type.Object({ item: ActionItem, title, event_start, url: Type.String({ description: 'The page of the note.' }) }),
      { description: 'Action items that are to be done, the newest first.' },
    ),
    open_questions: Type.Array(BriefPoint, {
      description: 'What the notes say was left open; the latest meeting first.',
    }),
  },
  { $id: 'Brief', description: 'What earlier meetings of the series decided and left open.' },
)
export type Brief = Static<typeof Brief>

const point = (text: string, start_time: number): BriefPoint => ({
  text,
  note_id: 'n_1',
  recording_id: 'r_1',
  title: 'Weekly 5 Jan',
  event_start: '2026-01-05T09:00:00.000Z',
  start_time,
  url: `https://meetings.example.com/recap/r_1?t=${start_time}`,
})

export const briefExample: { brief: Brief } = {
  brief: {
    series_id: 'se_w',
    last_time: [decisionExample],
    standing: [],
    decisions: [point('We launch in March.', 61)],
    open_items: [
      {
        item: itemExample,
        title: 'Weekly 5 Jan',
        event_start: '2026-01-05T09:00:00.000Z',
        url: 'https://meetings.example.com/note/n_1',
      },
    ],
    open_questions: [point('Who tells the customers?', 140)],
  },
}

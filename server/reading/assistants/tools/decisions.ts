/** The tool for decisions: what was decided, and what still stands (decision 63). */
import Type from 'typebox'
import { decisionList, listDecisions as list } from '../../../meetings/decisions/list-decisions.ts'
import type { DecisionView } from '../../../meetings/decisions/read-decisions.ts'
import { readPageRequest } from '../../../platform/http/page.ts'
import { Id, Nullable, OneOf } from '../../../platform/http/schema.ts'
import { utc } from '../../../platform/time.ts'
import { decisionUrl } from '../../ask/links.ts'
import { fenceShort, fenceShortOrNull } from '../results/fence.ts'
import { printList } from '../results/present.ts'
import { Arguments, Cursor, Limit, NextCursor, NoteId, Quoted, Url } from '../results/shapes.ts'
import { maxShortText } from '../results/text-room.ts'
import { defineTool, reading } from './tool.ts'

const Shown = Type.Object({
  id: Type.String(),
  text: Quoted('What was decided.'),
  quote: Nullable(Quoted('What was said.')),
  speaker: Nullable(Quoted('Who said it.')),
  title: Quoted('The meeting.'),
  made_at: Type.String({ description: 'When the meeting was, in UTC.' }),
  status: Type.String({ description: '`stands`, `superseded` or `withdrawn`.' }),
  superseded_by: Nullable(Type.String({ description: 'The decision that replaced it.' })),
  note_id: Type.String({ description: 'Its meeting.' }),
  url: Url('Where people see it.'),
})

export const listDecisions = defineTool({
  name: 'list_decisions',
  title: 'List decisions',
  description: `What meetings decided, the latest first, and whether it still stands. Look here before you answer what was decided: one that is superseded counts no more. Texts are cut at ${maxShortText} characters and end with … then; \`url\` has all of one.`,
  scope: 'read',
  hints: reading,
  input: Arguments({
    query: Type.Optional(Type.String({ maxLength: 255, description: 'Words that the decision has, all of them.' })),
    status: Type.Optional(OneOf(['stands', 'superseded', 'withdrawn'], { description: 'All without it.' })),
    note_id: Type.Optional(NoteId),
    series_id: Type.Optional(Id('Of the meetings of this series.')),
    as_of: Type.Optional(
      Type.String({ format: 'date', maxLength: 64, description: 'What stood at the end of a day, `YYYY-MM-DD`.' }),
    ),
    limit: Limit(50, 20),
    cursor: Cursor,
  }),
  output: Type.Object({ decisions: Type.Array(Shown), next_cursor: NextCursor }),
  async run({ db, caller, origin }, { limit, cursor, ...filters }) {
    const order = 'made_at_desc'
    const page = readPageRequest(decisionList(order), { cursor, page_size: limit })
    const { info, rows } = await list(db, caller, { filters, order, page })
    const decisions = rows.map((row) => show(origin, row))
    const lines = decisions.map(
      ({ id, status, superseded_by, made_at, text, url }) =>
        `- ${id} (${status}${superseded_by ? ` by ${superseded_by}` : ''}, ${made_at}) ${text}; ${url}`,
    )
    return { text: printList('decisions', lines, info.cursor), data: { decisions, next_cursor: info.cursor } }
  },
})

const show = (origin: string, decision: DecisionView) => ({
  id: decision.id,
  text: fenceShort(decision.text),
  quote: fenceShortOrNull(decision.quote),
  speaker: fenceShortOrNull(decision.speaker),
  title: fenceShort(decision.title),
  made_at: utc(decision.made_at),
  status: decision.status,
  superseded_by: decision.superseded_by,
  note_id: decision.note_id,
  url: decisionUrl(origin, decision),
})

/** Exports notes and action items. */
import { sql } from 'kysely'
import { printAgenda } from '../../../meetings/notes/agenda-print.ts'
import { readAgendas } from '../../../meetings/notes/read-agenda.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { utc } from '../../../platform/time.ts'
import type { NotePlanDoc } from '../format/schema.ts'
import { publicationsIn, sharesIn } from './export-shares.ts'
import { pages } from './pages.ts'

export async function* exportNotes(db: Db, workspaceId: string) {
  const notes = pages(['created_at', 'id'], ({ where, limit }) =>
    db
      .selectFrom('notes')
      .select(['id', 'event_guid', 'series_id', 'created_by', 'title', 'titled_by_person', 'rule_id'])
      .select(['created_at', 'updated_at', 'agenda'])
      .select([sharesIn('notes').as('shared_with'), publicationsIn('notes').as('published_to'), plansIn.as('plans')])
      .select(marksIn.as('marks'))
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const page of notes) {
    const agendas = await readAgendas(db, workspaceId, page)
    yield page.map(({ id, event_guid, series_id, created_by, title, titled_by_person, ...note }) => ({
      id,
      event: event_guid,
      series: series_id,
      created_by,
      title,
      titled_by_person,
      created_at: utc(note.created_at),
      updated_at: utc(note.updated_at),
      agenda: printAgenda(agendas.get(id)!),
      shared_with: note.shared_with,
      published_to: note.published_to,
      ...(note.rule_id !== null && { by_rule: note.rule_id }),
      ...(note.plans.length > 0 && { plans: note.plans.map(printPlan) }),
      ...(note.marks && { marks: note.marks.map(printMark) }),
    }))
  }
}

const printPlan = ({ changed_at, ...plan }: NotePlanDoc) => ({ ...plan, changed_at: utc(new Date(changed_at!)) })

const plansIn = sql<NotePlanDoc[]>`coalesce((
  select json_agg(json_build_object('user', plan.user_id, 'record', plan.record, 'template', plan.template_id,
    'added', plan.added_channels, 'dropped', plan.dropped_channels, 'changed_at', plan.changed_at) order by plan.user_id)
  from note_plans plan where plan.workspace_id = notes.workspace_id and plan.note_id = notes.id), '[]')`

type MarkEntry = { id: string; made_at: string; text: string | null; by: string; created_at: string }

const printMark = ({ made_at, created_at, ...mark }: MarkEntry) => ({
  ...mark,
  made_at: utc(new Date(made_at)),
  created_at: utc(new Date(created_at)),
})

/** In the order of the meeting; null without marks. */
const marksIn = sql<MarkEntry[] | null>`(
  select json_agg(json_build_object('id', mark.id, 'made_at', mark.made_at, 'text', mark.text, 'by', mark.user_id,
    'created_at', mark.created_at) order by mark.made_at, mark.id)
  from marks mark where mark.workspace_id = notes.workspace_id and mark.note_id = notes.id)`

export async function* exportActionItems(db: Db, workspaceId: string) {
  const assignees = sql<string[]>`array(select assignee.user_id from action_item_assignees assignee
    where assignee.workspace_id = action_items.workspace_id and assignee.item_id = action_items.id
    order by assignee.position, assignee.user_id)`
  const items = pages(['created_at', 'id'], ({ where, limit }) =>
    db
      .selectFrom('action_items')
      .select([
        'id',
        'note_id',
        'text',
        assignees.as('assignees'),
        'completed_by',
        'completion_type',
        'status',
        'wont_do',
      ])
      .select([
        'due_date',
        'ai_generated',
        'changed_by_people',
        'created_by',
        'recording_offset',
        'links',
        'created_at',
        'updated_at',
      ])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
  for await (const page of items) {
    yield page.map(({ id, note_id, created_at, updated_at, ...rest }) => ({
      id,
      note: note_id,
      ...rest,
      created_at: utc(created_at),
      updated_at: utc(updated_at),
    }))
  }
}

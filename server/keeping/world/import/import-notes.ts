/** Imports notes with their agendas, shares and publications. */
import { assigneesIn } from '../../../meetings/notes/agenda.ts'
import { foldCase } from '../../../platform/text.ts'
import { momentOr, readTimes } from '../format/read-moment.ts'
import { WorldError } from '../format/world-error.ts'
import {
  checkAssignees,
  createDecisions,
  createItems,
  readMarkup,
  resolveAgendas,
  type UnresolvedAgenda,
} from './agendas.ts'
import { type Changes, type ImportContext, resolveField } from './import-context.ts'
import { importMarks, peopleInMarks } from './import-marks.ts'
import { rejectRepeated, replaceLists } from './lists.ts'
import { findEventMakers, makersOf } from './makers.ts'
import { People } from './people.ts'
import { distinct, fetchById, fetchRows, findExisting, idsOf, type Row, saveRows } from './rows.ts'
import { namesIn, saveShares } from './shares.ts'
import type { Staged } from './stage.ts'

const columns = [
  ...(['id', 'event_guid', 'series_id', 'created_by', 'title', 'title_folded'] as const),
  ...(['titled_by_person', 'rule_id', 'agenda', 'created_at', 'updated_at'] as const),
] as const

type StoredNote = Pick<Row<'notes'>, (typeof columns)[number]>

export async function importNotes(context: ImportContext, batch: Staged<'notes'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'notes', 'id', idsOf(batch), columns)
  const unresolved = batch.map((note) => readAgenda(note, stored.get(note.id)))
  const people = await People.find(context, [
    ...batch.map(({ doc }) => doc.created_by),
    ...namesIn(batch.map(({ doc }) => doc)),
    ...batch.flatMap(({ doc }) => [...(doc.plans ?? []).map(({ user }) => user), ...peopleInMarks(doc)]),
    ...unresolved.flatMap(({ written }) => assigneesIn(written?.agenda ?? [])),
  ])
  for (const note of unresolved) checkAssignees(note, people)
  const meetings = await findMeetings(context, batch, stored)
  const plans = await resolveAgendas(context, unresolved)
  const rows = batch.map(({ id, doc, path }) => {
    const before = stored.get(id)
    return {
      id,
      ...meetings(id, doc, path, before),
      created_by: resolveField(people.optionalIdOf(doc.created_by, `${path}.created_by`), before?.created_by, null),
      title: doc.title,
      title_folded: foldCase(doc.title),
      titled_by_person: resolveField(doc.titled_by_person, before?.titled_by_person, false),
      rule_id: resolveField(doc.by_rule, before?.rule_id, null),
      agenda: plans.get(id)!.blocks,
      ...readTimes(doc, path, before, context.now),
    }
  })
  const changes = await saveRows(context, 'notes', 'id', stored, rows)
  const makers = await findEventMakers(context, distinct(rows.map((row) => row.event_guid)))
  const notes = rows.map((row, index) => {
    const { doc, path } = batch[index]!
    return { ...row, doc, path, makers: makersOf(row, makers), plan: plans.get(row.id)! }
  })
  await createItems(context, notes, people)
  await createDecisions(context, notes)
  await saveShares(context, 'note', notes, people, changes)
  await savePlans(context, batch, people, changes)
  await importMarks(context, { owner: 'note_id', staged: batch }, people, changes)
  return changes
}

/** What people changed of rules for a meeting. */
async function savePlans(context: ImportContext, batch: Staged<'notes'>[], people: People, changes: Changes) {
  const given = batch.filter(({ doc }) => doc.plans !== undefined)
  const rows = given.flatMap(({ id: note_id, doc, path }) => {
    rejectRepeated(doc.plans ?? [], `${path}.plans`, 'user', ({ user }) => user)
    return (doc.plans ?? []).map(({ user, record, template, added, dropped, changed_at }, index) => ({
      note_id,
      user_id: people.idOf(user, `${path}.plans[${index}].user`),
      record: record ?? null,
      template_id: template ?? null,
      added_channels: added ?? [],
      dropped_channels: dropped ?? [],
      changed_at: momentOr(changed_at, context.now),
    }))
  })
  await replaceLists(context, 'note_plans', { owner: 'note_id', own: 'user_id' }, idsOf(given), rows, changes)
}

function readAgenda({ id, doc, path }: Staged<'notes'>, before: StoredNote | undefined): UnresolvedAgenda {
  const written = doc.agenda === undefined ? null : readMarkup(doc.agenda ?? '', path)
  return { id, path, written, stored: before?.agenda ?? [] }
}

/** The event and series of notes; only a note without an event may have its own series. */
async function findMeetings(context: ImportContext, batch: Staged<'notes'>[], stored: Map<string, StoredNote>) {
  const guids = distinct([...batch.map(({ doc }) => doc.event), ...stored.values().map((row) => row.event_guid)])
  const events = await fetchById(context, 'events', 'guid', guids, ['guid', 'series_id'])
  const series = await findExisting(
    context,
    'series',
    'id',
    batch.map(({ doc }) => doc.series),
  )
  const holders = await fetchRows(context, 'notes', 'event_guid', guids, ['id', 'event_guid'])
  const holderOf = new Map(holders.map((row) => [row.event_guid, row.id]))

  return (id: string, doc: Staged<'notes'>['doc'], path: string, before: StoredNote | undefined) => {
    const event_guid = resolveField(doc.event, before?.event_guid, null)
    if (doc.series && !series.has(doc.series))
      throw new WorldError(`${path}.series`, `there is no series ${doc.series}`)
    if (event_guid === null) {
      const kept = before?.event_guid === null ? before.series_id : null
      return { event_guid, series_id: resolveField(doc.series, kept, null) }
    }
    const event = events.get(event_guid)
    if (!event) throw new WorldError(`${path}.event`, `there is no event ${event_guid}`)
    const holder = holderOf.get(event_guid) ?? id
    if (holder !== id) throw new WorldError(`${path}.event`, `${event_guid} has the note ${holder} already`)
    if (doc.series && doc.series !== event.series_id) {
      throw new WorldError(
        `${path}.series`,
        `${doc.series} is not the series of the event: ${event.series_id ?? 'it has none'}`,
      )
    }
    return { event_guid, series_id: event.series_id }
  }
}

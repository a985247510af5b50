/** Imports listed decisions. Those that only an agenda describes are imported with its note (agendas.ts). */
import { sql } from 'kysely'
import { withdrawProposals } from '../../../meetings/decisions/compare-later.ts'
import { foldCase } from '../../../platform/text.ts'
import { readTimes } from '../format/read-moment.ts'
import { WorldError } from '../format/world-error.ts'
import { Changes, type ImportContext, resolveField } from './import-context.ts'
import { importHistory, ofDecisions, peopleInHistory } from './import-history.ts'
import { rejectRepeated, replaceLists } from './lists.ts'
import { People } from './people.ts'
import { distinct, fetchById, findExisting, idsOf, saveRows } from './rows.ts'
import type { Staged } from './stage.ts'

const columns = [
  ...(['id', 'note_id', 'recording_id', 'text', 'text_folded', 'quote', 'speaker', 'start_time', 'status'] as const),
  ...(['detected', 'changed_by_people', 'made_by', 'created_at', 'updated_at'] as const),
] as const

export async function importDecisions(context: ImportContext, batch: Staged<'decisions'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'decisions', 'id', idsOf(batch), columns)
  const notes = await findExisting(
    context,
    'notes',
    'id',
    batch.map(({ doc }) => doc.note),
  )
  const recordings = await findRecordings(context, [
    ...batch.map(({ doc }) => doc.recording),
    ...[...stored.values()].map(({ recording_id }) => recording_id),
  ])
  const people = await People.find(
    context,
    batch.flatMap(({ doc }) => [doc.made_by, ...peopleInHistory(doc)]),
  )
  const rows = batch.map(({ id, doc, path }) => {
    const before = stored.get(id)
    const recording_id = resolveField(doc.recording, before?.recording_id, null)
    if (!notes.has(doc.note)) throw new WorldError(`${path}.note`, `there is no note ${doc.note}`)
    const recording = recordings.get(recording_id ?? '')
    if (recording_id !== null && recording?.note_id !== doc.note)
      throw new WorldError(`${path}.recording`, `the note ${doc.note} has no recording ${recording_id}`)
    if (before && before.note_id !== doc.note)
      throw new WorldError(`${path}.note`, 'is another one than that of the stored decision')
    if (before && before.recording_id !== recording_id)
      throw new WorldError(`${path}.recording`, 'is another one than that of the stored decision')
    const quote = resolveField(doc.quote, before?.quote, null)
    const speaker = resolveField(doc.speaker, before?.speaker, null)
    if (recording_id === null && (quote ?? speaker) !== null)
      throw new WorldError(path, 'has a quotation and no recording')
    // Zero-day retention keeps nothing of what was said (decision 29b).
    const said = recording?.has_transcript ? { quote, speaker } : { quote: null, speaker: null }
    return {
      id,
      note_id: doc.note,
      recording_id,
      text: doc.text,
      text_folded: foldCase(doc.text),
      ...said,
      start_time: resolveField(doc.start_time, before?.start_time, null),
      status: resolveField(doc.status, before?.status, 'stands'),
      detected: resolveField(doc.detected, before?.detected, false),
      changed_by_people: resolveField(doc.changed_by_people, before?.changed_by_people, doc.detected !== true),
      made_by: resolveField(people.optionalIdOf(doc.made_by, `${path}.made_by`), before?.made_by, null),
      ...readTimes(doc, path, before, context.now),
    }
  })
  // A trigger sets the time of the meeting.
  const changes = await saveRows(context, 'decisions', 'id', stored, rows)
  const reworded = rows.filter(({ id, text }) => stored.has(id) && stored.get(id)!.text !== text)
  await withdrawProposals(context.tx, context.workspace.id, idsOf(reworded))
  await importHistory(context, ofDecisions, batch, people, changes)
  await context.stage.markCounted(context.index, 'decisions', changes.ids)
  return changes
}

type FoundRecording = { id: string; note_id: string; has_transcript: boolean }

async function findRecordings(
  { tx, workspace }: ImportContext,
  ids: (string | null | undefined)[],
): Promise<Map<string, FoundRecording>> {
  const { rows } = await sql<FoundRecording>`
    select id, note_id, transcript is not null as has_transcript from recordings
    where workspace_id = ${workspace.id} and id = any(${distinct(ids)})`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What replaced what, after all decisions are there. A decision of the file without `supersedes` keeps its own. */
export async function importSuccessions(context: ImportContext): Promise<void> {
  const gone = await removeSuccessions(context)
  for await (const batch of context.stage.batches(context.index, 'decisions')) {
    const counted = idsOf(batch.filter((decision) => decision.counted))
    const changes = new Changes([], [...counted, ...idsOf(batch).filter((id) => gone.has(id))])
    await replacePairs(context, batch, changes)
    context.tally.updated += changes.updated - counted.length
    context.tally.unchanged -= changes.updated - counted.length
  }
  await requireNoRing(context)
}

/**
 * Those that the file does not name any more, before others of any batch take their place.
 * @returns the decisions that replaced them
 */
async function removeSuccessions({ tx, workspace, index }: ImportContext): Promise<Set<string>> {
  const { rows } = await sql<{ newer: string }>`
    delete from decision_successions stored using world_rows named
    where stored.workspace_id = ${workspace.id} and named.workspace = ${index} and named.kind = 'decisions'
      and named.id = stored.newer and named.doc->'supersedes' is not null
      and not (named.doc->'supersedes')::jsonb ? stored.older
    returning stored.newer`.execute(tx)
  return new Set(rows.map(({ newer }) => newer))
}

async function replacePairs(context: ImportContext, batch: Staged<'decisions'>[], changes: Changes): Promise<void> {
  const known = await findExisting(
    context,
    'decisions',
    'id',
    batch.flatMap(({ doc }) => [...(doc.supersedes ?? []), ...(doc.proposals ?? []).map(({ older }) => older)]),
  )
  const check = (older: string, path: string, id: string) => {
    if (!known.has(older)) throw new WorldError(path, `there is no decision ${older}`)
    if (older === id) throw new WorldError(path, 'is this decision itself')
  }
  const superseding = batch.filter(({ doc }) => doc.supersedes !== undefined)
  const successions = superseding.flatMap(({ id, doc, path }) =>
    [...new Set(doc.supersedes ?? [])].map((older, index) => {
      check(older, `${path}.supersedes[${index}]`, id)
      return { newer: id, older }
    }),
  )
  const proposing = batch.filter(({ doc }) => doc.proposals !== undefined)
  const proposals = proposing.flatMap(({ id, doc, path }) => {
    const own = doc.proposals ?? []
    rejectRepeated(own, `${path}.proposals`, 'older', ({ older }) => older)
    return own.map(({ older, kind, dismissed }, index) => {
      check(older, `${path}.proposals[${index}].older`, id)
      return { newer: id, older, kind, dismissed: dismissed ?? false }
    })
  })
  await requireFree(context, superseding, successions)
  await replaceLists(context, 'decision_successions', pair, idsOf(superseding), successions, changes)
  await replaceLists(context, 'decision_proposals', pair, idsOf(proposing), proposals, changes)
}

const pair = { owner: 'newer', own: 'older' } as const

/** A decision has one successor. Those that the file replaces are gone already. */
async function requireFree(
  { tx, workspace }: ImportContext,
  superseding: Staged<'decisions'>[],
  successions: { newer: string; older: string }[],
): Promise<void> {
  const pairs = sql`unnest(${successions.map(({ newer }) => newer)}::text[], ${successions.map(({ older }) => older)}::text[])
    as wanted (newer, older)`
  const { rows } = await sql<{ newer: string; older: string }>`
    select wanted.newer, wanted.older from ${pairs} join decision_successions stored
      on stored.workspace_id = ${workspace.id} and stored.older = wanted.older and stored.newer <> wanted.newer
    union all
    select max(newer), older from ${pairs} group by older having count(*) > 1 limit 1`.execute(tx)
  const [taken] = rows
  if (!taken) return
  const { path } = superseding.find(({ id }) => id === taken.newer)!
  throw new WorldError(`${path}.supersedes`, `${taken.older} has another successor`)
}

/** From those that nothing replaced down, each succession is read once. What is not reached is in a ring, or below one. */
async function requireNoRing({ tx, workspace, index, stage }: ImportContext): Promise<void> {
  if (!stage.has(index, 'decisions')) return
  const { rows } = await sql<{ older: string }>`
    with recursive reached (id) as (
      select newer from decision_successions top where workspace_id = ${workspace.id} and not exists (
        select from decision_successions where workspace_id = ${workspace.id} and older = top.newer)
      union
      select older from reached join decision_successions on workspace_id = ${workspace.id} and newer = reached.id)
    select older from decision_successions where workspace_id = ${workspace.id}
      and older not in (select id from reached) order by older limit 1`.execute(tx)
  if (rows.length > 0)
    throw new WorldError(
      `workspaces[${index}].decisions`,
      `those that supersede ${rows[0]!.older} supersede themselves`,
    )
}

/**
 * Changes decisions, many at once, in the caller's transaction. Only this room writes them, for its routes, for agendas
 * (decision 21 on native markup) and for those that a language model finds (decision 63). The number of statements does
 * not depend on the number of decisions. The caller checks the rights.
 */
import { sql } from 'kysely'
import { keepFormerTexts } from '../../people/privacy/former-texts.ts'
import { newId } from '../../platform/id.ts'
import { asRows, type Tx } from '../../platform/postgres/db.ts'
import type { DecisionRow } from '../../platform/postgres/tables.ts'
import { foldCase } from '../../platform/text.ts'
import type { Quote } from '../text-index/locate-quote.ts'
import { announceDecisions, announceSuperseded } from './announce-decisions.ts'
import { type ComparisonOptions, compareLater } from './compare-later.ts'
import { type ChangeAuthor, type NewEntry, recordChanges, recordOlder } from './record-changes.ts'

/** `quote` is what `locateQuote` found in the transcript of the recording. Without `id` it gets a new one. */
export type NewDecision = {
  id?: string
  text: string
  status?: DecisionRow['status']
  recording_id?: string | null
  quote?: Quote | null
  /** Without it that of the quotation. */
  start_time?: number | null
}

/** Fields that are not given stay. */
export type DecisionChange = { id: string; text?: string; status?: DecisionRow['status']; quote?: Quote }

/**
 * `noteId` is the note of the created ones. Through `ai_notes` a language model found them, so that nobody made them and
 * nobody confirmed them. The API announces what it changed itself, when it is complete; an agenda those that are made.
 */
export type ChangeOptions = ComparisonOptions & ChangeAuthor & { noteId: string }

const storedColumns = [
  ...(['id', 'recording_id', 'text', 'quote', 'speaker', 'start_time', 'status', 'detected'] as const),
  ...(['changed_by_people', 'made_by', 'made_at', 'created_at', 'updated_at'] as const),
] as const

type Stored = Pick<DecisionRow, (typeof storedColumns)[number]>

/**
 * One that would stay the same is not written and keeps `updated_at`; a deleted one is skipped. The caller writes the blocks
 * of the note's agenda.
 * @returns the ids of the created ones, in the given order
 */
export async function changeDecisions(
  tx: Tx,
  change: ChangeOptions,
  {
    created = [],
    changed = [],
    removed = [],
  }: { created?: NewDecision[]; changed?: DecisionChange[]; removed?: string[] },
): Promise<string[]> {
  const { workspaceId, actorId, now, through } = change
  const known = [...changed.map(({ id }) => id), ...removed]
  await lockDecisions(tx, workspaceId, known)
  const stored = await readStored(tx, workspaceId, known)
  const updates = changed.flatMap((wanted) => {
    const before = stored.get(wanted.id)
    const after = before && alter(before, wanted)
    return after && (differs(before, after) || confirms(before, change)) ? [{ before, after }] : []
  })
  const gone = removed.flatMap((id) => stored.get(id) ?? [])
  await keepFormerTexts(tx, { workspaceId, userId: actorId, now }, async () => {
    const history = await readHistory(tx, workspaceId, gone)
    const removedOnes = gone.map((former) => ({ ...former, history: history.get(former.id) ?? [] }))
    return [...updates.map(({ before }) => before), ...removedOnes].map(({ id, ...former }) => {
      return { kind: 'decision', id, what: 'decision', former }
    })
  })
  await updateDecisions(
    tx,
    change,
    updates.map(({ after }) => after),
  )
  const became = (status: Stored['status']) =>
    updates
      .filter(({ before, after }) => before.status !== status && after.status === status)
      .map(({ after }) => after.id)
  const again = became('stands')
  const standing = gone.filter(({ status }) => status === 'stands').map(({ id }) => id)
  await recordOlder(tx, change, [...became('withdrawn'), ...standing], 'stands')
  await recordOlder(tx, change, again, 'superseded')
  await removeDecisions(tx, workspaceId, removed)
  const fresh = created.map((decision) => ({ ...decision, id: decision.id ?? newId('dec', now) }))
  await insertDecisions(tx, change, fresh)
  const ids = fresh.map(({ id }) => id)
  const made = ids.map((decision_id): NewEntry => ({ decision_id, change: { made: true } }))
  await recordChanges(tx, change, [...made, ...updates.map((update) => entryOf(update, change))])
  const reworded = updates.filter(({ before, after }) => before.text !== after.text).map(({ after }) => after.id)
  await compareLater(tx, change, { made: [...ids, ...again], reworded })
  if (through === 'ai_notes') await announceDecisions(tx, change, 'decision.made', ids)
  if (through !== 'api') await announceSuperseded(tx, change, again)
  return ids
}

/** Locks decisions until the end of the transaction: their notes first, as agenda writers do, each kind in the order of ids. */
export async function lockDecisions(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from notes where workspace_id = ${workspaceId} and id in (
      select note_id from decisions where workspace_id = ${workspaceId} and id = any(${ids}))
    order by id for no key update`.execute(tx)
  await sql`select from decisions where workspace_id = ${workspaceId} and id = any(${ids})
    order by id for no key update`.execute(tx)
}

/** Reads in a separate statement after the lock: a statement that waited for a lock would see the old texts. */
async function readStored(tx: Tx, workspaceId: string, ids: string[]): Promise<Map<string, Stored>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('decisions')
    .select(storedColumns)
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const alter = (before: Stored, { text = before.text, status = before.status, quote }: DecisionChange): Stored => ({
  ...before,
  text,
  status,
  ...(quote && anchorOf(quote)),
})

const differs = (before: Stored, after: Stored) =>
  (['text', 'status', 'quote', 'speaker', 'start_time'] as const).some((field) => before[field] !== after[field])

/** A person who writes it as it is says that it is so. */
const confirms = (before: Stored, { through }: ChangeOptions) => through !== 'ai_notes' && !before.changed_by_people

/** The quotation is no change: it goes with the transcript, and so would its words here. */
const entryOf = ({ before, after }: { before: Stored; after: Stored }, change: ChangeOptions): NewEntry => ({
  decision_id: after.id,
  change: {
    ...(after.text !== before.text && { text: { from: before.text, to: after.text } }),
    ...(after.status !== before.status && { status: after.status }),
    ...(!differs(before, after) && confirms(before, change) && { confirmed: true as const }),
  },
})

/** The history of decisions that are removed, the oldest entry first. */
async function readHistory(tx: Tx, workspaceId: string, decisions: Stored[]): Promise<Map<string, object[]>> {
  if (decisions.length === 0) return new Map()
  const rows = await tx
    .selectFrom('decision_changes')
    .select(['decision_id', 'at', 'user_id', 'through', 'change', 'other'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`decision_id = any(${decisions.map(({ id }) => id)})`)
    .orderBy('at')
    .orderBy('id')
    .execute()
  const entries = Map.groupBy(rows, ({ decision_id }) => decision_id)
  return new Map([...entries].map(([id, own]) => [id, own.map(({ decision_id, ...entry }) => entry)]))
}

const anchorOf = ({ text, line }: Quote) => ({
  quote: text,
  // '' is somebody without a name.
  speaker: line.speaker || null,
  start_time: line.start_time,
})

async function removeDecisions(tx: Tx, workspaceId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from decisions where workspace_id = ${workspaceId} and id = any(${ids})`.execute(tx)
}

async function insertDecisions(
  tx: Tx,
  { workspaceId, noteId, actorId, now, through }: ChangeOptions,
  decisions: (NewDecision & { id: string })[],
): Promise<void> {
  if (decisions.length === 0) return
  const detected = through === 'ai_notes'
  const rows = decisions.map(
    ({ id, text, status = 'stands', recording_id = null, quote = null, start_time = null }) => ({
      quote: null,
      speaker: null,
      ...(quote && anchorOf(quote)),
      ...(start_time !== null || !quote ? { start_time } : {}),
      workspace_id: workspaceId,
      id,
      note_id: noteId,
      recording_id,
      text,
      text_folded: foldCase(text),
      status,
      detected,
      changed_by_people: !detected,
      made_by: detected ? null : actorId,
      made_at: now,
      created_at: now,
      updated_at: now,
    }),
  )
  await sql`
    insert into decisions (workspace_id, id, note_id, recording_id, text, text_folded, quote, speaker, start_time, status,
      detected, changed_by_people, made_by, made_at, created_at, updated_at)
    select workspace_id, id, note_id, recording_id, text, text_folded, quote, speaker, start_time, status,
      detected, changed_by_people, made_by, made_at, created_at, updated_at
    from ${asRows('decisions', rows)}`.execute(tx)
}

async function updateDecisions(
  tx: Tx,
  { workspaceId, now, through }: ChangeOptions,
  decisions: Stored[],
): Promise<void> {
  if (decisions.length === 0) return
  const rows = decisions.map((decision) => ({
    ...decision,
    text_folded: foldCase(decision.text),
    changed_by_people: decision.changed_by_people || through !== 'ai_notes',
  }))
  await sql`
    update decisions set text = changed.text, text_folded = changed.text_folded, status = changed.status,
      quote = changed.quote, speaker = changed.speaker, start_time = changed.start_time,
      changed_by_people = changed.changed_by_people, updated_at = greatest(decisions.updated_at, ${now}::timestamptz)
    from ${asRows('decisions', rows)} changed
    where decisions.workspace_id = ${workspaceId} and decisions.id = changed.id`.execute(tx)
}

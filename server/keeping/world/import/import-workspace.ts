/** Imports the workspace itself: its subdomain, plan, switches, note templates, glossary and rules. */
import { isDeepStrictEqual } from 'node:util'
import { readGlossary, storeGlossary } from '../../../making/glossary/glossary.ts'
import { readGiven as readGivenGlossary } from '../../../making/glossary/read-given.ts'
import { readNoteTemplates, storeNoteTemplates } from '../../../making/note-templates/note-templates.ts'
import { findContradictions, readGiven } from '../../../making/note-templates/read-given.ts'
import { forgetVoices } from '../../../making/voices/stored-voices.ts'
import { whatIsDeleted } from '../../../people/accounts/settings.ts'
import { lockSight } from '../../../people/caller/change-sight.ts'
import { isNothingHeld, underHold } from '../../../people/privacy/legal-hold.ts'
import type { RetentionDays } from '../../../platform/postgres/column-types.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import type { WorkspaceRow } from '../../../platform/postgres/tables.ts'
import { foldCase, lowerFirst, writtenLanguage } from '../../../platform/text.ts'
import type { Doc } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import { type Ids, type ImportContext, resolveField } from './import-context.ts'
import { importRules } from './import-rules.ts'
import type { Staged } from './stage.ts'
import { skipChanges } from './write-sight.ts'

const workspaceColumns = [
  ...(['id', 'subdomain', 'name', 'plan', 'email_domains', 'retention', 'webhooks', 'workspace_webhooks'] as const),
  ...(['compatibility', 'retention_days', 'retention_set_by', 'legal_hold'] as const),
  ...(['webhook_mail', 'delivery_retention_days', 'voices', 'consent_text', 'outside_links', 'second_factor'] as const),
  'notes_language',
] as const

/** Finds or creates the workspace with this id or, without an id, with this subdomain. */
export async function importWorkspace(
  { tx, stage, index, ids, tally, now }: Pick<ImportContext, 'tx' | 'stage' | 'index' | 'ids' | 'tally' | 'now'>,
  { id, doc, path }: Staged<'workspaces'>,
): Promise<{ row: WorkspaceRow; wasHeld: boolean }> {
  const namesakes = await tx
    .selectFrom('workspaces')
    .select(['id', 'subdomain'])
    .where((eb) => eb.or([eb('subdomain', '=', doc.subdomain), ...(id ? [eb('id', '=', id)] : [])]))
    .execute()
  const found = namesakes.find((row) => (id ? row.id === id : row.subdomain === doc.subdomain))
  const other = namesakes.find((row) => row !== found)
  if (other) throw new WorldError(`${path}.subdomain`, `${doc.subdomain} is the address of the workspace ${other.id}`)
  const workspaceId = found?.id ?? id ?? ids.next('ws')
  // Locked before any row, as in all transactions that change sight, to avoid deadlocks.
  await lockSight(tx, workspaceId)
  const stored = await tx
    .selectFrom('workspaces')
    .select(workspaceColumns)
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  const row: WorkspaceRow = {
    id: workspaceId,
    subdomain: doc.subdomain,
    name: doc.name,
    plan: resolveField(doc.plan as WorkspaceRow['plan'], stored?.plan, 'team'),
    email_domains: resolveField(
      doc.email_domains && [...new Set(doc.email_domains.map(foldCase))],
      stored?.email_domains,
      [],
    ),
    retention: resolveField(doc.retention, stored?.retention, 'standard'),
    webhooks: resolveField(doc.webhooks, stored?.webhooks, 'enabled'),
    workspace_webhooks: resolveField(doc.workspace_webhooks, stored?.workspace_webhooks, true),
    compatibility: resolveField(doc.compatibility, stored?.compatibility, 'none'),
    retention_days: daysOf(doc.retention_days, stored?.retention_days),
    retention_set_by: resolveField(doc.retention_set_by, stored?.retention_set_by, null),
    legal_hold: resolveField(doc.legal_hold, stored?.legal_hold, null),
    webhook_mail: resolveField(doc.webhook_mail, stored?.webhook_mail, false),
    delivery_retention_days: resolveField(doc.delivery_retention_days, stored?.delivery_retention_days, null),
    voices: resolveField(doc.voices, stored?.voices, false),
    outside_links: resolveField(doc.outside_links, stored?.outside_links, false),
    second_factor: resolveField(doc.second_factor, stored?.second_factor, false),
    consent_text: resolveField(doc.consent_text, stored?.consent_text, null),
    notes_language: resolveField(
      doc.notes_language && writtenLanguage(doc.notes_language),
      stored?.notes_language,
      null,
    ),
  }
  await skipChanges(tx, !stored)
  const wasHeld = !(await isNothingHeld(tx, row.id))
  if (stored?.retention === 'standard' && row.retention === 'zero_day') {
    if (wasHeld || (await stage.hasHold(index)))
      throw new WorldError(`${path}.retention`, lowerFirst(underHold(whatIsDeleted).message))
  }
  const isSame = isDeepStrictEqual(row, stored)
  if (!stored) await tx.insertInto('workspaces').values(row).execute()
  else if (!isSame) await tx.updateTable('workspaces').set(row).where('id', '=', row.id).execute()
  const hasOthers = await importNoteTemplates({ tx, ids, now }, row.id, doc.note_templates, `${path}.note_templates`)
  const hasOtherTerms = await importGlossary(tx, row.id, doc.glossary, now)
  const rules = { workspaceId: row.id, userId: null, rules: doc.rules, path }
  const hasOtherRules = await importRules({ tx, ids, now }, rules)
  tally[!stored ? 'created' : isSame && !hasOthers && !hasOtherTerms && !hasOtherRules ? 'unchanged' : 'updated']++
  if (stored?.voices && !row.voices) await forgetVoices(tx, row.id)
  return { row, wasHeld }
}

function daysOf(
  given: { [Name in keyof RetentionDays]?: number | null } | null | undefined,
  stored: RetentionDays | undefined,
): RetentionDays {
  const before = given === null ? undefined : stored
  return {
    transcripts: resolveField(given?.transcripts, before?.transcripts, null),
    media: resolveField(given?.media, before?.media, null),
    everything: resolveField(given?.everything, before?.everything, null),
  }
}

/**
 * One document, like the API. A missing field keeps the stored value, null empties it.
 * @returns whether the document changed
 * @throws {WorldError} a document that contradicts itself
 */
async function importNoteTemplates(
  { tx, ids, now }: { tx: Tx; ids: Ids; now: Date },
  workspaceId: string,
  given: Doc<'workspaces'>['note_templates'],
  path: string,
): Promise<boolean> {
  if (given === undefined) return false
  const wanted = readGiven(given ?? {}, () => ids.next('nt'))
  const [error] = findContradictions(wanted)
  if (error) throw new WorldError(`${path}.${error.location}`, error.message)
  if (isDeepStrictEqual(wanted, await readNoteTemplates(tx, workspaceId))) return false
  await storeNoteTemplates(tx, workspaceId, wanted, now)
  return true
}

/** The same for the glossary. An erasure may have made two of its terms the same, which is no error here. */
async function importGlossary(tx: Tx, workspaceId: string, given: Doc<'workspaces'>['glossary'], now: Date) {
  if (given === undefined) return false
  const wanted = readGivenGlossary(given ?? {})
  if (isDeepStrictEqual(wanted, await readGlossary(tx, workspaceId))) return false
  await storeGlossary(tx, workspaceId, wanted, now)
  return true
}

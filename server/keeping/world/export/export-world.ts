/**
 * Prints a workspace as a world, one object per line, from one snapshot. Only one page is in memory, for any size of the
 * workspace. Every field is printed and every list has a fixed order, so two exports can be compared. Importing an export
 * into an empty database and exporting it again gives the same bytes.
 */
import { readGlossary } from '../../../making/glossary/glossary.ts'
import { printNoteTemplates, readNoteTemplates } from '../../../making/note-templates/note-templates.ts'
import { printRule, readRules } from '../../../making/rules/stored-rules.ts'
import type { StoredGlossary, StoredNoteTemplates } from '../../../platform/postgres/column-types.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { WorkspaceRow } from '../../../platform/postgres/tables.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import type { MediaFolder } from '../format/media-folder.ts'
import { WorldError } from '../format/world-error.ts'
import { exportDecisions } from './export-decisions.ts'
import { exportActionItems, exportNotes } from './export-notes.ts'
import { exportApiKeys, exportChannels, exportEvents, exportFeeds, exportSeries, exportUsers } from './export-people.ts'
import { exportRecordings, exportUploads } from './export-recordings.ts'
import { exportWebhooks } from './export-webhooks.ts'
import { pages } from './pages.ts'

export type ExportRequest = {
  subdomain: string
  withSecrets: boolean
  /** With the vectors of voices; without them it is only shown who gave one. */
  withVoices?: boolean
  secretKey: SecretKey
  /** Receives the media of recordings. */
  mediaFolder?: MediaFolder | null
}

/**
 * @param withSecrets  prints the secrets of webhooks and the addresses of calendar feeds, decrypted with `secretKey`;
 *   without it they are null
 * @throws {WorldError} there is no such workspace
 */
export async function* exportWorld(
  db: Db,
  { subdomain, withSecrets, withVoices = false, secretKey, mediaFolder = null }: ExportRequest,
): AsyncGenerator<string> {
  const opener = withSecrets ? secretKey : null
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    const workspace = await tx
      .selectFrom('workspaces')
      .select(['id', 'subdomain', 'name', 'plan', 'email_domains', 'retention', 'webhooks', 'workspace_webhooks'])
      .select(['compatibility', 'retention_days', 'retention_set_by', 'legal_hold'])
      .select(['webhook_mail', 'delivery_retention_days', 'voices', 'consent_text', 'outside_links', 'second_factor'])
      .select('notes_language')
      .where('subdomain', '=', subdomain)
      .executeTakeFirst()
    if (!workspace) throw new WorldError('', `There is no workspace ${subdomain}.`)
    const templates = await readNoteTemplates(tx, workspace.id)
    const glossary = await readGlossary(tx, workspace.id)
    const rules = await readRules(tx, { workspaceId: workspace.id, userId: null })
    const header = { ...fieldsOf(workspace, templates, glossary), rules: rules.map(printRule) }
    yield `{"version":1,"workspaces":[\n{${JSON.stringify(header).slice(1, -1)}`
    yield* list('users', exportUsers(tx, workspace.id, withVoices ? secretKey : null))
    yield* list('api_keys', exportApiKeys(tx, workspace.id))
    yield* list('channels', exportChannels(tx, workspace.id, opener))
    yield* list('series', exportSeries(tx, workspace.id))
    yield* list('events', exportEvents(tx, workspace.id))
    yield* list('calendar_feeds', exportFeeds(tx, workspace.id, opener))
    yield* list('notes', exportNotes(tx, workspace.id))
    yield* list('recordings', exportRecordings(tx, workspace.id, mediaFolder && { folder: mediaFolder, db }))
    yield* list('uploads', exportUploads(tx, workspace.id))
    yield* list('action_items', exportActionItems(tx, workspace.id))
    yield* list('decisions', exportDecisions(tx, workspace.id))
    // The name `webhooks` is used by the switch above.
    yield* list('webhook_list', exportWebhooks(tx, workspace.id, opener))
    yield* list('audit_log', exportAudit(tx, workspace.id))
    yield '\n}]}\n'
  } finally {
    await tx.rollback().execute()
  }
}

function fieldsOf(row: WorkspaceRow, templates: StoredNoteTemplates, glossary: StoredGlossary) {
  const { id, subdomain, name, plan, email_domains, retention, ...switches } = row
  const { webhooks, workspace_webhooks, compatibility } = switches
  const { transcripts, media, everything } = row.retention_days
  return {
    id,
    subdomain,
    name,
    plan,
    email_domains,
    retention,
    webhooks,
    workspace_webhooks,
    compatibility,
    retention_days: { transcripts, media, everything },
    retention_set_by: row.retention_set_by,
    legal_hold: row.legal_hold,
    webhook_mail: row.webhook_mail,
    delivery_retention_days: row.delivery_retention_days,
    voices: row.voices,
    outside_links: row.outside_links,
    second_factor: row.second_factor,
    consent_text: row.consent_text,
    notes_language: row.notes_language,
    note_templates: printNoteTemplates(templates),
    glossary,
  }
}

/** JSON.stringify prints a Date in the format of decision 7 on times. */
async function* list(name: string, pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield `,\n"${name}":[`
  let first = true
  for await (const page of pages) {
    yield page.map((object, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(object)}`).join('')
    first = false
  }
  yield first ? ']' : '\n]'
}

function exportAudit(db: Db, workspaceId: string) {
  return pages(['at', 'id'], ({ where, limit }) =>
    db
      .selectFrom('audit_log')
      .select(['id', 'at', 'action', 'key_id', 'user_id', 'on_behalf_of', 'method', 'path', 'status'])
      .select(['address', 'request_id', 'body_sha256', 'details'])
      .where('workspace_id', '=', workspaceId)
      .where(where)
      .orderBy('at')
      .orderBy('id')
      .limit(limit)
      .execute(),
  )
}

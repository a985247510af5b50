/** Imports accounts with what they get by mail (decision 59) and their rules (64), and their API keys. */
import { sql } from 'kysely'
import { isTimeZone } from '../../../meetings/recordings/recap-mail/next-digest.ts'
import { saveNotifications } from '../../../meetings/recordings/recap-mail/notifications.ts'
import { inOrder } from '../../../people/caller/scopes.ts'
import { foldCase, writtenLanguage } from '../../../platform/text.ts'
import { momentOr } from '../format/read-moment.ts'
import { WorldError } from '../format/world-error.ts'
import { secretHashOf } from './identity.ts'
import { freeAddresses, importOtherAddresses, readAddresses } from './import-addresses.ts'
import { type Changes, type ImportContext, resolveField } from './import-context.ts'
import { importRules } from './import-rules.ts'
import { importVoices } from './import-voices.ts'
import { People } from './people.ts'
import { differs, fetchById, fetchRows, idsOf, type Row, saveRows } from './rows.ts'
import type { Staged } from './stage.ts'

const userColumns = [
  ...([
    'id',
    'email',
    'email_folded',
    'full_name',
    'admin',
    'active',
    'created_at',
    'erased_at',
    'legal_hold',
    'notes_language',
    'language',
  ] as const),
] as const
const keyColumns = [
  'id',
  'user_id',
  'name',
  'secret_hash',
  'super_admin',
  'active',
  'created_at',
  'last_used_at',
  'scopes',
  'expires_at',
  'switched_off_by',
] as const
type StoredKey = Pick<Row<'api_keys'>, (typeof keyColumns)[number]>

export async function importUsers(context: ImportContext, batch: Staged<'users'>[]): Promise<Changes> {
  // People sign in meanwhile, and change nothing of their accounts.
  const stored = await fetchById(context, 'users', 'id', idsOf(batch), userColumns, 'kept')
  // An older file must not restore an erased person.
  const living = batch.filter(({ id }) => !stored.get(id)?.erased_at)
  const addresses = await readAddresses(context, living)
  await freeAddresses(context, living)
  const rows = living.map(({ id, doc }) => {
    const before = stored.get(id)
    return {
      id,
      email: doc.email,
      email_folded: foldCase(doc.email),
      full_name: doc.full_name,
      // Rights must be given explicitly.
      admin: resolveField(doc.admin, before?.admin, false),
      active: resolveField(doc.active, before?.active, true),
      created_at: momentOr(doc.created_at, before?.created_at ?? context.now),
      erased_at: momentOr(doc.erased_at, null),
      legal_hold: resolveField(doc.legal_hold, before?.legal_hold, null),
      notes_language: resolveField(
        doc.notes_language && writtenLanguage(doc.notes_language),
        before?.notes_language,
        null,
      ),
      language: resolveField(doc.language, before?.language, null),
    }
  })
  const changes = await saveRows(context, 'users', 'id', stored, rows)
  await importOtherAddresses(context, living, addresses, changes)
  await importVoices(context, living, changes)
  await importNotifications(context, living, changes)
  await importOwnRules(context, living, changes)
  return changes
}

/**
 * A person without the field keeps what is stored, and null is no mails.
 * @param batch  people who are not erased
 * @param changes  counts the people
 */
async function importNotifications(context: ImportContext, batch: Staged<'users'>[], changes: Changes): Promise<void> {
  const named = batch.filter(({ doc }) => doc.notifications !== undefined)
  const ids = named.map(({ id }) => id)
  const rows = await fetchRows(context, 'recap_mail_wishes', 'user_id', ids, ['user_id', 'recaps', 'time_zone'])
  const stored = new Map(rows.map((row) => [row.user_id, row]))
  const changed: string[] = []
  for (const { id, doc, path } of named) {
    const { recaps = null, time_zone } = doc.notifications ?? { recaps: 'none' }
    const before = stored.get(id) ?? { recaps: null, time_zone: 'UTC' }
    const wish = { recaps, time_zone: time_zone ?? 'UTC' }
    if (!isTimeZone(wish.time_zone)) throw new WorldError(`${path}.notifications.time_zone`, 'is not a time zone')
    if (before.recaps === recaps && before.time_zone === wish.time_zone) continue
    await saveNotifications(context.tx, context.workspace.id, id, wish)
    changed.push(id)
  }
  changes.update(changed)
}

async function importOwnRules(context: ImportContext, batch: Staged<'users'>[], changes: Changes): Promise<void> {
  const changed: string[] = []
  for (const { id, doc, path } of batch) {
    const rules = { workspaceId: context.workspace.id, userId: id, rules: doc.rules, path }
    if (await importRules(context, rules)) changed.push(id)
  }
  changes.update(changed)
}

/** Only keys that the file changes are locked, and then read again: others can be switched off meanwhile. */
export async function importApiKeys(context: ImportContext, batch: Staged<'api_keys'>[]): Promise<Changes> {
  const stored = await fetchById(context, 'api_keys', 'id', idsOf(batch), keyColumns, 'unlocked')
  const rowsOf = await readKeys(context, batch)
  const changing = rowsOf(stored).filter((row) => stored.has(row.id) && differs(row, stored.get(row.id)!))
  for (const { id } of changing) stored.delete(id)
  const locked = await fetchById(context, 'api_keys', 'id', idsOf(changing), keyColumns)
  for (const [id, key] of locked) stored.set(id, key)
  return saveRows(context, 'api_keys', 'id', stored, rowsOf(stored))
}

/** @returns the rows of a batch beside what is stored */
async function readKeys(context: ImportContext, batch: Staged<'api_keys'>[]) {
  const people = await People.find(
    context,
    batch.flatMap(({ doc }) => [doc.user, doc.switched_off_by]),
  )
  const hashes = new Map(batch.map(({ id, doc }) => [id, secretHashOf(doc)]))
  // A secret identifies its workspace (decision 4 on keys), so it must be unique in all workspaces.
  const namesakes = await context.tx
    .selectFrom('api_keys')
    .select(['workspace_id', 'id', 'secret_hash'])
    .where(sql<boolean>`secret_hash = any(${[...hashes.values()]})`)
    .execute()
  const owners = new Map(namesakes.map((row) => [row.secret_hash.toString('hex'), row]))
  const rowOf = ({ id, doc, path }: Staged<'api_keys'>, before: StoredKey | undefined): StoredKey => {
    const secret_hash = hashes.get(id)!
    const owner = owners.get(secret_hash.toString('hex'))
    if (owner && (owner.workspace_id !== context.workspace.id || owner.id !== id)) {
      throw new WorldError(`${path}.${doc.secret ? 'secret' : 'secret_hash'}`, 'belongs to another key')
    }
    const active = resolveField(doc.active, before?.active, true)
    const switchedOffBy = people.optionalIdOf(doc.switched_off_by, `${path}.switched_off_by`)
    return {
      id,
      user_id: people.idOf(doc.user, `${path}.user`),
      name: resolveField(doc.name, before?.name, ''),
      secret_hash,
      super_admin: resolveField(doc.super_admin, before?.super_admin, false),
      active,
      created_at: momentOr(doc.created_at, before?.created_at ?? context.now),
      last_used_at: latest(momentOr(doc.last_used_at, null), before?.last_used_at ?? null),
      scopes: resolveField(doc.scopes && inOrder(doc.scopes), before?.scopes, null),
      expires_at: doc.expires_at === undefined ? (before?.expires_at ?? null) : momentOr(doc.expires_at, null),
      switched_off_by: active ? null : resolveField(switchedOffBy, before?.switched_off_by, null),
    }
  }
  return (stored: Map<string, StoredKey>) => batch.map((key) => rowOf(key, stored.get(key.id)))
}

/** The stored time may be later, because a key may have been used after the file was written. */
function latest(one: Date | null, other: Date | null): Date | null {
  return one && other ? new Date(Math.max(one.getTime(), other.getTime())) : (one ?? other)
}

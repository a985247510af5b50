/** What the operator set up, for administrators who look for it: never a secret, and no address with a password. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Config } from '../../platform/context/config.ts'
import type { Db } from '../../platform/postgres/db.ts'
import { utcOrNull } from '../../platform/time.ts'
import type { Caller } from '../caller/caller.ts'
import { requireSuperAdmin } from '../caller/require-super-admin.ts'
import type { Installation } from './installation-schemas.ts'

type Described = Static<typeof Installation>

/** @throws {ApiError} 403 without super admin */
export async function readInstallation(db: Db, now: Date, caller: Caller, settings: Config): Promise<Described> {
  requireSuperAdmin(caller)
  const [directory, last_backup_at] = await Promise.all([readDirectory(db, now, caller), lastBackup(settings)])
  return { ...describeSettings(settings), directory, last_backup_at }
}

function describeSettings(settings: Config): Omit<Described, 'directory' | 'last_backup_at'> {
  return {
    public_url: settings.publicUrl,
    single_sign_on: settings.oidcIssuer === null ? null : describeProvider(settings, settings.oidcIssuer),
    mail: settings.smtpUrl === null ? null : { server: serverOf(settings.smtpUrl), from: settings.mailFrom },
    calendars: [
      ...(settings.calendarGoogleClientId ? [{ provider: 'google' as const, tenant: null }] : []),
      ...(settings.calendarMicrosoftClientId
        ? [{ provider: 'microsoft' as const, tenant: settings.calendarMicrosoftTenant }]
        : []),
    ],
    database: settings.databaseUrl === null ? 'embedded' : 'postgresql',
    media: settings.s3Bucket === null ? 'folder' : 'bucket',
  }
}

function describeProvider(settings: Config, issuer: string): NonNullable<Described['single_sign_on']> {
  return {
    issuer: withoutPassword(issuer),
    name: settings.oidcName,
    creates_people: settings.oidcCreatePeople,
    groups_claim: settings.oidcGroupsClaim,
    email_trust: settings.oidcEmailTrust,
    only: settings.oidcOnly,
  }
}

function withoutPassword(address: string): string {
  const { username, password } = new URL(address)
  return username || password ? address.replace(/\/\/[^/@]*@/, '//') : address
}

/** Of `smtps://user:password@mail.example.com:465?pool=true` only `mail.example.com:465`. */
const serverOf = (address: string) => new URL(address).host

/** Keys that an identity provider may use under /scim/v2. */
async function readDirectory(db: Db, now: Date, { workspace }: Caller): Promise<Described['directory']> {
  const { keys, last } = await db
    .selectFrom('api_keys')
    .select((from) => [from.fn.countAll<string>().as('keys'), from.fn.max('last_used_at').as('last')])
    .where('workspace_id', '=', workspace.id)
    .where('active', '=', true)
    .where('super_admin', '=', true)
    .where(sql<boolean>`'scim' = any(scopes)`)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(keys) === 0 ? null : { keys: Number(keys), last_used_at: utcOrNull(last) }
}

const backupFile = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'last-backup')

/** `minutebook backup` says when it made one. */
export const keepLastBackup = (settings: Pick<Config, 'dataDir'>, madeAt: string) =>
  writeFile(backupFile(settings), madeAt)

/** null also where the database is not the embedded one: others back it up. */
async function lastBackup(settings: Config): Promise<string | null> {
  if (settings.databaseUrl !== null) return null
  const text = await readFile(backupFile(settings), 'utf8').catch(() => '')
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

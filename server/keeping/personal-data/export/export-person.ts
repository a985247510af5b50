/** Prints all data of a person as one JSON document, a page at a time (decision 50 on erasure). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { addressesOf, otherAddressesOf } from '../../../people/accounts/addresses.ts'
import { recordAction } from '../../../people/caller/audit.ts'
import type { Caller } from '../../../people/caller/caller.ts'
import { requireSuperAdmin } from '../../../people/caller/require-super-admin.ts'
import type { Section, Subject } from '../../../people/privacy/person-export.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import { isStorable } from '../../../platform/text.ts'
import { otherNames, withVariants } from '../erasure/collect-names.ts'
import { PersonExport } from './schemas.ts'

const rowsInPage = 200

/** In the order of the document. */
const inOrder = (sections: readonly Section[]) =>
  Object.keys(PersonExport.properties).flatMap((each) => sections.filter(({ name }) => name === each))

/**
 * The audit row is written before the first piece, so that an interrupted export is in the log too.
 * @throws {ApiError} 403 without super admin, also on behalf of others; 404, also for an erased person
 */
export async function* exportPerson(
  db: Db,
  sections: readonly Section[],
  now: Date,
  request: FastifyRequest,
  userId: string,
): AsyncGenerator<string, ''> {
  const { caller } = request
  requireSuperAdmin(caller)
  const { person, subject } = await findSubject(db, caller, userId)
  await recordAction(db, now, request, { action: 'user.export', details: { user_id: userId } })
  yield `{"export":{"exported_at":${JSON.stringify(now)},"person":${JSON.stringify(person)}`
  for (const section of inOrder(sections)) yield* printSection(db, subject, section)
  yield '}}'
  return ''
}

async function findSubject(db: Db, { workspace }: Caller, userId: string) {
  const person = isStorable(userId)
    ? await db
        .selectFrom('users')
        .select(['id', 'email', 'full_name', 'admin', 'active', 'created_at', 'language', 'notes_language'])
        .select(otherAddressesOf('users').as('other_addresses'))
        .where('workspace_id', '=', workspace.id)
        .where('id', '=', userId)
        .where('erased_at', 'is', null)
        .executeTakeFirst()
    : undefined
  if (!person) throw notFound('User')
  const invited = await db
    .selectFrom('event_attendees')
    .select('name')
    .distinct()
    .where('workspace_id', '=', workspace.id)
    .where('email_folded', 'in', addressesOf(workspace.id, userId))
    .where('name', '!=', '')
    .execute()
  const others = invited.map(({ name }) => name)
  const former = await otherNames(db, workspace.id, userId)
  const names = await withoutTaken(db, workspace.id, userId, withVariants([person.full_name, ...former], others))
  const subject: Subject = { workspaceId: workspace.id, userId, names }
  return { person, subject }
}

/** Without those that only another account has now: its words are not the person's. */
async function withoutTaken(db: Db, workspaceId: string, userId: string, names: string[]): Promise<string[]> {
  const { rows } = await sql<{ full_name: string }>`
    select full_name from users where workspace_id = ${workspaceId} and full_name = any(${names})
    group by full_name having not bool_or(id = ${userId})`.execute(db)
  const taken = new Set(rows.map(({ full_name }) => full_name))
  return [...new Set(names)].filter((name) => !taken.has(name))
}

async function* printSection(db: Db, subject: Subject, section: Section): AsyncGenerator<string> {
  const most = section.rows ?? rowsInPage
  let next = `,${JSON.stringify(section.name)}:[`
  let after = ''
  for (;;) {
    const { rows } = await sql<{ export_key: string }>`
      select ${section.key} as export_key, ${section.columns} from ${section.from(subject)}
        and own.workspace_id = ${subject.workspaceId} and ${section.key} > ${after}
      order by ${section.key} limit ${sql.lit(most)}`.execute(db)
    if (rows.length > 0) yield next + rows.map(({ export_key: _, ...row }) => JSON.stringify(row)).join(',')
    if (rows.length > 0) next = ','
    if (rows.length < most) break
    after = rows.at(-1)!.export_key
  }
  yield next === ',' ? ']' : `${next}]`
}

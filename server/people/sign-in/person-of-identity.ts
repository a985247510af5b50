/** The account of a person who signed in at the identity provider; made if the settings allow that (decision 42 on ways in). */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../platform/context/context.ts'
import { newId } from '../../platform/id.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import { cutShort, foldCase, isEmail, toStorable } from '../../platform/text.ts'
import { findHolders } from '../accounts/addresses.ts'
import { recordActor } from '../caller/audit.ts'
import { changeSight } from '../caller/change-sight.ts'
import { bindIdentity } from './bound-identity.ts'
import { type Identity, notVerified, SignInRefused } from './identity-provider.ts'
import { findByEmail, isSameAddress } from './people-by-email.ts'

/** Characters of a name, as in other requests. */
const maxName = 255

export type PersonKey = { workspaceId: string; userId: string }
type Workspace = { workspaceId: string; subdomain: string }

/**
 * @param workspaceId  the workspace to sign in to; null for any
 * @throws {SignInRefused} the address is not verified, there is no account, or there are several and none was chosen
 */
export async function personOf(
  deps: Pick<Context, 'db' | 'clock'> & { createsPeople: boolean; trustsEmail: boolean },
  request: FastifyRequest,
  identity: Identity,
  workspaceId: string | null,
): Promise<PersonKey> {
  const open = await findOpenWorkspaces(deps.db, identity.email, workspaceId)
  // Trust in an issuer ends with the domains of the workspace.
  if (!identity.isVerified && !(deps.trustsEmail && open.length > 0)) throw notVerified()
  const mayEnter = (id: string) => identity.isVerified || open.some((each) => each.workspaceId === id)
  const found = await findByEmail(deps.db, identity.email, workspaceId)
  const people = found.filter((each) => mayEnter(each.workspaceId))
  const [person] = people
  if (person && people.length === 1) return person
  if (person) throw severalWorkspaces(people)
  const [workspace] = open
  if (!workspace || !deps.createsPeople) throw noAccount()
  if (open.length > 1) throw severalWorkspaces(open)
  return { workspaceId: workspace.workspaceId, userId: await createPerson(deps, request, identity, workspace) }
}

const noAccount = () =>
  new SignInRefused(403, 'no_account', 'There is no account for your e-mail address; ask an administrator for one')

function severalWorkspaces(workspaces: Workspace[]): SignInRefused {
  const names = workspaces.map(({ subdomain }) => subdomain)
  const message = `Your e-mail address is in several workspaces; choose one: ${names.join(', ')}`
  return new SignInRefused(409, 'several_workspaces', message, names)
}

/** The workspaces whose e-mail domains, which only an operator sets, include that of the address. */
async function findOpenWorkspaces(db: Db, email: string, workspaceId: string | null): Promise<Workspace[]> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!isEmail(email)) return []
  let query = db
    .selectFrom('workspaces')
    .select(['id as workspaceId', 'subdomain', 'email_domains'])
    .where(sql<boolean>`${foldCase(domain)} = any(email_domains)`)
  if (workspaceId !== null) query = query.where('id', '=', workspaceId)
  const workspaces = await query.orderBy('subdomain').execute()
  return workspaces.filter(({ email_domains }) => email_domains.some((own) => isSameAddress(own, domain)))
}

/**
 * The account that another sign-in made just now.
 * @throws {SignInRefused} it is deactivated, or has this only as an other address, which signs nobody in
 */
async function knownMeanwhile(tx: Tx, email: string, workspaceId: string): Promise<string> {
  const [person] = await findByEmail(tx, email, workspaceId)
  if (!person) throw noAccount()
  return person.userId
}

/**
 * The account sees what its address was invited to, from this moment on.
 * @throws {SignInRefused} the address belongs to an account that was deactivated, or the identity to another account
 */
function createPerson(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  request: FastifyRequest,
  identity: Identity,
  { workspaceId }: Workspace,
): Promise<string> {
  return changeSight(db, workspaceId, async (tx) => {
    const now = clock()
    const { email, name } = identity
    const full_name = cutShort(toStorable(name).trim() || email.slice(0, email.lastIndexOf('@')), maxName)
    const user = { id: newId('u', now), email, full_name, admin: false, active: true }
    if ((await findHolders(tx, workspaceId, [email])).size > 0) return knownMeanwhile(tx, email, workspaceId)
    await tx
      .insertInto('users')
      .values({ workspace_id: workspaceId, ...user, email_folded: foldCase(email), created_at: now })
      .execute()
    await bindIdentity(tx, now, { workspaceId, userId: user.id }, identity)
    const actor = { workspaceId, userId: user.id, keyId: null }
    const details = { user, by: 'identity provider' }
    await recordActor(tx, now, actor, request, { action: 'user.create', status: 302, details })
    return user.id
  })
}

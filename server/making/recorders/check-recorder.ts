/** Checks a recorder that is created or changed. */

import { findPeople } from '../../people/accounts/find-people.ts'
import { ApiError, invalid } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { botKinds, isBotKind, type Kind } from './kinds/kinds.ts'
import type { Takes } from './kinds/recorder-kind.ts'
import { readServiceAccount } from './service-account.ts'

/** In one workspace. */
const maxRecorders = 20

type Connection = Record<'tenant_id' | 'client_id' | 'push_account' | 'topic' | 'base_url' | 'api_key', string | null>

/** The kinds that have the field, and require it. */
const kindsOf: Record<keyof Connection, Kind[]> = {
  tenant_id: ['teams'],
  client_id: ['teams'],
  push_account: ['meet'],
  topic: ['meet'],
  base_url: [...botKinds, 'bigbluebutton'],
  api_key: [...botKinds],
}

/** @throws {ApiError} 400 */
export function requireConnection(kind: Kind, given: Connection): void {
  for (const [name, value] of Object.entries(given)) {
    const owners = kindsOf[name as keyof Connection]
    const isOwner = owners.includes(kind)
    if (isOwner && value === null) throw invalid(`body.${name}`, `is required for ${kind}`)
    if (!isOwner && value !== null) throw invalid(`body.${name}`, `goes with ${owners.join(' or ')}`)
  }
  if (given.topic !== null && !topicForm.test(given.topic))
    throw invalid('body.topic', 'must be the full name of a topic: projects/PROJECT/topics/NAME')
}

/** As Pub/Sub names them. */
const topicForm = /^projects\/[a-z0-9.:-]{1,100}\/topics\/[A-Za-z][\w.~+%-]{2,254}$/

/** Google's secret is a file, that of other services a word. @throws {ApiError} 400 that does not contain the secret */
export function requireSecret(kind: Kind, secret: string): void {
  if (kind === 'meet') {
    if (readServiceAccount(secret)) return
    throw invalid(
      'body.secret',
      'must be the key of a service account as JSON, with client_email and an RSA private_key',
    )
  }
  if (kind === 'attendee' && !/^[A-Za-z0-9+/]{4,255}={0,2}$/.test(secret))
    throw invalid('body.secret', 'must be the webhook secret of Attendee, in base64')
  if (!/^[\x21-\x7e]{1,255}$/.test(secret))
    throw invalid('body.secret', 'must have at most 255 characters, visible ones of ASCII')
}

/** @throws {ApiError} 400 */
export function requireSending(kind: Kind, sendsBots: boolean | undefined): void {
  if (sendsBots && !isBotKind(kind)) throw invalid('body.sends_bots', 'goes with vexa or attendee')
}

/** BigBlueButton has no transcripts. @throws {ApiError} 400 */
export function requireTakes(kind: Kind, takes: Takes | undefined): void {
  if (takes === 'transcript' && kind === 'bigbluebutton') throw invalid('body.takes', 'must be media for bigbluebutton')
}

/** Without a slash at its end. @throws {ApiError} 400 for an address that requests may not go to */
export function readBaseUrl(outbound: Pick<Outbound, 'check'>, text: string): string {
  const what = 'base_url'
  try {
    const { origin, pathname, search, hash } = outbound.check(text, what)
    const address = `${origin}${pathname}`.replace(/\/$/, '')
    // The console shows it in commands to copy.
    if (/[$;&|()'`]/.test(address)) throw invalid(`body.${what}`, "must not contain any of $ ; & | ( ) ' `")
    if (search === '' && hash === '') return address
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    throw invalid(`body.${what}`, error.message.slice(what.length + 1))
  }
  throw invalid(`body.${what}`, 'must not contain ? or #')
}

/** So that concurrent requests check one after the other. */
const lockWorkspace = (tx: Tx, workspaceId: string) =>
  tx.selectFrom('workspaces').select('id').where('id', '=', workspaceId).forNoKeyUpdate().execute()

/** @throws {ApiError} 400 */
export async function requireRoom(tx: Tx, workspaceId: string): Promise<void> {
  await lockWorkspace(tx, workspaceId)
  const own = await tx.selectFrom('recorders').select('id').where('workspace_id', '=', workspaceId).execute()
  if (own.length >= maxRecorders)
    throw new ApiError(400, `The workspace has ${maxRecorders} recorders; remove one first`)
}

/**
 * After a Meet recorder was created or changed. Google has one subscription for each person and project, so a second
 * recorder of a project would end those of the first.
 * @throws {ApiError} 400
 */
export async function requireOwnProject(
  tx: Tx,
  workspaceId: string,
  open: (recorder: { id: string; secret: Buffer }) => string,
): Promise<void> {
  await lockWorkspace(tx, workspaceId)
  const own = tx.selectFrom('recorders').select(['id', 'secret']).where('workspace_id', '=', workspaceId)
  const active = await own.where('kind', '=', 'meet').where('active', '=', true).execute()
  const projects = new Set(active.map((each) => readServiceAccount(open(each))?.project ?? each.id))
  if (projects.size < active.length)
    throw new ApiError(
      400,
      'Another active recorder has a key of this Google project; each recorder for Meet needs a project of its own',
    )
}

/** @throws {ApiError} 400 */
export async function findUser(tx: Tx, workspaceId: string, kind: Kind, user: string | null): Promise<string | null> {
  if (user === null && kind === 'meet')
    throw invalid('body.user', 'is required for meet: Google is asked as this person')
  if (user === null) return null
  const account = (await findPeople(tx, workspaceId, [user])).get(user)
  if (!account?.active || account.erased) throw invalid('body.user', 'must be the id or e-mail of an active account')
  return account.id
}

/**
 * Makes a person who signs in a member of the channels of their groups, and of no other group's. A group is a private
 * channel, as in SCIM; each is made by the first sign-in that names it (docs/decisions/sign-in.md). However many groups
 * there are, the number of statements is the same.
 */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { newId } from '../../platform/id.ts'
import { lockKey, type Tx } from '../../platform/postgres/db.ts'
import { closeGroups, lockMemberships } from '../accounts/change-channels.ts'
import { recordActors } from '../caller/audit.ts'
import type { PersonKey } from './person-of-identity.ts'

type Group = { name: string; channel_id: string; title: string }
type KnownGroup = Group & { was_added: boolean }

/** Members whom people added stay members, whatever the groups say. */
export async function followGroups(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  person: PersonKey,
  names: string[],
): Promise<void> {
  await lockMemberships(tx, person.workspaceId, person.userId)
  const { known, made } = await findOrMake(tx, now, person, names)
  const named = new Set(names)
  const own = [...made, ...known.filter(({ name }) => named.has(name))]
  // First, so that who signs in stays, as a member by this sign-in.
  const { closed, left: gone } = await closeGroups(tx, person.workspaceId, idsOf(own))
  const joined = await join(tx, person, own)
  const left = await leave(
    tx,
    person,
    known.filter(({ name, was_added }) => was_added && !named.has(name)),
  )
  const isMade = new Set<Group>(made)
  const { userId } = person
  const task = (action: string, { channel_id, title }: Group, more: object) => ({
    action,
    status: 302,
    details: { channel_id, title, ...more, by: 'identity provider' },
  })
  const [before, after] = [{ private: false }, { private: true }]
  await recordActors(tx, now, { ...person, keyId: null }, request, [
    ...own.flatMap((group) => {
      const wasPublic = closed.has(group.channel_id)
      const removed = (gone.get(group.channel_id) ?? []).filter((user) => user !== userId)
      if (!wasPublic && removed.length === 0) return []
      const others = removed.length > 0 && { added: [], removed }
      return task('channel.change', group, { ...(wasPublic && { before, after }), ...others })
    }),
    ...joined.map((group) =>
      isMade.has(group)
        ? task('channel.create', group, { private: true, added: [userId] })
        : task('channel.change', group, { added: [userId], removed: [] }),
    ),
    ...left.map((group) => task('channel.change', group, { added: [], removed: [userId] })),
  ])
}

/** The groups of these names, of which missing ones are made, and those that `findGroups` adds. */
async function findOrMake(tx: Tx, now: Date, person: PersonKey, names: string[]) {
  const missingIn = (known: KnownGroup[]) => {
    const found = new Set(known.map(({ name }) => name))
    return names.filter((name) => !found.has(name))
  }
  const known = await findGroups(tx, person, names)
  if (missingIn(known).length === 0) return { known, made: [] }
  // Two sign-ins at once must not make a group twice.
  await lockKey(tx, `groups of sign-ins ${person.workspaceId}`)
  const latest = await findGroups(tx, person, names)
  return { known: latest, made: await makeGroups(tx, now, person.workspaceId, missingIn(latest)) }
}

/** Those of these names, and those whose channel an earlier sign-in added the person to; nobody deletes them meanwhile. */
async function findGroups(tx: Tx, { workspaceId, userId }: PersonKey, names: string[]): Promise<KnownGroup[]> {
  const { rows } = await sql<KnownGroup>`
    select known.name, known.channel_id, channel.title, member.user_id is not null as was_added
    from sign_in_groups known
    join channels channel on channel.workspace_id = known.workspace_id and channel.id = known.channel_id
    left join sign_in_members member on member.workspace_id = known.workspace_id
      and member.channel_id = known.channel_id and member.user_id = ${userId}
    where known.workspace_id = ${workspaceId} and (known.name = any(${names}) or member.user_id is not null)
    order by known.name for key share of channel`.execute(tx)
  return rows
}

async function makeGroups(tx: Tx, now: Date, workspaceId: string, names: string[]): Promise<Group[]> {
  const made = names.map((name) => ({ name, channel_id: newId('ch', now), title: name }))
  await sql`
    with channel as (
      insert into channels (workspace_id, id, title, private, created_at)
      select ${workspaceId}, id, title, true, ${now}::timestamptz
      from unnest(${idsOf(made)}::text[], ${names}::text[]) made(id, title)
      returning id, title)
    insert into sign_in_groups (workspace_id, name, channel_id) select ${workspaceId}, title, id from channel`.execute(
    tx,
  )
  return made
}

/** @returns the groups whose channel the person was not in */
async function join<G extends Group>(tx: Tx, { workspaceId, userId }: PersonKey, groups: G[]): Promise<G[]> {
  const { rows } = await sql<{ channel_id: string }>`
    with joined as (
      insert into channel_members (workspace_id, channel_id, user_id)
      select ${workspaceId}, channel_id, ${userId} from unnest(${idsOf(groups)}::text[]) channel_id
      on conflict do nothing returning channel_id)
    insert into sign_in_members (workspace_id, channel_id, user_id)
    select ${workspaceId}, channel_id, ${userId} from joined returning channel_id`.execute(tx)
  return among(groups, rows)
}

/** @returns the groups whose channel the person was in */
async function leave<G extends Group>(tx: Tx, { workspaceId, userId }: PersonKey, groups: G[]): Promise<G[]> {
  const { rows } = await sql<{ channel_id: string }>`
    delete from channel_members where workspace_id = ${workspaceId} and user_id = ${userId}
      and channel_id = any(${idsOf(groups)}::text[]) returning channel_id`.execute(tx)
  return among(groups, rows)
}

const idsOf = (groups: Group[]) => groups.map(({ channel_id }) => channel_id)

function among<G extends Group>(groups: G[], rows: { channel_id: string }[]): G[] {
  const ids = new Set(rows.map(({ channel_id }) => channel_id))
  return groups.filter(({ channel_id }) => ids.has(channel_id))
}

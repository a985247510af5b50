/**
 * Makes a person who signs in a member of the channels of their groups, and of no other group's. A group is a private
 * channel, as in SCIM; each is made by the first sign-in that names it (docs/decisions/sign-in.md).
 */
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { lockKey, type Tx } from '../../platform/postgres/db.ts'
import { recordActor } from '../audit.ts'
import { dropMembers, insertChannel, saveMembers } from '../change-channels.ts'

type Person = { workspaceId: string; userId: string }
type Group = { name: string; channel_id: string; title: string }

/** Members whom people added stay members, whatever the groups say. */
export async function followGroups(
  tx: Tx,
  now: Date,
  request: FastifyRequest,
  person: Person,
  names: string[],
): Promise<void> {
  const { workspaceId, userId } = person
  const workspace = { id: workspaceId }
  // Two sign-ins at once must not make a group twice.
  await lockKey(tx, `groups of sign-ins ${workspaceId}`)
  const known = await findGroups(tx, person, names)
  const record = (action: 'channel.create' | 'channel.change', { channel_id, title }: Group, more: object) =>
    recordActor(tx, now, { ...person, keyId: null }, request, {
      action,
      status: 302,
      details: { channel_id, title, ...more, by: 'identity provider' },
    })
  for (const name of names) {
    const found = known.find((group) => group.name === name)
    const group = found ?? (await makeGroup(tx, now, workspaceId, name))
    const added = await saveMembers(tx, { workspace }, group.channel_id, [userId])
    if (added.length > 0)
      await sql`insert into sign_in_members values (${workspaceId}, ${group.channel_id}, ${userId})`.execute(tx)
    if (!found) await record('channel.create', group, { private: true, added })
    else if (added.length > 0) await record('channel.change', group, { added, removed: [] })
  }
  for (const group of known.filter(({ name, was_added }) => was_added && !names.includes(name))) {
    const removed = await dropMembers(tx, { workspace }, group.channel_id, [userId])
    await record('channel.change', group, { added: [], removed })
  }
}

/** Those of these names, and those whose channel an earlier sign-in added the person to; nobody deletes them meanwhile. */
async function findGroups(tx: Tx, { workspaceId, userId }: Person, names: string[]) {
  const { rows } = await sql<Group & { was_added: boolean }>`
    select known.name, known.channel_id, channel.title, member.user_id is not null as was_added
    from sign_in_groups known
    join channels channel on channel.workspace_id = known.workspace_id and channel.id = known.channel_id
    left join sign_in_members member on member.workspace_id = known.workspace_id
      and member.channel_id = known.channel_id and member.user_id = ${userId}
    where known.workspace_id = ${workspaceId} and (known.name = any(${names}) or member.user_id is not null)
    order by known.name for key share of channel`.execute(tx)
  return rows
}

async function makeGroup(tx: Tx, now: Date, workspaceId: string, name: string): Promise<Group> {
  const { id, title } = await insertChannel(tx, now, { workspace: { id: workspaceId } }, { title: name, private: true })
  await sql`insert into sign_in_groups values (${workspaceId}, ${name}, ${id})`.execute(tx)
  return { name, channel_id: id, title }
}

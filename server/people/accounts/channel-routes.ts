/** Channels and who is in them (decisions 20, 29e; extensions of the specification). */
import type { FastifyRequest } from 'fastify'
import type { Api } from '../../platform/http/api.ts'
import { readPageRequest } from '../../platform/http/page.ts'
import type { Db, Tx } from '../../platform/postgres/db.ts'
import type { ChatKind } from '../../platform/postgres/tables.ts'
import type { Clock } from '../../platform/time.ts'
import type { Caller } from '../caller/caller.ts'
import { requireScope } from '../caller/scopes.ts'
import { addMember, changeChannel, createChannel, deleteChannel, removeMember } from './change-channels.ts'
import * as operations from './channel-operations.ts'
import { getChannel, listChannels, listMembers } from './channels.ts'

/** The chat of a channel; another room stores it. */
export type DeliverTo = {
  read(db: Db, caller: Caller, channelId: string): Promise<ChannelChat | null>
  /** For a caller who is known to be a member. */
  save(tx: Tx, request: FastifyRequest, channelId: string, wanted: WantedChat | null): Promise<void>
}

export type WantedChat = { kind: ChatKind; url: string }

export type ChannelChat = {
  webhook_id: string
  kind: ChatKind
  origin: string
  set_by: string
  status: 'active' | 'stopped' | 'failed'
}

export function channelRoutes(api: Api, { db, clock, deliverTo }: { db: Db; clock: Clock; deliverTo: DeliverTo }) {
  const withChat = async <Each extends { id: string }>(caller: Caller, channel: Each) => ({
    ...channel,
    deliver_to: await deliverTo.read(db, caller, channel.id),
  })

  api.get(
    '/api/v1/channels',
    { config: { scope: 'read' }, schema: operations.listChannels },
    async ({ caller, query }) => {
      const page = await listChannels(db, caller, readPageRequest('channels', query), {
        all: query.all,
        mine: query.mine,
      })
      return { page_info: page.info, data: page.rows }
    },
  )

  api.post(
    '/api/v1/channel',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.createChannel },
    async (request, reply) => {
      const { title, private: isPrivate } = request.body
      const channel = await createChannel(db, clock(), request, { title, private: isPrivate ?? false })
      return reply.code(201).send({ channel })
    },
  )

  api.get(
    '/api/v1/channel/:channel_id',
    { config: { scope: 'read' }, schema: operations.getChannel },
    async ({ caller, params }) => {
      const channel = await getChannel(db, caller, params.channel_id)
      return { channel: channel.is_member ? await withChat(caller, channel) : channel }
    },
  )

  api.patch(
    '/api/v1/channel/:channel_id',
    { config: { scope: 'write' }, schema: operations.changeChannel },
    async (request) => {
      const { deliver_to: wanted, ...own } = request.body
      if (wanted !== undefined) requireScope(request.caller.via, 'webhooks')
      const channel = await changeChannel(db, clock(), request, request.params.channel_id, own, async (tx, id) => {
        if (wanted !== undefined) await deliverTo.save(tx, request, id, wanted)
      })
      return { channel: await withChat(request.caller, channel) }
    },
  )

  api.delete(
    '/api/v1/channel/:channel_id',
    { config: { scope: 'write' }, schema: operations.deleteChannel },
    async (request) => {
      const { channel_id } = request.params
      await deleteChannel(db, clock(), request, channel_id)
      return { channel_id, deleted: true as const }
    },
  )

  api.get(
    '/api/v1/channel/:channel_id/members',
    { config: { scope: 'read' }, schema: operations.listChannelMembers },
    async ({ caller, params, query }) => {
      const page = await listMembers(db, caller, params.channel_id, readPageRequest('channel_members', query))
      return { page_info: page.info, data: page.rows }
    },
  )

  api.post(
    '/api/v1/channel/:channel_id/members',
    { config: { scope: 'write', bodyRequired: true }, schema: operations.addChannelMember },
    async (request) => ({
      channel: await addMember(db, clock(), request, request.params.channel_id, request.body.user),
    }),
  )

  api.delete(
    '/api/v1/channel/:channel_id/members/:user_id',
    { config: { scope: 'write' }, schema: operations.removeChannelMember },
    async (request) => {
      const { channel_id, user_id } = request.params
      return { channel: await removeMember(db, clock(), request, channel_id, user_id) }
    },
  )
}

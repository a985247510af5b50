/** Channels and who is in them (decisions 20, 29e; extensions of the specification). */
import type { Api } from '../platform/http/api.ts'
import { readPageRequest } from '../platform/http/page.ts'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import { addMember, changeChannel, createChannel, deleteChannel, removeMember } from './change-channels.ts'
import * as operations from './channel-operations.ts'
import { getChannel, listChannels, listMembers } from './channels.ts'

export function channelRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }) {
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
    async ({ caller, params }) => ({ channel: await getChannel(db, caller, params.channel_id) }),
  )

  api.patch(
    '/api/v1/channel/:channel_id',
    { config: { scope: 'write' }, schema: operations.changeChannel },
    async (request) => {
      const channel = await changeChannel(db, clock(), request, request.params.channel_id, request.body)
      return { channel }
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

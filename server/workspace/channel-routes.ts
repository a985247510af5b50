/** Channels and who is in them (decisions 20, 29e; extensions of the specification). */
import Type from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { PageOf, readPageRequest } from '../platform/http/page.ts'
import { operation } from '../platform/http/schema.ts'
import type { Db } from '../platform/postgres/db.ts'
import type { Clock } from '../platform/time.ts'
import { addMember, changeChannel, createChannel, deleteChannel, removeMember } from './change-channels.ts'
import {
  Channel,
  ChannelChanges,
  ChannelDeleted,
  ChannelId,
  ChannelQuery,
  MemberId,
  NamedUser,
  NewChannel,
} from './channel-schemas.ts'
import { getChannel, listChannels } from './channels.ts'

const channelExample = { id: 'ch_eng', title: 'Engineering', private: false, member_count: 12 }
const answer = Type.Object({ channel: Channel })
const example = { channel: channelExample }

export function channelRoutes(api: Api, { db, clock }: { db: Db; clock: Clock }) {
  api.get(
    '/api/v1/channels',
    {
      config: { scope: 'read' },
      schema: operation({
        id: 'list_channels',
        tag: 'Channels',
        summary: 'List channels',
        description: 'The channels the caller is in, newest first; a super admin key lists all.',
        extension: true,
        querystring: ChannelQuery,
        answer: PageOf(Channel),
        example: { page_info: { cursor: null, page_size: 20 }, data: [channelExample] },
      }),
    },
    async ({ caller, query }) => {
      const page = await listChannels(db, caller, readPageRequest('channels', query), { all: query.all })
      return { page_info: page.info, data: page.rows }
    },
  )

  api.post(
    '/api/v1/channel',
    {
      config: { scope: 'write', bodyRequired: true },
      schema: operation({
        id: 'create_channel',
        tag: 'Channels',
        summary: 'Make a channel',
        description: 'Whoever makes it is its first member.',
        extension: true,
        body: NewChannel,
        status: 201,
        answer,
        example,
      }),
    },
    async ({ caller, body }, reply) => {
      const channel = await createChannel(db, clock(), caller, { title: body.title, private: body.private ?? false })
      return reply.code(201).send({ channel })
    },
  )

  api.get(
    '/api/v1/channel/:channel_id',
    {
      config: { scope: 'read' },
      schema: operation({
        id: 'get_channel',
        tag: 'Channels',
        summary: 'Get a channel',
        description: 'One’s own or a public one; a private one is unknown to others.',
        extension: true,
        params: ChannelId,
        answer,
        example,
      }),
    },
    async ({ caller, params }) => ({ channel: await getChannel(db, caller, params.channel_id) }),
  )

  api.patch(
    '/api/v1/channel/:channel_id',
    {
      config: { scope: 'write' },
      schema: operation({
        id: 'change_channel',
        tag: 'Channels',
        summary: 'Change a channel',
        description: 'Renames it, hides it or lets everyone find it. Its members may.',
        extension: true,
        params: ChannelId,
        body: ChannelChanges,
        answer,
        example,
      }),
    },
    async ({ caller, params, body }) => ({ channel: await changeChannel(db, caller, params.channel_id, body) }),
  )

  api.delete(
    '/api/v1/channel/:channel_id',
    {
      config: { scope: 'write' },
      schema: operation({
        id: 'delete_channel',
        tag: 'Channels',
        summary: 'Delete a channel',
        description: 'What was published there is so no longer; nothing else goes with it. Its members may.',
        extension: true,
        params: ChannelId,
        answer: ChannelDeleted,
        example: { channel_id: 'ch_eng', deleted: true },
      }),
    },
    async ({ caller, params }) => {
      await deleteChannel(db, caller, params.channel_id)
      return { channel_id: params.channel_id, deleted: true as const }
    },
  )

  api.post(
    '/api/v1/channel/:channel_id/members',
    {
      config: { scope: 'write', bodyRequired: true },
      schema: operation({
        id: 'add_channel_member',
        tag: 'Channels',
        summary: 'Add a member',
        description: 'Members take others in; anyone joins a public channel by naming themself.',
        extension: true,
        params: ChannelId,
        body: NamedUser,
        answer,
        example,
      }),
    },
    async ({ caller, params, body }) => ({ channel: await addMember(db, caller, params.channel_id, body.user) }),
  )

  api.delete(
    '/api/v1/channel/:channel_id/members/:user_id',
    {
      config: { scope: 'write' },
      schema: operation({
        id: 'remove_channel_member',
        tag: 'Channels',
        summary: 'Remove a member',
        description: 'Members leave, or take others out.',
        extension: true,
        params: MemberId,
        answer,
        example,
      }),
    },
    async ({ caller, params }) => ({
      channel: await removeMember(db, caller, params.channel_id, params.user_id),
    }),
  )
}

/** Channels, as openapi.json describes them (decisions 20, 29e; extensions of the specification). */
import Type from 'typebox'
import { operation } from '../../platform/http/operation.ts'
import { PageOf } from '../../platform/http/page.ts'
import { PageQuery } from '../caller/schemas.ts'
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
import { User } from './people-schemas.ts'

const channelExample = { id: 'ch_eng', title: 'Engineering', private: false, member_count: 12 }

const userExample = { id: 'u_bo', email: 'bo@acme.test', full_name: 'Bo Lindqvist', admin: false, active: true }

const answer = Type.Object({ channel: Channel })

const example = { channel: channelExample }

export const listChannels = operation({
  id: 'list_channels',
  tag: 'Channels',
  summary: 'List channels',
  description:
    'The channels the caller is in, newest first; a super admin key lists all, or with `mine` those of its owner.',
  extension: true,
  querystring: ChannelQuery,
  answer: PageOf(Channel),
  example: { page_info: { cursor: null, page_size: 20 }, data: [channelExample] },
})

export const createChannel = operation({
  id: 'create_channel',
  tag: 'Channels',
  summary: 'Make a channel',
  description: 'The caller is its first member.',
  extension: true,
  body: NewChannel,
  status: 201,
  answer,
  example,
})

export const getChannel = operation({
  id: 'get_channel',
  tag: 'Channels',
  summary: 'Get a channel',
  description: 'One that the caller is in, or a public one; a private one is not found by others.',
  extension: true,
  params: ChannelId,
  answer,
  example,
})

export const changeChannel = operation({
  id: 'change_channel',
  tag: 'Channels',
  summary: 'Change a channel',
  description:
    'Renames it, hides it or lets everyone find it, and sets the chat to which recaps published in it are sent ' +
    '(`deliver_to`; null ends it, and a key needs the scope `webhooks` for it). Only members may.',
  extension: true,
  failures: [502],
  params: ChannelId,
  body: ChannelChanges,
  answer,
  example,
})

export const deleteChannel = operation({
  id: 'delete_channel',
  tag: 'Channels',
  summary: 'Delete a channel',
  description: 'What was published there no longer is; nothing else is deleted. Only members may.',
  extension: true,
  params: ChannelId,
  answer: ChannelDeleted,
  example: { channel_id: 'ch_eng', deleted: true },
})

export const listChannelMembers = operation({
  id: 'list_channel_members',
  tag: 'Channels',
  summary: 'List members',
  description:
    'Newest accounts first, deactivated ones included; `member_count` leaves those out. For everyone who may get the channel.',
  extension: true,
  params: ChannelId,
  querystring: PageQuery,
  answer: PageOf(User),
  example: { page_info: { cursor: null, page_size: 20 }, data: [userExample] },
})

export const addChannelMember = operation({
  id: 'add_channel_member',
  tag: 'Channels',
  summary: 'Add a member',
  description: 'Members add others; anyone may join a public channel by naming themself.',
  extension: true,
  params: ChannelId,
  body: NamedUser,
  answer,
  example,
})

export const removeChannelMember = operation({
  id: 'remove_channel_member',
  tag: 'Channels',
  summary: 'Remove a member',
  description: 'Members may leave, or remove others.',
  extension: true,
  params: MemberId,
  answer,
  example,
})

/** Channels, who is in them, and what members change. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { byName } from './people.ts'
import { useChange } from './use-change.ts'

export type Channel = components['schemas']['Channel']
export type ChannelChat = NonNullable<Channel['deliver_to']>

/** @param which  `mine`: only the person's, also with administrator rights; `all`: those that the person may see */
export const channelsQuery = (which: 'mine' | 'all') =>
  queryOptions({
    queryKey: ['channels', which],
    queryFn: async ({ signal }) => {
      const query = { ...(which === 'all' ? { all: true } : { mine: true }), page_size: 50 }
      return Array.fromAsync(client.pages('/api/v1/channels', { signal, params: { query } }))
    },
  })

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: ['channel', id],
    queryFn: async ({ signal }) => {
      const params = { path: { channel_id: id } }
      return dataOf(await client.GET('/api/v1/channel/{channel_id}', { signal, params })).channel
    },
  })

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ['channel', id, 'members'],
    queryFn: async ({ signal }) => {
      const params = { path: { channel_id: id }, query: { page_size: 50 } }
      const members = await Array.fromAsync(client.pages('/api/v1/channel/{channel_id}/members', { signal, params }))
      return members.sort(byName)
    },
  })

/** Joining or leaving changes which notes and recordings the person sees, so channels and lists are refetched. */
function useRefresh() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      ['channels', 'channel', 'notes', 'recordings'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
}

export function useCreateChannel() {
  const refresh = useRefresh()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (body: { title: string; private: boolean }) =>
      dataOf(await client.POST('/api/v1/channel', { body })).channel,
    onSuccess: refresh,
  })
}

/** Sends only changed fields: others may have changed the rest meanwhile. */
export function useChangeChannel(channel: Channel) {
  const refresh = useRefresh()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (fields: { title: string; private: boolean }) => {
      const params = { path: { channel_id: channel.id } }
      const body = {
        ...(fields.title !== channel.title && { title: fields.title }),
        ...(fields.private !== channel.private && { private: fields.private }),
      }
      return dataOf(await client.PATCH('/api/v1/channel/{channel_id}', { params, body })).channel
    },
    onSuccess: refresh,
  })
}

/** @param id  of the channel; null instead of a chat removes it */
export const useSetChat = (id: string) =>
  useChange(
    async (deliver_to: { kind: ChannelChat['kind']; url: string } | null) => {
      const params = { path: { channel_id: id } }
      return dataOf(await client.PATCH('/api/v1/channel/{channel_id}', { params, body: { deliver_to } })).channel
    },
    [['channel', id]],
    { pageShowsError: true, isSecret: true },
  )

/** Removes the channel and everything about it from the cache. */
export function useDeleteChannel(id: string) {
  const queries = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async () =>
      dataOf(await client.DELETE('/api/v1/channel/{channel_id}', { params: { path: { channel_id: id } } })),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ['channel', id] })
      await refresh()
    },
  })
}

export function useAddMember(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (user: string) => {
      const params = { path: { channel_id: id } }
      return dataOf(await client.POST('/api/v1/channel/{channel_id}/members', { params, body: { user } })).channel
    },
    onSuccess: refresh,
  })
}

export function useRemoveMember(id: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: async (userId: string) => {
      const params = { path: { channel_id: id, user_id: userId } }
      return dataOf(await client.DELETE('/api/v1/channel/{channel_id}/members/{user_id}', { params })).channel
    },
    onSuccess: refresh,
  })
}

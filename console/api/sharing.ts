/** Whom a note or a recording is open to, what the caller may do with it, and who there is to share with. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export type Thing = { kind: 'note' | 'recording'; id: string }
export type User = components['schemas']['User']
export type Channel = components['schemas']['Channel']
export type Sharing = Awaited<ReturnType<typeof readSharing>>

async function readSharing({ kind, id }: Thing, signal: AbortSignal) {
  if (kind === 'note') {
    const params = { path: { note_id: id } }
    return dataOf(await client.GET('/api/v1/note/{note_id}/sharing', { signal, params }))
  }
  const params = { path: { recording_id: id } }
  return dataOf(await client.GET('/api/v1/recording/{recording_id}/sharing', { signal, params }))
}

export const sharingQuery = (thing: Thing) =>
  queryOptions({ queryKey: ['sharing', thing.kind, thing.id], queryFn: ({ signal }) => readSharing(thing, signal) })

/** Every account of the workspace, deactivated ones among them; a person knows colleagues by name, not by id. */
export const everyoneQuery = queryOptions({
  queryKey: ['users', 'everyone'],
  queryFn: ({ signal }): Promise<User[]> =>
    Array.fromAsync(client.pages('/api/v1/users', { signal, params: { query: { page_size: 50 } } })),
  staleTime: 300_000,
})

/** The channels that the caller may publish in. */
export const ownChannelsQuery = queryOptions({
  queryKey: ['channels', 'own'],
  queryFn: ({ signal }): Promise<Channel[]> =>
    Array.fromAsync(client.pages('/api/v1/channels', { signal, params: { query: { page_size: 50 } } })),
})

/** Who can see a note, a recording or a series, and what the caller may do with it. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'

export type Thing = { kind: 'note' | 'recording'; id: string }
/** A series is shared, and neither published nor deleted. */
export type SharedThing = Thing | { kind: 'series'; id: string }
export type Sharing = Awaited<ReturnType<typeof readSharing>>

async function readSharing({ kind, id }: SharedThing, signal: AbortSignal) {
  if (kind === 'series') {
    const params = { path: { series_id: id } }
    return dataOf(await client.GET('/api/v1/series/{series_id}/sharing', { signal, params }))
  }
  if (kind === 'note') {
    const params = { path: { note_id: id } }
    return dataOf(await client.GET('/api/v1/note/{note_id}/sharing', { signal, params }))
  }
  const params = { path: { recording_id: id } }
  return dataOf(await client.GET('/api/v1/recording/{recording_id}/sharing', { signal, params }))
}

export const sharingQuery = (thing: SharedThing) =>
  queryOptions({ queryKey: ['sharing', thing.kind, thing.id], queryFn: ({ signal }) => readSharing(thing, signal) })

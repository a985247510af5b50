/** Shares notes, recordings and series with people, publishes the first two in channels, and undoes both. */
import { dataOf } from '@minutebook/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { type SharedThing, type Sharing, sharingQuery, type Thing } from './sharing.ts'

type ShareChange = { kind: 'share'; user: string; canEdit: boolean } | { kind: 'unshare'; user: string }

export type SharingChange = ShareChange | { kind: 'publish' | 'unpublish'; channel: string }

export const useChangeSharing = (thing: Thing) =>
  useChanging(thing, (change: SharingChange) =>
    thing.kind === 'note' ? ofNote(thing.id, change) : ofRecording(thing.id, change),
  )

/** For everything that is shared with people. */
export const useChangeShares = (thing: SharedThing) =>
  useChanging(thing, (change: ShareChange): Promise<Partial<Sharing>> => {
    if (thing.kind === 'series') return ofSeries(thing.id, change)
    return thing.kind === 'note' ? ofNote(thing.id, change) : ofRecording(thing.id, change)
  })

function useChanging<Change>(thing: SharedThing, mutationFn: (change: Change) => Promise<Partial<Sharing>>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (now) => {
      const { queryKey } = sharingQuery(thing)
      queries.setQueryData(queryKey, (before) => before && { ...before, ...now })
      // A read that began before the change would otherwise end after it, and show the old sharing.
      void queries.invalidateQueries({ queryKey })
    },
  })
}

async function ofSeries(series_id: string, change: ShareChange) {
  const path = { series_id }
  if (change.kind === 'share') {
    const body = { user: change.user, can_edit: change.canEdit }
    return dataOf(await client.POST('/api/v1/series/{series_id}/share', { params: { path }, body }))
  }
  const params = { path: { ...path, user_id: change.user } }
  return dataOf(await client.DELETE('/api/v1/series/{series_id}/share/{user_id}', { params }))
}

async function ofNote(note_id: string, change: SharingChange) {
  const path = { note_id }
  if (change.kind === 'share') {
    const body = { user: change.user, can_edit: change.canEdit }
    return dataOf(await client.POST('/api/v1/note/{note_id}/share', { params: { path }, body }))
  }
  if (change.kind === 'unshare') {
    const params = { path: { ...path, user_id: change.user } }
    return dataOf(await client.DELETE('/api/v1/note/{note_id}/share/{user_id}', { params }))
  }
  if (change.kind === 'publish') {
    const body = { channel_id: change.channel }
    return dataOf(await client.POST('/api/v1/note/{note_id}/publish', { params: { path }, body }))
  }
  const params = { path: { ...path, channel_id: change.channel } }
  return dataOf(await client.DELETE('/api/v1/note/{note_id}/publish/{channel_id}', { params }))
}

async function ofRecording(recording_id: string, change: SharingChange) {
  const path = { recording_id }
  if (change.kind === 'share') {
    const body = { user: change.user, can_edit: change.canEdit }
    return dataOf(await client.POST('/api/v1/recording/{recording_id}/share', { params: { path }, body }))
  }
  if (change.kind === 'unshare') {
    const params = { path: { ...path, user_id: change.user } }
    return dataOf(await client.DELETE('/api/v1/recording/{recording_id}/share/{user_id}', { params }))
  }
  if (change.kind === 'publish') {
    const body = { channel_id: change.channel }
    return dataOf(await client.POST('/api/v1/recording/{recording_id}/publish', { params: { path }, body }))
  }
  const params = { path: { ...path, channel_id: change.channel } }
  return dataOf(await client.DELETE('/api/v1/recording/{recording_id}/publish/{channel_id}', { params }))
}

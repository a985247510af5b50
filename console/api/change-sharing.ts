/** Shares notes, recordings and series with people, publishes the first two in channels, and undoes both. */
import { dataOf } from '@minutebook/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import { type SharedThing, type Sharing, sharingQuery, type Thing } from './sharing.ts'

type ShareChange = { kind: 'share'; user: string; canEdit: boolean } | { kind: 'unshare'; user: string }

export type SharingChange = ShareChange | { kind: 'publish' | 'unpublish'; channel: string }

export const useChangeSharing = (thing: Thing) =>
  useChanging([thing], (change: SharingChange) => changeThing(thing, change))

/** @param others  what the same change is made of as well, in this order */
export const useChangeShares = (thing: SharedThing, others: Thing[] = []) =>
  useChanging([thing, ...others], async (change: ShareChange) => {
    const now = await (thing.kind === 'series' ? ofSeries(thing.id, change) : changeThing(thing, change))
    for (const other of others) await changeThing(other, change)
    return now
  })

function useChanging<Change>(things: SharedThing[], mutationFn: (change: Change) => Promise<Partial<Sharing>>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (now) => {
      queries.setQueryData(sharingQuery(things[0]!).queryKey, (before) => before && { ...before, ...now })
    },
    // A read that began before the change would otherwise end after it, and show the old sharing.
    onSettled: () => {
      for (const thing of things) void queries.invalidateQueries({ queryKey: sharingQuery(thing).queryKey })
    },
  })
}

const changeThing = ({ kind, id }: Thing, change: SharingChange): Promise<Partial<Sharing>> =>
  kind === 'note' ? ofNote(id, change) : ofRecording(id, change)

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

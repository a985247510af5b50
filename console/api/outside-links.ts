/** Links of a note or a recap for people without an account: list, make, withdraw. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from './client.ts'
import type { Thing } from './sharing.ts'

export type OutsideLink = components['schemas']['OutsideLink']
export type OutsidePart = OutsideLink['parts'][number]
export type NewOutsideLink = { expires_in: number; parts: OutsidePart[]; password?: string }

export const outsideLinksQuery = ({ kind, id }: Thing) =>
  queryOptions({
    queryKey: ['outside_links', kind, id],
    queryFn: async ({ signal }) => {
      if (kind === 'note') {
        const params = { path: { note_id: id } }
        return dataOf(await client.GET('/api/v1/note/{note_id}/links', { signal, params })).links
      }
      const params = { path: { recording_id: id } }
      return dataOf(await client.GET('/api/v1/recording/{recording_id}/links', { signal, params })).links
    },
    // Openings are counted while the page is open.
    staleTime: 0,
  })

/** @returns the link with its address, which is not sent again */
export function useMakeOutsideLink(thing: Thing) {
  const queries = useQueryClient()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (body: NewOutsideLink) => {
      if (thing.kind === 'recording') {
        const params = { path: { recording_id: thing.id } }
        return dataOf(await client.POST('/api/v1/recording/{recording_id}/link', { params, body })).link
      }
      const params = { path: { note_id: thing.id } }
      const parts = body.parts.filter((part) => part === 'notes' || part === 'items')
      return dataOf(await client.POST('/api/v1/note/{note_id}/link', { params, body: { ...body, parts } })).link
    },
    onSettled: () => queries.invalidateQueries({ queryKey: outsideLinksQuery(thing).queryKey }),
  })
}

export function useWithdrawOutsideLink({ kind, id }: Thing) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (link_id: string) => {
      if (kind === 'note') {
        const params = { path: { note_id: id, link_id } }
        return dataOf(await client.DELETE('/api/v1/note/{note_id}/link/{link_id}', { params })).links
      }
      const params = { path: { recording_id: id, link_id } }
      return dataOf(await client.DELETE('/api/v1/recording/{recording_id}/link/{link_id}', { params })).links
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['outside_links', kind, id] }),
  })
}

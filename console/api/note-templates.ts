/** The workspace's settings for AI notes: instructions, a glossary and templates, in one document. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client, etagOf, statusOf } from './client.ts'

/** As administrators read it; others read only ids and names of the templates. */
export type NoteTemplates = Required<Omit<components['schemas']['NoteTemplates'], 'templates'>> & {
  templates: NoteTemplate[]
}
export type NoteTemplate = Required<components['schemas']['NoteTemplates']['templates'][number]>

/** A template that is not saved yet has no id. */
export type Draft = Omit<NoteTemplate, 'id'> & { id?: string }

export const noteTemplatesQuery = queryOptions({
  queryKey: ['note_templates'],
  queryFn: async ({ signal }) => {
    const answer = await client.GET('/api/v1/note_templates', { signal })
    return { ...(dataOf(answer).note_templates as NoteTemplates), etag: etagOf(answer) }
  },
  refetchOnWindowFocus: 'always',
})

export const seriesTitleQuery = (series_id: string) =>
  queryOptions({
    queryKey: ['notes', 'series_title', series_id],
    queryFn: async ({ signal }) => {
      const body = { filters: { series_id }, pagination: { page_size: 1 } }
      return dataOf(await client.POST('/api/v1/notes', { signal, body })).data[0]?.title ?? null
    },
  })

type Change = (now: NoteTemplates) => Omit<NoteTemplates, 'templates'> & { templates: Draft[] }

/** Changes a part of the document that was read last. After a 412 it is refetched for the next attempt. */
export function useChangeNoteTemplates() {
  const queries = useQueryClient()
  return useMutation({
    meta: { pageShowsError: true },
    mutationFn: async (change: Change) => {
      const { etag, ...now } = queries.getQueryData(noteTemplatesQuery.queryKey)!
      const headers = { 'if-match': etag }
      const answer = await client.PUT('/api/v1/note_templates', { body: change(now), headers })
      return { ...(dataOf(answer).note_templates as NoteTemplates), etag: etagOf(answer) }
    },
    onSuccess: (saved) => {
      queries.setQueryData(noteTemplatesQuery.queryKey, saved)
      // A read that began before would otherwise show the old document.
      void queries.invalidateQueries({ queryKey: noteTemplatesQuery.queryKey })
    },
    onError: (error) => {
      if (isStale(error)) return queries.invalidateQueries({ queryKey: noteTemplatesQuery.queryKey })
    },
  })
}

export const isStale = (error: unknown) => statusOf(error) === 412

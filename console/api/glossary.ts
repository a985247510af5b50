/** The glossary: names and words as the workspace spells them, one document; and what might be added to it. */
import { dataOf } from '@minutebook/client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client, etagOf, statusOf } from './client.ts'

type Term = Awaited<ReturnType<typeof readGlossary>>['terms'][number]
export type Suggestion = Awaited<ReturnType<typeof readSuggestions>>[number]

export const glossaryQuery = queryOptions({
  queryKey: ['glossary'],
  queryFn: ({ signal }) => readGlossary(signal),
  refetchOnWindowFocus: 'always',
})

async function readGlossary(signal: AbortSignal) {
  const answer = await client.GET('/api/v1/glossary', { signal })
  return { terms: dataOf(answer).glossary.terms, etag: etagOf(answer) }
}

async function readSuggestions(signal: AbortSignal) {
  return dataOf(await client.GET('/api/v1/glossary/suggestions', { signal })).suggestions
}

export const glossarySuggestionsQuery = queryOptions({
  queryKey: ['glossary', 'suggestions'],
  queryFn: ({ signal }) => readSuggestions(signal),
})

/** Changes the glossary that was read last. After a 412 it is read again for the next attempt. */
export function useChangeGlossary() {
  const queries = useQueryClient()
  const readAgain = () => queries.invalidateQueries({ queryKey: glossaryQuery.queryKey })
  return useMutation({
    meta: { pageShowsError: true },
    // Serialized, because each changes the version before.
    scope: { id: 'glossary' },
    mutationFn: async (change: (now: Term[]) => Term[]) => {
      const { etag, terms } = queries.getQueryData(glossaryQuery.queryKey)!
      const headers = { 'if-match': etag }
      const answer = await client.PUT('/api/v1/glossary', { body: { terms: change(terms) }, headers })
      return { terms: dataOf(answer).glossary.terms, etag: etagOf(answer) }
    },
    onSuccess: (saved) => {
      queries.setQueryData(glossaryQuery.queryKey, saved)
      // A read that began before would otherwise show the old terms.
      void readAgain()
    },
    onError: (error) => {
      if (isStale(error)) return readAgain()
    },
  })
}

/** Somebody else changed it first. */
export const isStale = (error: unknown) => statusOf(error) === 412

/** AI notes in other languages. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export type Translation = Awaited<ReturnType<typeof readTranslations>>[number]

const writingMs = 2_000

const readTranslations = async (id: string, signal: AbortSignal) => {
  const params = { path: { recording_id: id } }
  return dataOf(await client.GET('/api/v1/recording/{recording_id}/translations', { signal, params })).translations
}

export const translationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['recording', id, 'translations'],
    queryFn: ({ signal }) => readTranslations(id, signal),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'writing') ? writingMs : false),
  })

/** @returns a mutation that takes a tag */
export const useTranslateNotes = (id: string) =>
  useChange(
    async (notes_language: string) => {
      const params = { path: { recording_id: id } }
      const body = { notes_language }
      return dataOf(await client.POST('/api/v1/recording/{recording_id}/translation', { params, body })).translation
    },
    [translationsQuery(id).queryKey],
    { pageShowsError: true },
  )

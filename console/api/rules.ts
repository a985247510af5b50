/** Rules: what happens with meetings by itself; and what happens with one meeting, for this once. */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { noteQuery } from './queries.ts'
import { useChange } from './use-change.ts'

export type Rule = components['schemas']['Rule']
export type RuleFields = Pick<Rule, 'name' | 'match' | 'do'>

/** `rule` is led to; `series` is that of a new rule. */
export type RulesSearch = { rule?: string | undefined; series?: string | undefined }

/** `bots`: whether anything can send one. */
export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/rules', { signal })),
  refetchOnWindowFocus: 'always',
})

/** Series of meetings that the person sees, by the title of the newest; there is no list of series. */
export const seriesQuery = queryOptions({
  queryKey: ['notes', 'series'],
  queryFn: async ({ signal }) => {
    const body = { pagination: { page_size: 50 } }
    const { data } = dataOf(await client.POST('/api/v1/notes', { signal, body }))
    const titles = new Map<string, string>()
    for (const { series_id, title } of data) if (series_id && !titles.has(series_id)) titles.set(series_id, title)
    return [...titles].map(([id, title]) => ({ id, title }))
  },
})

const stale = [rulesQuery.queryKey, ['note']]

export const useMakeRule = () =>
  useChange(
    async (body: RuleFields & Pick<Rule, 'scope'>) => dataOf(await client.POST('/api/v1/rule', { body })).rule,
    stale,
    { pageShowsError: true },
  )

const patch = async (rule_id: string, body: Partial<RuleFields> | { position: number }) =>
  dataOf(await client.PATCH('/api/v1/rule/{rule_id}', { params: { path: { rule_id } }, body })).rule

export const useChangeRule = (id: string) =>
  useChange((fields: RuleFields) => patch(id, fields), stale, { pageShowsError: true })

export const useMoveRule = (id: string) => useChange((position: number) => patch(id, { position }), stale)

export const useDeleteRule = (rule_id: string) =>
  useChange(async () => dataOf(await client.DELETE('/api/v1/rule/{rule_id}', { params: { path: { rule_id } } })), stale)

export type Plan = NonNullable<components['schemas']['Note']['planned']>

/** null: as the rules say again. */
export const useChangePlan = (noteId: string) =>
  useChange(
    async (planned: Partial<Plan> | null) =>
      dataOf(await client.PATCH('/api/v1/note/{note_id}', { params: { path: { note_id: noteId } }, body: { planned } }))
        .note,
    [noteQuery(noteId).queryKey],
    { pageShowsError: true },
  )

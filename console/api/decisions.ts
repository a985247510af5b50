/** Decisions of all meetings, and what people say of them (decision 63). */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { endOfDay, startOfDay } from './days.ts'
import { pagesOf } from './pages.ts'
import { useChange } from './use-change.ts'

export type Decision = components['schemas']['Decision']

/** The state in the page's address: without `state` what stands now, with `as_of` what stood at the end of that day. */
export type DecisionsState = {
  q?: string
  state?: 'superseded' | 'withdrawn' | 'all'
  series?: string
  channel?: string
  person?: string
  from?: string
  to?: string
  as_of?: string
}

const listKey = ['decisions'] as const

export const decisionsQuery = ({ q, state, series, channel, person, from, to, as_of }: DecisionsState = {}) =>
  pagesOf([...listKey, { q, state, series, channel, person, from, to, as_of }], async ({ signal, pagination }) => {
    const filters = {
      query: q,
      series_id: series,
      channel_id: channel,
      person_id: person,
      made_at_start: startOfDay(from),
      made_at_end: endOfDay(to),
      ...(as_of
        ? { as_of: endOfDay(as_of) }
        : { status: state === 'all' ? undefined : (state ?? ('stands' as const)) }),
    }
    return dataOf(await client.POST('/api/v1/decisions', { signal, body: { filters, pagination } }))
  })

/** All decisions of a recap, as they were said. */
export const decisionsOfRecordingQuery = (recording_id: string) =>
  queryOptions({
    queryKey: [...listKey, 'recording', recording_id],
    queryFn: async ({ signal }) => {
      const found = client.pages('/api/v1/decisions', { signal, body: { filters: { recording_id } } })
      return (await Array.fromAsync(found)).sort(bySpoken)
    },
  })

const bySpoken = (one: Decision, other: Decision) =>
  (one.start_time ?? Number.POSITIVE_INFINITY) - (other.start_time ?? Number.POSITIVE_INFINITY) || 0

/** Whether those of the AI notes are among them, so that the notes need not list them again. */
export const isFound = (decisions: Decision[]) => decisions.some(({ detected }) => detected)

/** Another decision that one names. */
export const decisionQuery = (id: string) =>
  queryOptions({
    queryKey: ['decision', id],
    queryFn: async ({ signal }) => {
      const params = { path: { decision_id: id } }
      return dataOf(await client.GET('/api/v1/decision/{decision_id}', { signal, params })).decision
    },
  })

export const decisionHistoryQuery = (id: string) =>
  pagesOf(['decision', id, 'history'], ({ signal, pagination }) => readDecisionHistory(id, pagination, signal))

async function readDecisionHistory(id: string, { page_size, cursor }: Pagination, signal?: AbortSignal) {
  const params = { path: { decision_id: id }, query: { page_size, ...(cursor && { cursor }) } }
  return dataOf(await client.GET('/api/v1/decision/{decision_id}/history', { signal, params }))
}

type Pagination = { page_size: number; cursor: string | null }

export type DecisionEntry = Awaited<ReturnType<typeof readDecisionHistory>>['data'][number]

/** Another decision may stand again or no more, and the agenda shows its own: both are read again. */
const stale = ({ note_id }: Decision) => [listKey, ['decision'], ['note', note_id], ['brief']]

type Change = { status?: 'stands' | 'withdrawn'; supersedes?: string[]; dismiss?: string[] }

export const useChangeDecision = (decision: Decision, { pageShowsError = false } = {}) =>
  useChange(
    async (body: Change) => {
      const params = { path: { decision_id: decision.id } }
      return dataOf(await client.PATCH('/api/v1/decision/{decision_id}', { params, body })).decision
    },
    stale(decision),
    { pageShowsError },
  )

export const useDeleteDecision = (decision: Decision) =>
  useChange(async () => {
    const params = { path: { decision_id: decision.id } }
    return dataOf(await client.DELETE('/api/v1/decision/{decision_id}', { params }))
  }, stale(decision))

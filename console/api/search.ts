/** Search in everything that the person may read. */
import { type components, dataOf } from '@minutebook/client'
import { client } from './client.ts'
import { endOfDay, startOfDay } from './days.ts'
import { pagesOf } from './pages.ts'
import { withBeginning } from './with-beginning.ts'

export type SearchHit = components['schemas']['SearchHit']

export const kinds = ['transcript', 'ai_notes', 'agenda', 'action_item', 'decision', 'title'] as const

/** The state in the page's address. `kinds` is separated by commas. */
export type SearchState = {
  q?: string
  kinds?: string
  speaker?: string
  channel?: string
  from?: string
  to?: string
  order?: 'newest'
  /** The query is a question that is to be answered. */
  ask?: 'yes'
}

/**
 * Whether a text in a search field is a question: Enter asks it.
 * @param begins  words that begin one
 */
export const isQuestion = (text: string, begins: string) =>
  /[?？؟]\s*$/.test(text) || (/\S\s+\S+\s+\S/.test(text) && begins.split(' ').includes(firstWord(text)))

const firstWord = (text: string) => /[\p{L}’']+/u.exec(text.toLowerCase())?.[0] ?? ''

export const kindsOf = (text: string | undefined) => kinds.filter((kind) => text?.split(',').includes(kind))

export function filtersOf({ kinds, speaker, channel, from, to }: SearchState) {
  const chosen = kindsOf(kinds)
  return {
    speaker,
    channel_id: channel,
    start_at: startOfDay(from),
    end_at: endOfDay(to),
    kinds: chosen.length > 0 ? chosen : undefined,
  }
}

export const searchQuery = ({ ask: _ask, ...state }: SearchState) => ({
  ...pagesOf(['search', state], async ({ signal, pagination }) => {
    const { q = '', order } = state
    const body = {
      query: withBeginning(q),
      filters: filtersOf(state),
      order_by: order ?? ('relevance' as const),
      pagination,
    }
    return dataOf(await client.POST('/api/v1/search', { signal, body }))
  }),
  enabled: Boolean(state.q),
})

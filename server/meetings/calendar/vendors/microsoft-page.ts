/** Reads a page of a calendar's changes. *Pure.* @see https://learn.microsoft.com/graph/delta-query-events */
import { changeOf, type GraphEvent, isThin, listOf, seriesIdOf, textOf } from './microsoft-meeting.ts'
import { type ProviderChange, ProviderError } from './provider.ts'

export type GraphPage = { events: GraphEvent[]; next: string | null; cursor: string | null }

/** @throws {ProviderError} it is no page, or does not say how to go on, or names another server */
export function readPage(json: GraphEvent, isOwnLink: (link: string) => boolean): GraphPage {
  const [next, cursor] = [textOf(json['@odata.nextLink']) || null, textOf(json['@odata.deltaLink']) || null]
  if (!Array.isArray(json.value) || (next ?? cursor) === null)
    throw new ProviderError('Microsoft gave an answer that cannot be read')
  if (!isOwnLink((next ?? cursor)!)) throw new ProviderError('Microsoft gave a link to another server')
  return { events: listOf(json.value), next, cursor: next === null ? cursor : null }
}

const isSeries = ({ type }: GraphEvent) => type === 'seriesMaster'

export const isRemoved = (event: GraphEvent) => event['@removed'] !== undefined

/** Series of the page by id. */
export const seriesIn = (events: GraphEvent[]) =>
  new Map<string, GraphEvent | null>(events.filter(isSeries).map((event) => [textOf(event.id), event]))

/** Ids of series that occurrences need and that are not in the page. */
export function missingSeries(events: GraphEvent[]): string[] {
  const known = seriesIn(events)
  const needed = events.filter((event) => isThin(event) && !isRemoved(event)).map((event) => seriesIdOf(event)!)
  return [...new Set(needed)].filter((id) => !known.has(id))
}

/** @param series  by id; null for one that was not found: its occurrences exist all the same, as the page has them */
export function changesOf(events: GraphEvent[], series: Map<string, GraphEvent | null>): ProviderChange[] {
  return events
    .filter((event) => !isSeries(event) || isRemoved(event))
    .map((event) => {
      const id = textOf(event.id)
      const found = series.get(seriesIdOf(event) ?? '')
      if (id === '') return { id, problem: 'A meeting without an id was left out' }
      if (isRemoved(event)) return { id, meeting: null }
      if (isThin(event) && !found) return { id, problem: `“${id.slice(0, 100)}”: its series was not read` }
      return changeOf(event, found ?? null)
    })
}

/**
 * Ids of the series that the page has with all their occurrences in the window: if one of them is deleted, Microsoft
 * gives the series anew without it. One that comes alone says nothing about its occurrences.
 */
export function wholeSeriesOf(events: GraphEvent[]): string[] {
  const withOccurrences = new Set(events.filter((event) => !isRemoved(event)).map(seriesIdOf))
  return events.filter((event) => isSeries(event) && withOccurrences.has(textOf(event.id))).map(({ id }) => textOf(id))
}

/** A calendar of Outlook as the delta function of Microsoft Graph tells it: published words, and what is reported of series. */

export type GraphEvent = { id: string; [field: string]: unknown }

/** `starts` are those of the occurrences that exist and that nobody changed; all last as long as the series says. */
export type Series = { event: GraphEvent; starts: string[]; exceptions?: GraphEvent[] }

type Kept = { change: number; given: Series | GraphEvent | null }
type Page = { value: object[]; '@odata.nextLink'?: string; '@odata.deltaLink'?: string }
type State = { from: string; to: string; since: number; until: number; start: number }

export const at = (moment: string) => ({ dateTime: `${moment}:00.0000000`, timeZone: 'UTC' })

/** A single meeting as the documents show it. */
export const graphEvent = (id: string, start: string, end: string, more: object = {}): GraphEvent => ({
  '@odata.type': '#microsoft.graph.event',
  '@odata.etag': 'W/"EZ9r3czxY0m2jz8c45czkwAAFXcvIQ=="',
  id,
  type: 'singleInstance',
  seriesMasterId: null,
  iCalUId: `uid-${id}`,
  subject: id,
  isAllDay: false,
  isCancelled: false,
  start: at(start),
  end: at(end),
  location: { displayName: '', locationType: 'default' },
  body: { contentType: 'text', content: '' },
  organizer: { emailAddress: { name: 'Bo Lindqvist', address: 'bo@acme.test' } },
  attendees: [],
  isOnlineMeeting: false,
  onlineMeeting: null,
  onlineMeetingUrl: null,
  ...more,
})

export class OutlookCalendar {
  readonly #kept = new Map<string, Kept>()
  #change = 0
  /** Tokens of before this change are refused. */
  oldest = 0

  put(event: GraphEvent): void {
    this.#kept.set(event.id, { change: ++this.#change, given: event })
  }

  putSeries(series: Series): void {
    this.#kept.set(series.event.id, { change: ++this.#change, given: series })
  }

  /** Of a series that is deleted only its own id is told. */
  remove(id: string): void {
    this.#kept.set(id, { change: ++this.#change, given: null })
  }

  clear(): void {
    this.#kept.clear()
  }

  /** An event, a series or a changed occurrence. */
  find(id: string): GraphEvent | null {
    const all = [...this.#kept.values()].flatMap(({ given }) =>
      given && isSeries(given) ? [given.event, ...(given.exceptions ?? [])] : (given ?? []),
    )
    return all.find((each) => each.id === id) ?? null
  }

  forgetTokens(): void {
    this.oldest = ++this.#change
  }

  /** @returns null for a token that is too old */
  read(query: URLSearchParams, pageSize: number, address: string): Page | null {
    const [skip, delta] = [query.get('$skiptoken'), query.get('$deltatoken')]
    const token = skip ?? delta
    const first = { from: query.get('startDateTime')!, to: query.get('endDateTime')!, since: 0, until: 0, start: 0 }
    const made: State = token === null ? first : JSON.parse(Buffer.from(token, 'base64url').toString())
    if (token !== null && made.until < this.oldest) return null
    const state = skip === null ? { ...made, until: this.#change } : made
    const changed = [...this.#kept].filter(([, { change }]) => change > state.since && change <= state.until)
    const told = changed.slice(state.start, state.start + pageSize)
    const after: State = { ...state, start: state.start + pageSize }
    const isLast = after.start >= changed.length
    const next: State = isLast ? { ...state, since: state.until, start: 0 } : after
    const link = `${address}?$${isLast ? 'deltatoken' : 'skiptoken'}=${Buffer.from(JSON.stringify(next)).toString('base64url')}`
    const value = told.flatMap(([id, { given }]) => tellChange(id, given, state))
    return isLast ? { value, '@odata.deltaLink': link } : { value, '@odata.nextLink': link }
  }
}

const isSeries = (given: Series | GraphEvent): given is Series => 'starts' in given

/** What is not in the view any more is told as deleted; a first read does not tell it. */
function tellChange(id: string, given: Kept['given'], { since, ...view }: State): object[] {
  const removed =
    since === 0 ? [] : [{ '@odata.type': '#microsoft.graph.event', id, '@removed': { reason: 'deleted' } }]
  if (given === null) return removed
  if (!isSeries(given)) return isWithin(given, view) ? [given] : removed
  const { event, starts, exceptions = [] } = given
  const length = momentOf(event.end) - momentOf(event.start)
  const occurrences = [...starts.map((start) => thinOccurrence(event.id, start, length)), ...exceptions.map(asTold)]
  const found = occurrences.filter((each) => isWithin(each, view))
  return found.length === 0 ? removed : [event, ...found]
}

/** No field of it but these, as several people have reported. */
const thinOccurrence = (seriesMasterId: string, start: string, length: number): GraphEvent => ({
  '@odata.type': '#microsoft.graph.event',
  '@odata.etag': 'W/"DwAAABYAAACpTc/InBsuTYwTUBb+VIb4AAB0+Esn"',
  seriesMasterId,
  type: 'occurrence',
  id: `${seriesMasterId}-${start}`,
  start: at(start),
  end: at(new Date(momentOf(at(start)) + length).toISOString().slice(0, 16)),
})

/** `originalStart` comes only if it is selected, as all answers show that people have published. */
const asTold = ({ originalStart: _, ...event }: GraphEvent) => event as GraphEvent

const momentOf = (time: unknown) => Date.parse(`${Object(time).dateTime}Z`)

const isWithin = ({ start, end }: GraphEvent, { from, to }: { from: string; to: string }) =>
  momentOf(end) > Date.parse(from) && momentOf(start) < Date.parse(to)

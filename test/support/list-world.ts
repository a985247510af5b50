/** Random workspaces for lists: about forty notes, recordings and uploads, with difficult titles and times. */
import fc from 'fast-check'
import { type Filters, filterNames, type List, type ListWorkspace, type ModelUpload, type Row } from './list-model.ts'

const userIds = ['u_0', 'u_1', 'u_2', 'u_3']
const seriesIds = ['se_0', 'se_1', 'SE_1']
const channelIds = ['ch_0', 'ch_1', 'ch_2']
const statuses = ['PENDING', 'SUCCESS', 'FAILED'] as const
// Identifiers are compared without folding.
const guids = ['evt', 'EVT', 'evt%', 'e_t', "evt'", 'evt\\', 'evt"', 'ёvt', 'evt 1', 'evt/1?', 'evt_20260105T090000Z']

const days = ['2025-09-01', '2025-11-10', '2026-01-04', '2026-01-05', '2026-01-06']
const clocks = ['00:00:00.000', '00:00:00.001', '08:59:59.999', '09:00:00.000', '09:00:00.500', '23:59:59.999']
const moments = days.flatMap((day) => clocks.map((clock) => `${day}T${clock}Z`))

const pieces = [
  ...[
    'straße',
    'STRASSE',
    'Straſſe',
    'ΟΔΟΣ',
    'οδος',
    'Οδός',
    'İstanbul',
    'ISTANBUL',
    'ıstanbul',
    'ﬁn',
    'FIN',
    'STRAẞE',
  ],
  ...['300 K', 'K', 'ŉ', 'é', 'É', 'e\u0301', 'ДОМ', 'дом', '𐐀', '𐐨', '👩‍👩‍👧', '🎉', '会議', 'weekly', 'Weekly'],
  ...['%', '_', '\\', '100%', 'a_b', 'a%b', '\\%', '\\\\', "'", '"', "o'brien", '$1', ';', '--', '/*', '*/', '?', ':x'],
  ...[' ', '  ', '\t', '\n', '{}', '\\n', '\\u0041', "E'", '$$', '\u00a0', '\u200b', '\u0001'],
]
const title = fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(''))

const aUser = fc.constantFrom(...userIds)
const shares = fc.uniqueArray(fc.record({ user: aUser, by: aUser }), { maxLength: 2, selector: ({ user }) => user })
const publications = fc.uniqueArray(fc.record({ channel: fc.constantFrom(...channelIds), by: aUser }), {
  maxLength: 3,
  selector: ({ channel }) => channel,
})
/** The creation and update time of a thing. */
export const timesAmong = (among: string[]) =>
  fc
    .tuple(fc.constantFrom(...among), fc.constantFrom(...among))
    .map(([a, b]) => (a < b ? { created_at: a, updated_at: b } : { created_at: b, updated_at: a }))
const times = timesAmong(moments)
const anId = fc.stringMatching(/^[A-Za-z0-9_-]{1,4}$/).filter((id) => id !== 'list' && id !== 'tus')
const ids = fc.uniqueArray(anId, { minLength: 35, maxLength: 45 })

const note = fc.record({ created_by: aUser, title, times, shared_with: shares, published_to: publications })
const recording = fc.record({ at: fc.nat(), title, times, shared_with: shares, published_to: publications })
const upload = fc.record({
  submitted_by: aUser,
  title,
  times,
  status: fc.constantFrom(...statuses),
  event: fc.option(fc.constantFrom(...guids)),
  channel: fc.option(fc.constantFrom(...channelIds)),
})
/** A note of an event has the event's series; some have none. */
const seriesOf = (index: number) => seriesIds[index % 5] ?? null

const event = fc.record({ attendees: fc.subarray(userIds) })

/** The things of one kind with their ids, in random order. */
const named = <T>(thing: fc.Arbitrary<T>) =>
  ids.chain((all) =>
    fc.array(thing, { minLength: all.length, maxLength: all.length }).map((things) => {
      return things.map((each, index) => ({ id: all[index]!, ...each }))
    }),
  )

export const randomListWorkspace: fc.Arbitrary<ListWorkspace> = fc
  .record({
    channels: fc.tuple(
      ...channelIds.map((id) => fc.subarray(userIds, { minLength: 2 }).map((members) => ({ id, title: id, members }))),
    ),
    events: fc.tuple(...guids.map(() => event)),
    notes: named(note),
    recordings: named(recording),
    uploads: named(upload),
  })
  .map(({ channels, events, notes, recordings, uploads }) => ({
    plan: 'enterprise' as const,
    users: userIds.map((id) => ({ id, email: `${id}@acme.test`, full_name: id, admin: id === 'u_0', active: true })),
    channels,
    series: seriesIds.map((id) => ({ id, title: id, shared_with: [] })),
    events: events.map(({ attendees }, index) => ({
      guid: guids[index]!,
      title: 'Event',
      start: moments[index % moments.length]!,
      end: moments.at(-1)!,
      series: seriesOf(index),
      attendees: attendees.map((id) => ({ email: `${id}@acme.test` })),
    })),
    notes: notes.map(({ times, ...each }, index) => ({
      ...each,
      ...times,
      series: seriesOf(index),
      event: guids[index] ?? null,
    })),
    recordings: recordings.map(({ at, times, ...each }) => ({ ...each, ...times, note: notes[at % notes.length]!.id })),
    // Uploads of other recordings, because the upload of an existing recording has succeeded.
    uploads: uploads
      .map(({ id, times, ...each }): ModelUpload => ({ recording_id: `up${id}`.slice(0, 64), ...each, ...times }))
      .filter(({ recording_id }) => recordings.every(({ id }) => id !== recording_id)),
  }))

/** The filters that a list does not have. */
export const otherFilters = (list: List): (typeof filterNames)[number][] =>
  list === 'recordings/upload/list' ? ['series_id', 'event_attendees', 'starts_at_start', 'starts_at_end'] : ['status']

/** The combinations of filters: none, each alone, every pair. */
export function combinations(list: List): (typeof filterNames)[number][][] {
  const names = filterNames.filter((name) => !otherFilters(list).includes(name))
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other]))
  return [[], ...names.map((name) => [name]), ...pairs]
}

/** Values for these filters; most match the row. */
export function filtersFor(names: readonly (typeof filterNames)[number][], row: Row): fc.Arbitrary<Filters> {
  return fc.record(Object.fromEntries(names.map((name) => [name, valueFor(name, row)]))) as fc.Arbitrary<Filters>
}

function valueFor(name: (typeof filterNames)[number], row: Row): fc.Arbitrary<string | string[]> {
  const mostly = (own: string | null | undefined, others: fc.Arbitrary<string>) =>
    own == null ? others : fc.oneof({ weight: 4, arbitrary: fc.constant(own) }, others)
  if (name === 'title') return fc.oneof({ weight: 5, arbitrary: partOf(row.title) }, fc.constantFrom(...pieces))
  if (name === 'event_guid') return mostly(row.event, fc.constantFrom(...guids, 'evt_none'))
  if (name === 'series_id') return mostly(row.series, fc.constantFrom(...seriesIds, 'se_none'))
  if (name === 'channel_id') return mostly(row.channels[0], fc.constantFrom(...channelIds, 'ch_none'))
  if (name === 'event_attendees') return addressesOf(row)
  if (name === 'status') return mostly(row.status, fc.constantFrom(...statuses))
  if (name.startsWith('starts')) return boundNear(row.starts ?? row.created_at)
  return boundNear(name.startsWith('created') ? row.created_at : row.updated_at)
}

/** One address or some, mostly invited ones, in either case. */
function addressesOf({ invited }: Row): fc.Arbitrary<string | string[]> {
  const cased = (email: string) => fc.constantFrom(email, email.toUpperCase())
  const anyone = fc.constantFrom(...userIds.map((id) => `${id}@acme.test`), 'nobody@acme.test').chain(cased)
  const one =
    invited.length === 0 ? anyone : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...invited).chain(cased) }, anyone)
  return fc.oneof(one, fc.array(one, { maxLength: 3 }))
}

/** Some of its characters, in either case. */
function partOf(text: string): fc.Arbitrary<string> {
  const characters = [...text]
  return fc
    .tuple(fc.nat(characters.length), fc.nat(characters.length), fc.constantFrom('as it is', 'upper', 'lower'))
    .map(([a, b, way]) => {
      const part = characters.slice(Math.min(a, b), Math.max(a, b)).join('')
      return way === 'upper' ? part.toUpperCase() : way === 'lower' ? part.toLowerCase() : part
    })
}

const shifts = [0, 0, 0, 0, -1, 1, -1_000, 1_000, -86_400_000, 86_400_000]

/** A bound at the moment or close to it, in each format. */
export function boundNear(moment: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...shifts), fc.constantFrom('day', 'second', 'milli', '+05:30', '-10:00', '+05:30 milli'))
    .map(([shift, form]) => {
      const time = Date.parse(moment) + shift
      const text = new Date(time).toISOString()
      if (form === 'day') return text.slice(0, 10)
      if (form === 'second') return `${text.slice(0, 19)}Z`
      if (form === 'milli') return text
      const minutes = form.startsWith('+') ? 330 : -600
      const local = new Date(time + minutes * 60_000).toISOString()
      return `${local.slice(0, form.endsWith('milli') ? 23 : 19)}${form.slice(0, 6)}`
    })
}

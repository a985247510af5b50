/**
 * Random small workspaces. The things in them always have the same ids in every workspace; only their relations are
 * random. So a workspace can be imported over another, and tests find a mix-up of two workspaces.
 */
import fc from 'fast-check'
import type { ModelWorkspace } from './sight-model.ts'

const userIds = ['u_0', 'u_1', 'u_2', 'u_3']
const channelIds = ['ch_0', 'ch_1']
const seriesIds = ['se_0', 'se_1']
const guids = ['evt_0', 'evt_1', 'evt_2']
const noteIds = ['n_0', 'n_1', 'n_2', 'n_3']
const recordingIds = ['r_0', 'r_1', 'r_2']

const aUser = fc.constantFrom(...userIds)
const someUsers = fc.subarray(userIds)
const emailOf = (id: string) => `${id}@Acme.test`
// An account in another case, and a group and a guest, who have no account.
const address = fc.oneof(
  { weight: 6, arbitrary: aUser.map((id) => emailOf(id).toUpperCase()) },
  fc.constantFrom('team@acme.test', 'guest@elsewhere.test'),
)
// Also shares with oneself: a world may contain them, and they give no access.
const share = fc.record({ user: aUser, by: aUser, can_edit: fc.boolean() })
const atMost = (maxLength: number) => fc.uniqueArray(share, { maxLength, selector: ({ user }) => user })
const shares = atMost(2)
const publications = fc.uniqueArray(fc.record({ channel: fc.constantFrom(...channelIds), by: aUser }), {
  maxLength: 2,
  selector: (publication) => publication.channel,
})
// Mostly the same series, because the attendees of its meetings matter.
const maybeSeries = fc.constantFrom(...seriesIds, 'se_0', 'se_0', null, null)
// Several things have the same time, so that ids decide the order.
const moment = fc.integer({ min: 0, max: 3 }).map((n) => `2026-01-0${n + 1}T09:00:00.000Z`)

const each = <T>(ids: string[], make: (id: string, index: number) => fc.Arbitrary<T>) => fc.tuple(...ids.map(make))

const firstAccount = (attendees: { email: string }[]) =>
  userIds.find((id) => attendees.find(({ email }) => email === emailOf(id).toUpperCase())) ?? null

export const randomWorkspace: fc.Arbitrary<ModelWorkspace> = fc
  .record({
    plan: fc.constantFrom('enterprise' as const, 'enterprise' as const, 'team' as const),
    users: each(userIds, (id, index) =>
      fc.record({
        id: fc.constant(id),
        email: fc.constant(emailOf(id)),
        full_name: fc.constant(id),
        admin: fc.constant(index === 0),
        active: index === 0 ? fc.constant(true) : fc.integer({ min: 0, max: 6 }).map((n) => n > 0),
      }),
    ),
    channels: each(channelIds, (id) => fc.record({ id: fc.constant(id), title: fc.constant(id), members: someUsers })),
    series: each(seriesIds, (id) => fc.record({ id: fc.constant(id), title: fc.constant(id), shared_with: atMost(3) })),
    events: each(guids, (guid) =>
      fc.record({
        guid: fc.constant(guid),
        title: fc.constant(guid),
        start: fc.constant('2026-01-05T09:00:00Z'),
        end: fc.constant('2026-01-05T10:00:00Z'),
        series: maybeSeries,
        attendees: fc.uniqueArray(
          address.map((email) => ({ email })),
          { maxLength: 3, selector: ({ email }) => email },
        ),
      }),
    ),
    notes: each(noteIds, (id, index) =>
      fc.record({
        id: fc.constant(id),
        title: fc.constant(id),
        event: index < guids.length ? fc.option(fc.constant(guids[index]!), { freq: 4 }) : fc.constant(null),
        series: maybeSeries,
        created_by: aUser,
        created_at: moment,
        updated_at: fc.constant('2026-01-09T09:00:00.000Z'),
        shared_with: shares,
        published_to: publications,
      }),
    ),
    recordings: each(recordingIds, (id) =>
      fc.record({
        id: fc.constant(id),
        title: fc.constant(id),
        note: fc.constantFrom(...noteIds),
        created_at: moment,
        updated_at: fc.constant('2026-01-09T09:00:00.000Z'),
        shared_with: shares,
        published_to: publications,
      }),
    ),
  })
  .map((workspace) => ({
    ...workspace,
    events: workspace.events.map((event) => ({ ...event, imported_by: firstAccount(event.attendees) })),
    // A note of an event must have the event's series; another one would be rejected.
    notes: workspace.notes.map((note) => ({
      ...note,
      series: note.event === null ? note.series : workspace.events.find(({ guid }) => guid === note.event)!.series,
    })),
  }))

/** The same with the addresses of other people, as is possible in another workspace. */
export function withOtherAddresses<World extends ModelWorkspace>(world: World): World {
  const emails = world.users.map(({ email }) => email)
  return { ...world, users: world.users.map((user, index) => ({ ...user, email: emails.at(index - 1)! })) }
}

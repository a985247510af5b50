/** Random changes of sight (test/support/sight-changes.ts) to things that every random world has. */
import fc from 'fast-check'
import { type Change, findThing, mayTakeOut } from './sight-changes.ts'
import { attendeesOfEvent, type ModelWorkspace } from './sight-model.ts'

const flag = fc.boolean()
const actor = fc.constantFrom('u_0', 'u_1', 'u_2', 'u_3')
const hidden = flag.map((hidden) => ({ hidden }))
const user = fc.oneof({ weight: 9, arbitrary: actor }, fc.constantFrom('u_none'))
const channel = fc.constantFrom('ch_0', 'ch_1', 'ch_0', 'ch_1', 'ch_0', 'ch_1', 'ch_none')
const note = fc.constantFrom('n_0', 'n_1', 'n_2', 'n_3')
const recording = fc.constantFrom('r_0', 'r_1', 'r_2')
const series = fc.constantFrom('se_0', 'se_1', 'se_none')
const published = fc.oneof(
  fc.record({ kind: fc.constant('note' as const), id: note }),
  fc.record({ kind: fc.constant('recording' as const), id: recording }),
)
const shared = fc.oneof(
  { weight: 2, arbitrary: published },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('series' as const), id: series }) },
)
const person = <Flags extends object>(flags: fc.Arbitrary<Flags>) =>
  does(
    'set person',
    fc.tuple(user, flags).map(([user, flags]) => ({ user, ...flags })),
  )

/** An action of a person; `more` are its arguments. */
const does = <Task extends Change['action'], More extends object>(action: Task, more: fc.Arbitrary<More>) =>
  fc.tuple(actor, more).map(([actor, more]) => ({ actor, action, ...more }))

/** An action of a person on themself: join, leave. */
const toThemself = (change: fc.Arbitrary<Change>) => change.map((each) => ({ ...each, user: each.actor }) as Change)

const shares = fc.record({ user, canEdit: fc.option(flag, { nil: undefined }) })
const share = fc.tuple(shared, shares).map(([thing, more]) => ({ ...thing, ...more }))
const unshare = does(
  'unshare',
  fc.tuple(shared, user).map(([thing, user]) => ({ ...thing, user })),
)
const inChannel = fc.tuple(published, channel).map(([thing, channel]) => ({ ...thing, channel }))
const email = fc.constantFrom('GUEST@elsewhere.test', 'team@acme.test', 'u_1@acme.TEST')
const member = fc.record({ channel, user })
const event = fc.constantFrom('evt_0', 'evt_1', 'evt_2')
const invited = ['u_1@acme.test', 'U_2@ACME.TEST', 'u_3@acme.test', 'team@acme.test']

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: does('share', share) },
  { weight: 3, arbitrary: unshare },
  { weight: 3, arbitrary: toThemself(unshare) },
  { weight: 6, arbitrary: does('publish', inChannel) },
  { weight: 7, arbitrary: does('unpublish', inChannel) },
  { weight: 1, arbitrary: does('make channel', hidden) },
  {
    weight: 1,
    arbitrary: does(
      'hide channel',
      fc.tuple(channel, hidden).map(([channel, more]) => ({ channel, ...more })),
    ),
  },
  {
    weight: 2,
    arbitrary: does(
      'delete channel',
      channel.map((channel) => ({ channel })),
    ),
  },
  { weight: 3, arbitrary: does('add member', member) },
  { weight: 3, arbitrary: toThemself(does('add member', member)) },
  { weight: 2, arbitrary: does('remove member', member) },
  { weight: 2, arbitrary: toThemself(does('remove member', member)) },
  { weight: 1, arbitrary: does('delete', published) },
  { weight: 1, arbitrary: person(flag.map((active) => ({ active }))) },
  { weight: 1, arbitrary: person(fc.constant({ active: true })) },
  { weight: 1, arbitrary: person(flag.map((admin) => ({ admin }))) },
  {
    weight: 4,
    arbitrary: does(
      'take in',
      email.map((email) => ({ email })),
    ),
  },
  {
    weight: 4,
    arbitrary: does(
      'move',
      fc.tuple(user, email).map(([user, email]) => ({ user, email })),
    ),
  },
  {
    weight: 2,
    arbitrary: does(
      'withdraw',
      user.map((user) => ({ user })),
    ),
  },
  {
    weight: 3,
    arbitrary: does(
      'call off',
      event.map((event) => ({ event })),
    ),
  },
  {
    weight: 2,
    arbitrary: does(
      'invite',
      fc.tuple(event, fc.subarray(invited)).map(([event, emails]) => ({ event, emails })),
    ),
  },
  { weight: 1, arbitrary: does('write note', fc.constant({})) },
)

/** A change that depends on the current world: random, or chosen so that it can succeed. */
export const randomChange = fc.tuple(anyChange, fc.option(fc.nat(), { freq: 3 })).map(
  ([change, aim]) =>
    (model: ModelWorkspace) =>
      ofWhatIs(model, aim === null ? change : aimed(model, change, aim)),
)

/** A deleted event is cancelled again, because an invitation would create a new event. */
function ofWhatIs(model: ModelWorkspace, change: Change): Change {
  if (change.action !== 'invite' || model.events.some(({ guid }) => guid === change.event)) return change
  return { actor: change.actor, action: 'call off', event: change.event }
}

function aimed(model: ModelWorkspace, change: Change, aim: number): Change {
  const oneOf = <Item>(items: Item[], otherwise: Item) => items[aim % Math.max(items.length, 1)] ?? otherwise
  const channelsOf = (user: string) =>
    model.channels.filter(({ members }) => members.includes(user)).map(({ id }) => id)
  switch (change.action) {
    case 'share':
    case 'unshare':
    case 'publish':
    case 'unpublish': {
      const thing = findThing(model, change)
      if (!thing) return change
      const actor = oneOf(thing.attendees, change.actor)
      const [share, publication] = [oneOf(thing.shares, undefined), oneOf(thing.publications, undefined)]
      if (change.action === 'share') return { ...change, actor }
      // By an attendee, by the receiver, or by another receiver, who may not.
      if (change.action === 'unshare') {
        const last = thing.shares.at(-1)
        if (!share || !last) return { ...change, actor }
        return { ...change, user: share.user, actor: [actor, share.user, last.user][aim % 3]! }
      }
      if (change.action === 'unpublish' && publication) return { ...change, actor, channel: publication.channel }
      return { ...change, actor, channel: oneOf(channelsOf(actor), change.channel) }
    }
    case 'hide channel':
    case 'delete channel': {
      const found = oneOf(
        model.channels.filter(({ members }) => members.length > 0),
        undefined,
      )
      return found ? { ...change, channel: found.id, actor: oneOf(found.members, change.actor) } : change
    }
    case 'remove member':
    case 'add member':
      return change.actor === ('user' in change && change.user) && change.action === 'add member'
        ? change
        : { ...change, channel: oneOf(channelsOf(change.actor), change.channel) }
    case 'call off':
    case 'invite': {
      const event = oneOf(
        model.events.map(({ guid }) => guid),
        change.event,
      )
      const attendees = model.events.some(({ guid }) => guid === event) ? attendeesOfEvent(model, event) : []
      const [entitled] = attendees.filter((user) => mayTakeOut(model, event, user))
      const isSure = change.action === 'call off' && entitled !== undefined
      return { ...change, event, actor: isSure ? entitled : oneOf(attendees, change.actor) }
    }
    default:
      return change
  }
}

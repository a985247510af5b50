/**
 * A simple model of changes of sight, over a world in the world format (decisions 17, 29c on people and keys to 29e on
 * channels): who may make a change, the status of the answer, and the new state.
 */
import { calendarHeaders } from './calendar-world.ts'
import { calendar, vevent } from './calendars.ts'
import type { Gone } from './compare-sight.ts'
import {
  attendeesOfEvent,
  attendeesOfNote,
  attendeesOfSeries,
  has,
  isMember,
  type ModelNote,
  type ModelRecording,
  type ModelWorkspace,
  moveTo,
  type Publication,
  readsAll,
  type Share,
  seesNote,
  seesRecording,
  sharedTo,
} from './sight-model.ts'

/**
 * The changing model; the clock of the world stays at `now`. `written` are notes in which something was written: they
 * stay when their event is called off. `calledOff` are the events that stay so: they are not called off again.
 */
export type Living = { model: ModelWorkspace; gone: Gone; now: string; written: string[]; calledOff: Set<string> }

type Kind = 'note' | 'recording' | 'series'

/** A change by `actor` with their own key; changes for admins use the key of the workspace's admin. */
export type Change = { actor: string } & (
  | { action: 'share'; kind: Kind; id: string; user: string; canEdit: boolean | undefined }
  | { action: 'unshare'; kind: Kind; id: string; user: string }
  | { action: 'publish' | 'unpublish'; kind: 'note' | 'recording'; id: string; channel: string }
  | { action: 'make channel'; hidden: boolean }
  | { action: 'hide channel'; channel: string; hidden: boolean }
  | { action: 'delete channel'; channel: string }
  | { action: 'add member' | 'remove member'; channel: string; user: string }
  | { action: 'delete'; kind: 'note' | 'recording'; id: string }
  | { action: 'set person'; user: string; active?: boolean; admin?: boolean }
  | { action: 'take in'; email: string }
  | { action: 'move'; user: string; email: string }
  | { action: 'withdraw'; user: string }
  | { action: 'call off'; event: string }
  | { action: 'invite'; event: string; emails: string[] }
  | { action: 'write note' }
)

export type Request = {
  method: string
  path: string
  body?: object | string
  headers?: Record<string, string>
  byAdmin?: boolean
}

export function requestOf(change: Change): Request {
  switch (change.action) {
    case 'share':
      return {
        method: 'POST',
        path: `/api/v1/${change.kind}/${change.id}/share`,
        body: { user: change.user, can_edit: change.canEdit },
      }
    case 'unshare':
      return { method: 'DELETE', path: `/api/v1/${change.kind}/${change.id}/share/${change.user}` }
    case 'publish':
      return {
        method: 'POST',
        path: `/api/v1/${change.kind}/${change.id}/publish`,
        body: { channel_id: change.channel },
      }
    case 'unpublish':
      return { method: 'DELETE', path: `/api/v1/${change.kind}/${change.id}/publish/${change.channel}` }
    case 'make channel':
      return { method: 'POST', path: '/api/v1/channel', body: { title: 'New', private: change.hidden } }
    case 'hide channel':
      return { method: 'PATCH', path: `/api/v1/channel/${change.channel}`, body: { private: change.hidden } }
    case 'delete channel':
      return { method: 'DELETE', path: `/api/v1/channel/${change.channel}` }
    case 'add member':
      return { method: 'POST', path: `/api/v1/channel/${change.channel}/members`, body: { user: change.user } }
    case 'remove member':
      return { method: 'DELETE', path: `/api/v1/channel/${change.channel}/members/${change.user}` }
    case 'delete':
      return { method: 'DELETE', path: `/api/v1/${change.kind}/${change.id}`, byAdmin: true }
    case 'set person': {
      const { active, admin } = change
      return { method: 'PATCH', path: `/api/v1/user/${change.user}`, body: { active, admin }, byAdmin: true }
    }
    case 'take in':
      return {
        method: 'POST',
        path: '/api/v1/user',
        body: { email: change.email, full_name: 'Newcomer' },
        byAdmin: true,
      }
    case 'move':
      return { method: 'PATCH', path: `/api/v1/user/${change.user}`, body: { email: change.email }, byAdmin: true }
    case 'withdraw':
      return { method: 'PATCH', path: `/api/v1/user/${change.user}`, body: { other_addresses: [] }, byAdmin: true }
    case 'call off':
      return importing(change.event, { STATUS: 'CANCELLED' })
    case 'invite':
      return importing(change.event, { ATTENDEE: change.emails.map((email) => `mailto:${email}`) })
    case 'write note':
      return { method: 'POST', path: '/api/v1/note', body: { title: 'Board' } }
  }
}

/** The event as in random worlds, with changed fields. */
function importing(UID: string, fields: Record<string, string | string[]>): Request {
  const times = { DTSTART: '20260105T090000Z', DTEND: '20260105T100000Z' }
  return {
    method: 'POST',
    path: '/api/v1/calendar/import',
    headers: calendarHeaders,
    body: calendar(vevent({ UID, ...times, SUMMARY: UID, ...fields })),
  }
}

/** Makes the change in the model, if it is allowed. @returns the status of the answer */
export function change(living: Living, change: Change, madeId = () => ''): number {
  const { model } = living
  const [first] = model.users
  if (requestOf(change).byAdmin) {
    if (!first!.active) return 401
    return readsAll(model) ? administer(living, change, madeId) : 403
  }
  if (!model.users.find(({ id }) => id === change.actor)!.active) return 401
  switch (change.action) {
    case 'share':
    case 'unshare':
    case 'publish':
    case 'unpublish':
      return changeDoors(living, change)
    case 'call off':
    case 'invite':
      return changeEvent(living, change)
    case 'write note':
      model.notes.push({
        id: madeId(),
        event: null,
        series: null,
        created_by: change.actor,
        created_at: living.now,
        shared_with: [],
        published_to: [],
      })
      return 201
    default:
      return changeChannels(living, change, madeId)
  }
}

/** A sole attendee or the importer may do it; random events have no organizer (decision 29g on calendars). */
export function mayTakeOut(model: ModelWorkspace, guid: string, userId: string): boolean {
  const { imported_by, attendees } = model.events.find((each) => each.guid === guid)!
  return imported_by === userId || attendees.every(({ email }) => isOf(model, userId, email))
}

const isOf = ({ users }: ModelWorkspace, userId: string, email: string) =>
  has(users.find(({ id }) => id === userId)!, email)

/** A change by a calendar import; the calendar of a person who does not attend changes nothing (decision 29g). */
function changeEvent(
  { model, gone, written, calledOff }: Living,
  change: Extract<Change, { action: 'call off' | 'invite' }>,
): number {
  const event = model.events.find(({ guid }) => guid === change.event)
  const { actor } = change
  if (!event || !attendeesOfEvent(model, event.guid).includes(actor)) return 200
  const takesOut = mayTakeOut(model, event.guid, actor)
  if (change.action === 'invite') {
    calledOff.delete(event.guid)
    const said = change.emails.map((email) => ({ email }))
    const personOf = (email: string) => model.users.find((user) => has(user, email))?.id ?? email.toLowerCase()
    const isSaid = (email: string) => change.emails.some((each) => personOf(each) === personOf(email))
    const others = event.attendees.filter(({ email }) => !isSaid(email) && !isOf(model, actor, email))
    if (said.length > 0) event.attendees = takesOut ? said : [...said, ...others]
    else if (takesOut) event.attendees = [{ email: model.users.find(({ id }) => id === actor)!.email }]
    return 200
  }
  if (!takesOut || calledOff.has(event.guid)) return 200
  const note = model.notes.find((each) => each.event === event.guid)
  if (note && (written.includes(note.id) || model.recordings.some((recording) => recording.note === note.id))) {
    calledOff.add(event.guid)
    return 200
  }
  if (note) gone.notes.push(note.id)
  remove(model.notes, (each) => each === note)
  remove(model.events, (each) => each === event)
  return 200
}

type Doors = Extract<Change, { action: 'share' | 'unshare' | 'publish' | 'unpublish' }>

function changeDoors({ model }: Living, change: Doors): number {
  const thing = findThing(model, change)
  if (!thing?.seenBy(change.actor)) return 404
  const { attendees, shares, publications } = thing
  const attends = attendees.includes(change.actor)
  if (change.action === 'unshare') {
    if (!attends && change.user !== change.actor) return 403
    return remove(shares, ({ user }) => user === change.user) ? 200 : 404
  }
  if (!attends) return 403
  if (change.action === 'share') {
    if (!model.users.some(({ id }) => id === change.user)) return 404
    if (change.user === change.actor) return 400
    const before = sharesThatCount(thing).find(({ user }) => user === change.user)
    remove(shares, ({ user }) => user === change.user)
    shares.push({ user: change.user, by: change.actor, can_edit: change.canEdit ?? before?.can_edit ?? false })
    return 200
  }
  const refused = refusalToOutsider(model, change)
  if (refused) return refused
  const inChannel = ({ channel }: Publication) => channel === change.channel
  if (change.action === 'unpublish') return remove(publications, inChannel) ? 200 : 404
  const before = publications.find(inChannel)
  if (before && attendees.includes(before.by)) return 200
  remove(publications, inChannel)
  publications.push({ channel: change.channel, by: change.actor })
  return 200
}

/** The shares and publications that a person may read of a thing, or the error status (decision 29d). */
export function sharingTo(model: ModelWorkspace, actor: string, named: { kind: Kind; id: string }) {
  const thing = findThing(model, named)
  if (!model.users.find(({ id }) => id === actor)!.active) return 401
  if (!thing?.seenBy(actor)) return 404
  const attends = (user: string) => thing.attendees.includes(user)
  const known = ({ channel }: Publication) =>
    isMember(model, actor, channel) || !model.channels.find(({ id }) => id === channel)!.private
  return {
    shares: sharesThatCount(thing).filter(({ user, by }) => attends(actor) || user === actor || by === actor),
    publications: thing.publications.filter((each) => attends(each.by) && known(each)).sort(byField('channel')),
  }
}

/** Shares by an attendee with another person. */
function sharesThatCount({ shares, attendees }: { shares: Share[]; attendees: string[] }) {
  return shares
    .filter(({ user, by }) => attendees.includes(by) && user !== by)
    .map(({ can_edit = false, ...rest }) => ({ ...rest, can_edit }))
    .sort(byField('user'))
}

const byField =
  <Field extends string>(field: Field) =>
  (a: Record<Field, string>, b: Record<Field, string>) =>
    a[field] < b[field] ? -1 : 1

export function findThing(model: ModelWorkspace, { kind, id }: { kind: Kind; id: string }) {
  const byId = <Item extends { id: string }>(items: Item[]) => items.find((each) => each.id === id)
  if (kind === 'series') {
    const series = byId(model.series)
    if (!series) return undefined
    const attendees = attendeesOfSeries(model, id)
    const seenBy = (user: string) => attendees.includes(user) || sharedTo(user, series.shared_with, attendees)
    return { attendees, seenBy, shares: series.shared_with, publications: [] as Publication[] }
  }
  const thing: ModelNote | ModelRecording | undefined = byId<ModelNote | ModelRecording>(
    kind === 'note' ? model.notes : model.recordings,
  )
  if (!thing) return undefined
  const note = 'note' in thing ? model.notes.find((each) => each.id === thing.note)! : thing
  const viewer = (userId: string) => ({ userId, superAdmin: false })
  const seenBy = (user: string) =>
    'note' in thing ? seesRecording(model, viewer(user), thing) : seesNote(model, viewer(user), thing)
  return {
    attendees: attendeesOfNote(model, note),
    seenBy,
    shares: thing.shared_with,
    publications: thing.published_to,
  }
}

function changeChannels({ model, gone }: Living, change: Change, madeId: () => string): number {
  if (change.action === 'make channel') {
    model.channels.push({ id: madeId(), private: change.hidden, members: [change.actor] })
    return 201
  }
  if (!('channel' in change)) throw new Error(`${change.action} is not about a channel`)
  const channel = model.channels.find(({ id }) => id === change.channel)
  const refused = refusalToOutsider(model, change)
  const joins = change.action === 'add member' && change.user === change.actor && refused === 403
  if (!channel || (refused && !joins)) return refused ?? 404
  switch (change.action) {
    case 'add member':
      if (!model.users.some(({ id }) => id === change.user)) return 400
      if (!channel.members.includes(change.user)) channel.members.push(change.user)
      return 200
    case 'remove member':
      return remove(channel.members, (user) => user === change.user) ? 200 : 404
    case 'hide channel':
      channel.private = change.hidden
      return 200
    default:
      remove(model.channels, ({ id }) => id === change.channel)
      gone.channels.push(change.channel)
      for (const thing of [...model.notes, ...model.recordings]) {
        remove(thing.published_to, ({ channel: id }) => id === change.channel)
      }
      return 200
  }
}

/** 404 for a channel that is unknown or private, 403 for a public one, undefined to its members. */
function refusalToOutsider(model: ModelWorkspace, { actor, channel }: { actor: string; channel: string }) {
  const found = model.channels.find(({ id }) => id === channel)
  if (found && isMember(model, actor, channel)) return undefined
  return !found || found.private ? 404 : 403
}

function administer(living: Living, change: Change, madeId: () => string): number {
  const { model, gone } = living
  if (change.action === 'take in') {
    if (model.users.some((user) => has(user, change.email))) return 409
    model.users.push({ id: madeId(), email: change.email, admin: false, active: true })
    return 201
  }
  if (change.action === 'set person') {
    const person = model.users.find(({ id }) => id === change.user)
    if (!person) return 404
    const { active = person.active, admin = person.admin } = change
    const others = model.users.filter((each) => each !== person && each.admin && each.active)
    if (person.admin && person.active && !(admin && active) && others.length === 0) return 409
    Object.assign(person, { active, admin })
    return 200
  }
  if (change.action === 'move' || change.action === 'withdraw') {
    const person = model.users.find(({ id }) => id === change.user)
    if (!person) return 404
    if (change.action === 'move') return moveTo(model, person, change.email) ? 200 : 409
    person.other_addresses = []
    return 200
  }
  if (change.action !== 'delete') throw new Error(`${change.action} needs no admin`)
  const withNote = change.kind === 'note' ? model.recordings.filter(({ note }) => note === change.id) : []
  const things = change.kind === 'note' ? model.notes : model.recordings
  if (!remove(things as { id: string }[], ({ id }) => id === change.id)) return 404
  gone[`${change.kind}s`].push(change.id)
  for (const { id } of withNote) administer(living, { ...change, kind: 'recording', id }, madeId)
  return 200
}

function remove<Item>(items: Item[], isIt: (item: Item) => boolean): boolean {
  const index = items.findIndex(isIt)
  if (index >= 0) items.splice(index, 1)
  return index >= 0
}

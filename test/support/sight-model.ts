/**
 * A simple second implementation of sight (spec 2.1, decision 17), over a world in the world format. Tests compare the
 * API with it. Every share and publication of these worlds names its maker.
 */
export type Share = { user: string; by: string; can_edit?: boolean }
export type Publication = { channel: string; by: string }
export type ModelWorkspace = {
  plan: 'team' | 'enterprise'
  users: ModelUser[]
  channels: { id: string; private?: boolean; members: string[] }[]
  series: { id: string; shared_with: Share[] }[]
  events: { guid: string; series: string | null; attendees: { email: string }[]; imported_by?: string | null }[]
  notes: ModelNote[]
  recordings: ModelRecording[]
}
export type ModelUser = { id: string; email: string; other_addresses?: string[]; admin: boolean; active: boolean }
export type ModelNote = {
  id: string
  event: string | null
  series: string | null
  created_by: string
  created_at: string
  shared_with: Share[]
  published_to: Publication[]
}
export type ModelRecording = {
  id: string
  note: string
  created_at: string
  shared_with: Share[]
  published_to: Publication[]
}

/** The caller: a person, with their own key or the super admin on their behalf, or the super admin. */
export type Viewer = { userId: string; superAdmin: boolean }

/** Whether the key of the workspace's admin, its first person, reads everything (decision 6). */
export function readsAll({ plan, users: [first] }: ModelWorkspace): boolean {
  return plan === 'enterprise' && first!.admin && first!.active
}

export function seesNote(world: ModelWorkspace, { userId, superAdmin }: Viewer, note: ModelNote): boolean {
  if (superAdmin) return true
  const attendees = attendeesOfNote(world, note)
  if (attendees.includes(userId)) return true
  if (sharedTo(userId, note.shared_with, attendees)) return true
  if (sharedTo(userId, seriesSharesOpening(world, note), attendees)) return true
  return note.published_to.some(({ channel, by }) => attendees.includes(by) && isMember(world, userId, channel))
}

export function seesRecording(world: ModelWorkspace, viewer: Viewer, recording: ModelRecording): boolean {
  const { userId, superAdmin } = viewer
  if (superAdmin) return true
  const note = world.notes.find((each) => each.id === recording.note)!
  const attendees = attendeesOfNote(world, note)
  if (attendees.includes(userId)) return true
  if (sharedTo(userId, recording.shared_with, attendees)) return true
  if (sharedTo(userId, seriesSharesOpening(world, note), attendees)) return true
  return recording.published_to.some(({ channel, by }) => attendees.includes(by) && isMember(world, userId, channel))
}

/** A super admin key gives no additional right to edit (decision 18). */
export function editsNote(world: ModelWorkspace, userId: string, note: ModelNote): boolean {
  const attendees = attendeesOfNote(world, note)
  const shares = [...note.shared_with, ...seriesSharesOpening(world, note)]
  const editable = shares.filter(({ can_edit }) => can_edit)
  return attendees.includes(userId) || sharedTo(userId, editable, attendees)
}

/** Whether a person with the right published the note or recording there. */
export function isPublished(
  world: ModelWorkspace,
  note: ModelNote,
  publications: Publication[],
  channel: string,
): boolean {
  return publications.some((each) => each.channel === channel && attendeesOfNote(world, note).includes(each.by))
}

export function isMember(world: ModelWorkspace, userId: string, channel: string): boolean {
  return world.channels.find((each) => each.id === channel)!.members.includes(userId)
}

export function attendeesOfNote(world: ModelWorkspace, note: ModelNote): string[] {
  return note.event === null ? [note.created_by] : attendeesOfEvent(world, note.event)
}

export function attendeesOfEvent(world: ModelWorkspace, guid: string): string[] {
  const { attendees } = world.events.find((each) => each.guid === guid)!
  return world.users.filter((user) => attendees.some(({ email }) => has(user, email))).map(({ id }) => id)
}

/** Whether it is an address of the account, the current one or another. */
export function has({ email, other_addresses = [] }: ModelUser, address: string): boolean {
  return [email, ...other_addresses].some((each) => each.toLowerCase() === address.toLowerCase())
}

/** The account keeps the address that another one replaces. @returns whether the address was free */
export function moveTo(world: ModelWorkspace, user: ModelUser, email: string): boolean {
  if (world.users.some((each) => each !== user && has(each, email))) return false
  const others = [...(user.other_addresses ?? []), user.email]
  const other_addresses = others.filter((each) => each.toLowerCase() !== email.toLowerCase())
  Object.assign(user, { email, other_addresses })
  return true
}

export function attendeesOfSeries(world: ModelWorkspace, seriesId: string): string[] {
  const meetings = world.events.filter((each) => each.series === seriesId)
  return meetings.flatMap(({ guid }) => attendeesOfEvent(world, guid))
}

/** Shares of its series by attendees of any of its meetings; for this note, the makers must attend its own meeting. */
function seriesSharesOpening(world: ModelWorkspace, { series: id }: ModelNote): Share[] {
  if (id === null) return []
  const { shared_with } = world.series.find((each) => each.id === id)!
  return shared_with.filter(({ by }) => attendeesOfSeries(world, id).includes(by))
}

export function sharedTo(userId: string, shares: Share[], attendees: string[]): boolean {
  return shares.some((share) => share.user === userId && attendees.includes(share.by))
}

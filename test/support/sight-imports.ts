/** Changes of sight by importing a world: attendees, series, addresses (decision 17). */
import fc from 'fast-check'
import { has, type ModelWorkspace, moveTo } from './sight-model.ts'

export type Import =
  | { action: 'import event'; event: string; series: string | null; emails: string[] }
  | { action: 'import note'; note: string; series: string | null; maker: string }
  | { action: 'import person'; user: string; email: string; others: string[] | null }

const aUser = fc.constantFrom('u_0', 'u_1', 'u_2', 'u_3')
const series = fc.constantFrom('se_0', 'se_0', 'se_1', null)
const emails = fc.subarray(['u_0@ACME.test', 'u_1@acme.test', 'u_2@acme.test', 'u_3@acme.test', 'team@acme.test'])
const ownEmail = fc.constantFrom('team@acme.test', 'u_1@acme.test', 'other@acme.test')
const others = fc.constantFrom<(string[] | null)[]>([], ['guest@elsewhere.test'], null)

export const randomImport: fc.Arbitrary<Import> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      action: fc.constant('import event' as const),
      event: fc.constantFrom('evt_0', 'evt_1', 'evt_2'),
      series,
      emails,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('import note' as const),
      note: fc.constant('n_3'),
      series,
      maker: aUser,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ action: fc.constant('import person' as const), user: aUser, email: ownEmail, others }),
  },
)

/** Makes the change in the model. @returns the world to import; null if it would be rejected or create a new note */
export function importInto(model: ModelWorkspace, change: Import): object | null {
  if (change.action === 'import event') return importEvent(model, change)
  if (change.action === 'import note') {
    const note = model.notes.find(({ id }) => id === change.note)
    if (!note) return null
    Object.assign(note, { series: change.series, created_by: change.maker })
    return { notes: [{ id: note.id, title: note.id, series: note.series, created_by: note.created_by }] }
  }
  const { user: id, email, others } = change
  const user = model.users.find((each) => each.id === id)!
  const taken = [email, ...(others ?? [])]
  if (model.users.some((each) => each !== user && taken.some((address) => has(each, address)))) return null
  const replaced = user.email
  moveTo(model, user, email)
  // The one that was current stays, whatever the list says.
  if (others) user.other_addresses = [...others, replaced].filter((each) => each.toLowerCase() !== email.toLowerCase())
  return { users: [{ id, email, full_name: id, ...(others && { other_addresses: others }) }] }
}

/** The note of an event moves with it to another series. */
function importEvent(
  model: ModelWorkspace,
  { event: guid, series, emails }: Import & { action: 'import event' },
): object {
  const event = { guid, series, attendees: emails.map((email) => ({ email })) }
  const known = model.events.find((each) => each.guid === guid)
  if (known) Object.assign(known, event)
  else model.events.push(event)
  for (const note of model.notes) if (note.event === guid) note.series = series
  return { events: [{ ...event, title: guid, start: '2026-01-05T09:00:00Z', end: '2026-01-05T10:00:00Z' }] }
}

/** Every POST list with cursors, each with the order of its rows, and workspaces that fill all lists. */
import { compare } from './list-model.ts'

/** A note with a recording, its upload and an action item, all with the same id. */
export type Thing = { id: string; created_at: string; updated_at: string; due_date: string | null }

export const adminKey = (name: string) => `mb_${name}_admin`
export const ownKey = (name: string) => `mb_${name}_own`

export function written(name: string, things: Thing[]) {
  return {
    id: `ws_${name}`,
    subdomain: name,
    name,
    plan: 'enterprise',
    users: [{ id: 'u_0', email: 'u_0@acme.test', full_name: 'Ada', admin: true }],
    api_keys: [
      { id: 'k_admin', user: 'u_0', name: 'admin', secret: adminKey(name), super_admin: true },
      { id: 'k_own', user: 'u_0', name: 'own', secret: ownKey(name) },
    ],
    notes: things.map(({ id, created_at, updated_at }) => {
      return { id, title: id, created_by: 'u_0', created_at, updated_at }
    }),
    recordings: things.map(({ id, created_at, updated_at }) => ({ id, note: id, title: id, created_at, updated_at })),
    uploads: things.map(({ id, created_at, updated_at }) => {
      return { recording_id: id, submitted_by: 'u_0', title: id, status: 'SUCCESS', created_at, updated_at }
    }),
    action_items: things.map((thing) => ({ ...thing, note: thing.id, text: thing.id })),
  }
}

export type Kind = {
  name: string
  list: string
  body: object
  order: (a: Thing, b: Thing) => number
  goesWith: 'note' | 'recording'
}

const oldest = (time: 'created_at' | 'updated_at') => (a: Thing, b: Thing) =>
  compare(a[time], b[time]) || compare(a.id, b.id)
const newest = (time: 'created_at' | 'updated_at') => (a: Thing, b: Thing) => oldest(time)(b, a)
const earliestDue = (a: Thing, b: Thing) =>
  Number(a.due_date === null) - Number(b.due_date === null) ||
  compare(a.due_date ?? '', b.due_date ?? '') ||
  compare(a.id, b.id)

const items = (order_by: string, order: Kind['order']): Kind => {
  return { name: order_by, list: 'action_items', body: { order_by }, order, goesWith: 'note' }
}
const dated = (list: string, goesWith: Kind['goesWith']): Kind => {
  return { name: list, list, body: {}, order: newest('created_at'), goesWith }
}
export const kinds = [
  dated('notes', 'note'),
  dated('recordings', 'recording'),
  dated('recordings/upload/list', 'recording'),
  items('created_at_desc', newest('created_at')),
  items('created_at_asc', oldest('created_at')),
  items('updated_at_desc', newest('updated_at')),
  items('updated_at_asc', oldest('updated_at')),
  items('due_date', earliestDue),
]

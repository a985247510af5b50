/** All callers of a random workspace, in every way of access. */
import type { ModelWorkspace, Viewer } from './sight-model.ts'

/** A caller with a key: a person, the super admin, or the super admin on behalf of a person. */
export type Asker = { name: string; key: string; headers: Record<string, string>; viewer: Viewer }

/** The secret of a person's own key, and of the `admin` key. */
export const keyOf = (name: string, userId: string) => `mb_${name}_${userId}`

/** The workspace in the world format, with a key for each person and one for its admin `u_0`. */
export function written(name: string, model: ModelWorkspace): object {
  const keys = model.users.map(({ id }) => ({ id: `k_${id}`, user: id, name: id, secret: keyOf(name, id) }))
  const admin = { id: 'k_admin', user: 'u_0', name: 'admin', secret: keyOf(name, 'admin'), super_admin: true }
  return { id: `ws_${name}`, subdomain: name, name, ...model, api_keys: [...keys, admin] }
}

/** The callers who are active and allowed by the workspace's plan. */
export function askersOf(name: string, model: ModelWorkspace): Asker[] {
  const superAdmin = model.plan === 'enterprise'
  const key = keyOf(name, 'admin')
  const people = model.users.filter(({ active }) => active)
  return [
    { name: 'the admin', key, headers: {}, viewer: { userId: 'u_0', superAdmin } },
    ...people.map(({ id }) => {
      return { name: id, key: keyOf(name, id), headers: {}, viewer: { userId: id, superAdmin: false } }
    }),
    ...(superAdmin ? people : []).map(({ id, email }, index) => ({
      name: `the admin as ${id}`,
      key,
      headers: { 'x-on-behalf-of': index % 2 === 0 ? id : email.toUpperCase() },
      viewer: { userId: id, superAdmin: false },
    })),
  ]
}

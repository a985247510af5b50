/** Everyone who may ask about a random workspace, each in their own way. */
import type { ModelWorkspace, Viewer } from './sight-model.ts'

/** Somebody with a key: themself, the whole workspace's reader, or a super admin in another person's place. */
export type Asker = { name: string; key: string; headers: Record<string, string>; viewer: Viewer }

/** The secret of someone's own key, and of the `admin` one. */
export const keyOf = (name: string, userId: string) => `mb_${name}_${userId}`

/** The workspace as a world has it, with a key for each person and one for its admin `u_0`. */
export function written(name: string, model: ModelWorkspace): object {
  const keys = model.users.map(({ id }) => ({ id: `k_${id}`, user: id, name: id, secret: keyOf(name, id) }))
  const admin = { id: 'k_admin', user: 'u_0', name: 'admin', secret: keyOf(name, 'admin'), super_admin: true }
  return { id: `ws_${name}`, subdomain: name, name, ...model, api_keys: [...keys, admin] }
}

/** Those who are active, and whom the workspace's plan allows. */
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

/** Reminders to record: whether this browser shows them, and the devices that do (decision 65). */
import { type components, dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { personHere } from './person.ts'
import { useChange } from './use-change.ts'

export type Device = components['schemas']['PushDevice']

export const devicesQuery = queryOptions({
  queryKey: ['push'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/me/push', { signal })),
})

/** `id` is that of the device; null if this browser has no push service, and only an open page reminds. */
type Here = { person: string; id: string | null; titles: boolean }

const place = 'minutebook.reminders'
const listeners = new Set<() => void>()

/** The text stays the same while nothing changes. */
export const remindersHere = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  text: () => localStorage.getItem(place),
}

export const canRemind = () => window.isSecureContext && 'Notification' in window

/** @returns null if they are off here, or the browser forbids them, or they are those of somebody else */
export function readHere(text = remindersHere.text()): Here | null {
  if (text === null || !canRemind() || Notification.permission !== 'granted') return null
  const here = JSON.parse(text) as Here
  return here.person === personHere()?.id ? here : null
}

function keepHere(here: Here | null): void {
  if (here) localStorage.setItem(place, JSON.stringify(here))
  else localStorage.removeItem(place)
  for (const listener of listeners) listener()
}

/** @returns false if the person or the browser forbids it */
export const useRemindHere = () =>
  useChange(
    async ({ titles }: { titles: boolean }) => {
      if ((await Notification.requestPermission()) !== 'granted') return false
      keepHere({ person: personHere()!.id, id: await subscribe(titles), titles })
      return true
    },
    [devicesQuery.queryKey],
  )

/** It may be this one. */
export const useWithdrawDevice = () =>
  useChange(
    async (id: string | null) => {
      if (id !== null) {
        const answer = await client.DELETE('/api/v1/me/push/{push_id}', { params: { path: { push_id: id } } })
        if (answer.response.status !== 404) dataOf(answer)
      }
      if (readHere()?.id !== id) return
      keepHere(null)
      const subscription = await (await pushServiceHere())?.getSubscription()
      await subscription?.unsubscribe()
    },
    [devicesQuery.queryKey],
  )

/** The service lost it with an ended session, or with the key that this browser knew. @returns whether it has it anew */
export async function renewHere({ person, id, titles }: Here): Promise<boolean> {
  const { data } = dataOf(await client.GET('/api/v1/me/push'))
  if (data.some((device) => device.id === id)) return false
  const renewed = await subscribe(titles)
  if (renewed !== id) keepHere({ person, id: renewed, titles })
  return renewed !== null
}

export const registrationHere = () => navigator.serviceWorker?.getRegistration()

async function subscribe(titles: boolean): Promise<string | null> {
  const { public_key } = dataOf(await client.GET('/api/v1/me/push'))
  const service = await pushServiceHere()
  const subscription = service && (await subscribeAt(service, public_key))
  if (!subscription) return null
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! }, titles }
  return dataOf(await client.POST('/api/v1/me/push', { body })).device.id
}

/** WebKit of Linux has workers without it. */
const pushServiceHere = async () => (await registrationHere())?.pushManager as PushManager | undefined

/** @returns null if the browser cannot reach its push service */
async function subscribeAt(service: PushManager, key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const ask = () => service.subscribe(options)
  try {
    return await ask()
  } catch (error) {
    const other = await service.getSubscription().catch(() => null)
    if ((error as DOMException).name !== 'InvalidStateError' || !other) return null
    // It was made with the key of another installation at this address.
    await other.unsubscribe()
    return ask().catch(() => null)
  }
}

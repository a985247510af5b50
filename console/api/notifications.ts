/** What one gets by mail. */
import { dataOf } from '@minutebook/client'
import { queryOptions } from '@tanstack/react-query'
import { client } from './client.ts'
import { useChange } from './use-change.ts'

export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => dataOf(await client.GET('/api/v1/me/notifications', { signal })).notifications,
})

/** The mails of a day come in the morning of the place where the browser is. */
export const useChangeRecapMail = () =>
  useChange(
    async (recaps: 'none' | 'at_once' | 'daily') => {
      const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      return dataOf(await client.PATCH('/api/v1/me/notifications', { body: { recaps, time_zone } }))
    },
    [notificationsQuery.queryKey],
  )

/** What the link of a mail says. */
export type UnsubscribeLink = {
  workspace?: string | undefined
  person?: string | undefined
  token?: string | undefined
}

/** By the link of a mail, without a session. @returns whether it was a valid one */
export async function unsubscribe(link: UnsubscribeLink): Promise<boolean> {
  const given = Object.entries(link).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  const answer = await fetch(`/unsubscribe?${new URLSearchParams(given)}`, { method: 'POST' })
  if (!answer.ok && answer.status !== 400) throw new Error(`The service answered ${answer.status}`)
  return answer.ok
}

/** The number of the person's open items on the icon of the installed console. It is at most a page of the list. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { allItemsQuery } from '../api/items.ts'
import { onLeaving } from '../api/person.ts'

export function Badge() {
  const count = useInfiniteQuery(allItemsQuery()).data?.pages[0]?.data.length
  useEffect(() => {
    if (count !== undefined) void navigator.setAppBadge(count).catch(() => {})
  }, [count])
  // After signing out nobody's items are counted.
  useEffect(() => onLeaving(() => navigator.clearAppBadge()), [])
  return null
}

/** Pages are files of their own, loaded when they are first opened. */
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy } from 'react'

const reloadedAt = 'minutebook.reloaded'
const restMs = 10_000
let files = 0

/**
 * @param load  imports the page
 * @returns the page as a component, and a `loader` for its route that waits until the file is there
 */
export function pageFile<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const queryKey = ['file', files++]
  return {
    Page: lazy(async () => ({ default: await load() })),
    loader: async ({ context: { queries } }: { context: { queries: QueryClient } }) => {
      await queries.ensureQueryData({ queryKey, queryFn: () => loadFile(load), staleTime: Number.POSITIVE_INFINITY })
    },
  }
}

/** A file that cannot be had while the service answers belongs to an older version than the service: the tab is loaded anew. */
export async function loadFile(load: () => Promise<unknown>): Promise<true> {
  try {
    await load()
    return true
  } catch (error) {
    const isReached = await fetch('/sign-in', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    // Once, and again only after a while: a file may be missing for good.
    if (isReached && Date.now() - Number(sessionStorage.getItem(reloadedAt) ?? 0) > restMs) {
      sessionStorage.setItem(reloadedAt, String(Date.now()))
      location.reload()
    }
    throw error
  }
}

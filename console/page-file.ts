/** Pages are files of their own, loaded when they are first opened. */
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'

const reloadedAt = 'minutebook.reloaded'
const restMs = 10_000
let files = 0

export type Opening = { context: { queries: QueryClient } }

/**
 * @param load  imports the page
 * @returns the page as a component, and a `loader` for its route that waits until the file is there. Not by React's `lazy`: it
 *   shows a page that has been loaded as one that is on its way, and takes that back 300 ms later at the earliest.
 */
export function pageFile<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const queryKey = ['file', files++]
  let page: ComponentType<Props> | undefined
  const queryFn = async () => {
    page = await loadFile(load)
    return true
  }
  return {
    Page: (props: Props) => createElement(page!, props),
    loader: async ({ context: { queries } }: Opening) => {
      await queries.ensureQueryData({ queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY })
    },
  }
}

/** A file that cannot be had while the service answers belongs to an older version than the service: the tab is loaded anew. */
export async function loadFile<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
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

/** Each page is a separate file, loaded when it is first opened. */
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'

const reloadedAt = 'minutebook.reloaded'
const restMs = 10_000
let files = 0

export type Opening = { context: { queries: QueryClient } }

/**
 * @param load  imports the page
 * @returns the page as a component, and a `loader` for its route that waits for the file. Not React's `lazy`, which
 *   shows even a loaded page as loading, for at least 300 ms.
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

/** A file that is missing while the service answers is from an older version of the console: reloads the tab. */
export async function loadFile<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    const isReached = await fetch('/sign-in', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    // At most once in a while: the file may be missing permanently.
    if (isReached && Date.now() - Number(sessionStorage.getItem(reloadedAt) ?? 0) > restMs) {
      sessionStorage.setItem(reloadedAt, String(Date.now()))
      location.reload()
    }
    throw error
  }
}

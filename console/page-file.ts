/** Each page is a separate file, loaded when it is first opened. */
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'

const reloadedAt = 'minutebook.reloaded'
const restMs = 10_000
let files = 0

/** `prefetch` begins what the page reads, so that its parts do not ask one after the other. */
export type PageModule<Props, Opened extends unknown[]> = {
  Page: ComponentType<Props>
  prefetch: (queries: QueryClient, ...opened: Opened) => void
}

export type Opening = { context: { queries: QueryClient } }

/**
 * @param load  imports the page
 * @returns the page as a component, and a `loader` for its route that waits for the file and calls its `prefetch`. Not
 *   React's `lazy`, which shows even a loaded page as loading, for at least 300 ms.
 */
export function pageFile<Props extends object, Opened extends unknown[]>(
  load: () => Promise<PageModule<Props, Opened>>,
) {
  const queryKey = ['file', files++]
  let file: PageModule<Props, Opened> | undefined
  const queryFn = async () => {
    file = await loadFile(load)
    return true
  }
  return {
    Page: (props: Props) => createElement(file!.Page, props),
    async loader({ context: { queries } }: Opening, ...opened: Opened) {
      if (!file) await queries.ensureQueryData({ queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY })
      file!.prefetch(queries, ...opened)
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

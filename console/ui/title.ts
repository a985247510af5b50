/** The title of the tab, which is also the name of the page for screen readers. */
import { useEffect, useSyncExternalStore } from 'react'
import { words } from '../words/words.ts'

const readers = new Set<() => void>()
let current = ''

/** @param title  undefined while it is being loaded */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${words.product}` : words.product
    if (!title) return
    current = title
    for (const reader of readers) reader()
  }, [title])
}

/** The title of the page that is shown. */
export function useShownTitle(): string {
  return useSyncExternalStore(
    (reader) => {
      readers.add(reader)
      return () => readers.delete(reader)
    },
    () => current,
  )
}

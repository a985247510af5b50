/** Sets the title of the tab. */
import { useEffect } from 'react'
import { words } from '../words/words.ts'

export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${words.product}` : words.product
  }, [title])
}

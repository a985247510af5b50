/** Keyboard shortcuts of a page, which are off in text fields. */
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

/** They also work on a focused check box; not in a dialog, which has its own keys. */
export function usePageKeys(keys: [key: string, act: () => void][]): void {
  useHotkeys(
    keys.map(([key, act]): HotkeyItem => {
      const onKey = (event: KeyboardEvent) => {
        if (isWriting(event.target as Element)) return
        event.preventDefault()
        act()
      }
      return [key, onKey, { preventDefault: false }]
    }),
    [],
  )
}

const isWriting = (target: Element): boolean =>
  target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
  target.closest('[role=dialog]') !== null

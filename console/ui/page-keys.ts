/** Keys of a page, which are letters where somebody writes. */
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

/** Also where a check box has the focus, which is no field to write in; not in a dialog, which has keys of its own. */
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

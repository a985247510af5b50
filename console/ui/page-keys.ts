/** Keyboard shortcuts of a page, which are off in text fields. */
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'

/**
 * They also work on a focused check box; not beside a dialog, which has its own keys, nor in the agenda's editor.
 * @param inFields  in text fields too
 */
export function usePageKeys(keys: [key: string, act: () => void][], inFields = false): void {
  useHotkeys(
    keys.map(([key, act]): HotkeyItem => {
      const onKey = (event: KeyboardEvent) => {
        const target = event.target as Element
        if (isInDialog(target) || (!inFields && target.matches(textFields))) return
        event.preventDefault()
        act()
      }
      return [key, onKey, { preventDefault: false }]
    }),
    [],
  )
}

const textFields = 'input:not([type=checkbox], [type=radio]), textarea, select'

/** An open dialog has the keys also while nothing has the focus. One that fades out has given it back. */
const isInDialog = (target: Element): boolean =>
  target.closest('[role=dialog]') !== null ||
  (target === document.body && document.querySelector('[aria-modal=true]') !== null)

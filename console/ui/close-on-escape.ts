/** Escape closes a form, but not with what somebody wrote, nor when it closes a list that a field offers. */
import type { KeyboardEvent } from 'react'

export const closeOnEscape =
  (close: () => void, isWritten: boolean) =>
  ({ key, nativeEvent, target }: KeyboardEvent) => {
    if (key !== 'Escape' || nativeEvent.isComposing || isWritten) return
    if ((target as Element).ariaExpanded !== 'true') close()
  }

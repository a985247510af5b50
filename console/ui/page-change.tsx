/** Tells screen readers of a new page: the browser announces a loaded document, but not a page that a script puts in. */
import { VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useShownTitle } from './title.ts'

/** @param main  the id of the element that receives the focus if the link with the focus is gone */
export function PageChange({ main }: { main: string }) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const isFirst = shown.current === undefined
    shown.current = path
    if (isFirst || document.activeElement !== document.body) return
    document.getElementById(main)?.focus({ preventScroll: true })
  }, [path, main])
  return <VisuallyHidden role="status">{useShownTitle()}</VisuallyHidden>
}

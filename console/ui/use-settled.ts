/** Whether a page has been visible long enough for a press to be intended (protects against clickjacking). */
import { useEffect, useState } from 'react'

/** Longer than a double click. */
const restMs = 700

/**
 * Another site may make somebody double-click, and close its window at the first click: the second one then hits the
 * page behind it.
 */
export function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let timer = 0
    const begin = () => {
      setSettled(false)
      window.clearTimeout(timer)
      timer = window.setTimeout(() => setSettled(true), restMs)
    }
    begin()
    window.addEventListener('focus', begin)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('focus', begin)
    }
  }, [])
  return isSettled
}

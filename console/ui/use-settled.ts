/** Whether a page has been in front long enough that a press on it was meant for it. */
import { useEffect, useState } from 'react'

/** Longer than between the two presses of a double click. */
const restMs = 700

/**
 * Another site may lead somebody to press twice, and close its window at the first press: the second one meets the page that
 * was behind it.
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

/** For a form in place of the button that opened it: when it closes, that button has the focus again. */
import { useEffect, useState } from 'react'

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/** Of the button that had the focus last; it may be gone when its form has been loaded. */
let opener: string | null = null
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof HTMLButtonElement) opener = nameOf(target)
})

export function useReturnFocus(): void {
  const [name] = useState(opener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const again = [...document.querySelectorAll<HTMLElement>('main button')].find((each) => nameOf(each) === name)
        const then = again ?? document.getElementById('main')
        then?.focus({ preventScroll: true })
      })
    },
    [name],
  )
}

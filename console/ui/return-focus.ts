/** For a form in place of the button that opened it: when it closes, that button has the focus again. */
import { useEffect, useState } from 'react'

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

const namesakes = (name: string | null) =>
  [...document.querySelectorAll<HTMLElement>('main button')].filter((each) => nameOf(each) === name)

/** The button that was pressed last, and which of its namesakes: it may be gone when its form has been loaded. */
let opener: { name: string | null; at: number } | null = null
// Not by the focus, which Safari does not give to a button that is clicked.
document.addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element && target.closest('button')
    if (button) opener = { name: nameOf(button), at: namesakes(nameOf(button)).indexOf(button) }
  },
  { capture: true },
)

export function useReturnFocus(): void {
  const [openedBy] = useState(opener)
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return
        const again = openedBy && namesakes(openedBy.name)[openedBy.at]
        const then = again ?? document.getElementById('main')
        then?.focus({ preventScroll: true })
      })
    },
    [openedBy],
  )
}

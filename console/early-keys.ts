/** What is typed while the page loads: `/` and the words after it go into the search, once its field is there. */

let typed: string | null = null

function keep(event: KeyboardEvent): void {
  // A page without a search, such as that of signing in.
  if (document.querySelector('h1') && !document.querySelector('[data-search-field]')) return void takeEarlyKeys()
  const { key, ctrlKey, metaKey, altKey } = event
  const isInField =
    event.target instanceof Element && event.target.matches('input, textarea, select, [contenteditable]')
  if (ctrlKey || metaKey || altKey || isInField) return
  if (typed === null && key === '/') typed = ''
  else if (typed !== null && key.length === 1) typed += key
  else if (typed !== null && key === 'Backspace') typed = typed.slice(0, -1)
  else return
  event.preventDefault()
}

document.addEventListener('keydown', keep)

/** From now on the page has its own keys. @returns the words after `/`; null if it was not pressed */
export function takeEarlyKeys(): string | null {
  document.removeEventListener('keydown', keep)
  const words = typed
  typed = null
  return words
}

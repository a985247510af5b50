/**
 * The page somebody wanted who asked for a link by mail. The link is opened in another tab, which does not know that page; it does not
 * stand in the link, because then the one who asked for the mail, maybe a stranger, would choose where it leads.
 */
const key = 'minutebook.going_to'

/** As long as the link is good. */
const keptMs = 15 * 60_000

export function rememberGoing(path: string, now: number): void {
  localStorage.setItem(key, JSON.stringify({ path, until: now + keptMs }))
}

/** @returns the path, once */
export function takeGoing(now: number): string | undefined {
  const text = localStorage.getItem(key)
  localStorage.removeItem(key)
  return text === null ? undefined : stillGoing(text, now)
}

/** *Pure.* */
export function stillGoing(text: string, now: number): string | undefined {
  try {
    const { path, until } = JSON.parse(text)
    return typeof path === 'string' && now < until && until <= now + keptMs ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * The page that a person wanted before requesting a link by mail. The link opens in another tab, which does not know
 * that page. The link does not contain it, because then the requester, maybe a stranger, would choose the page.
 */
const key = 'minutebook.going_to'

/** As long as the link is valid. */
const keptMs = 15 * 60_000

export function storeWantedPage(path: string, now: number): void {
  localStorage.setItem(key, JSON.stringify({ path, until: now + keptMs }))
}

/** One that nobody came back for in time is removed. */
export function findWantedPage(now: number): string | undefined {
  const path = readWantedPage(localStorage.getItem(key) ?? '', now)
  if (path === undefined) forgetWantedPage()
  return path
}

export const forgetWantedPage = () => localStorage.removeItem(key)

/** *Pure.* */
export function readWantedPage(text: string, now: number): string | undefined {
  try {
    const { path, until } = JSON.parse(text)
    return typeof path === 'string' && now < until && until <= now + keptMs ? path : undefined
  } catch {
    return undefined
  }
}

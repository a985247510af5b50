/** The person that this tab acts for: stored only in the tab, until it is closed. */
import type { components } from '@minutebook/client'

export type Person = components['schemas']['Session']['user']

const place = 'minutebook.on_behalf_of'
/** The page where acting began, to return to when it ends. */
const beginning = 'minutebook.acting_began'

/** Read once: until the page is reloaded, it acts for the same person. */
let acting: Person | null = JSON.parse(sessionStorage.getItem(place) ?? 'null')

export const actingFor = () => acting

/** Starting and stopping reload the page, so that nothing read as one person stays in memory for another. */
export function beginActing({ id, email, full_name }: Person): void {
  sessionStorage.setItem(place, JSON.stringify({ id, email, full_name }))
  sessionStorage.setItem(beginning, location.pathname + location.search)
  location.assign('/')
}

/** Stopped by the person: returns to the page where acting began. */
export function stopActing(): void {
  const back = sessionStorage.getItem(beginning)
  forgetStored()
  location.assign(back ?? '/')
}

/** The rights to act have ended, and with them those to see the page where it began. */
export function endActing(): void {
  forgetActing()
  location.assign('/')
}

/** Without a reload: after signing in or out, the tab acts for nobody. */
export function forgetActing(): void {
  acting = null
  forgetStored()
}

function forgetStored(): void {
  sessionStorage.removeItem(place)
  sessionStorage.removeItem(beginning)
}

/** Requests about the session itself are never on behalf of others. */
const ownPaths = /^\/api\/v1\/(session|session\/elevate|session\/email|sign_in)$/

/** @returns headers for a request of this tab */
export function actingHeaders(path: string): Record<string, string> {
  const person = actingFor()
  return person && !ownPaths.test(path) ? { 'X-On-Behalf-Of': person.id } : {}
}

/** For whom this tab acts: kept for the tab alone, and gone with it. */
import type { components } from '@minutebook/client'

export type Person = components['schemas']['Session']['user']

const place = 'minutebook.on_behalf_of'
/** The page where acting began, which is where it ends. */
const beginning = 'minutebook.acting_began'

/** Read once: until the page is loaded anew, it asks as who it was when it was loaded. */
let acting: Person | null = JSON.parse(sessionStorage.getItem(place) ?? 'null')

export const actingFor = () => acting

/** The page is loaded anew at both ends: nothing that was read as one person stays in memory for the other. */
export function beginActing({ id, email, full_name }: Person): void {
  sessionStorage.setItem(place, JSON.stringify({ id, email, full_name }))
  sessionStorage.setItem(beginning, location.pathname + location.search)
  location.assign('/')
}

/** As the person wishes: back to where it began. */
export function stopActing(): void {
  const back = sessionStorage.getItem(beginning)
  forgetStored()
  location.assign(back ?? '/')
}

/** The rights to do so have ended, and with them those to the page where it began. */
export function endActing(): void {
  forgetActing()
  location.assign('/')
}

/** At once, without loading the page: who signs in or out acts for nobody. */
export function forgetActing(): void {
  acting = null
  forgetStored()
}

function forgetStored(): void {
  sessionStorage.removeItem(place)
  sessionStorage.removeItem(beginning)
}

/** What a session does with itself it does as itself. */
const ownPaths = /^\/api\/v1\/(session|session\/elevate|session\/email|sign_in)$/

/** @returns headers for a request of this tab */
export function actingHeaders(path: string): Record<string, string> {
  const person = actingFor()
  return person && !ownPaths.test(path) ? { 'X-On-Behalf-Of': person.id } : {}
}

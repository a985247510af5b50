/**
 * Whose this tab is: the person of the first session that it reads, until the page is loaded anew. What it holds of them
 * ends with their session, and when somebody else signs in in another tab. What they leave unsent is sealed: the service
 * gives the keys to their sessions only.
 */
import type { components } from '@minutebook/client'
import { fromBase64, hiddenName, type StoreKey, sealText, toBase64, toStoreKeys, unsealText } from './sealed.ts'

type Session = Pick<components['schemas']['Session'], 'user' | 'workspace' | 'store_keys'>

type Person = {
  /** Workspace and user. */
  id: string
  /** The first one seals, the others open what was sealed before SECRET_KEY changed. Null on a page without HTTPS. */
  keys: StoreKey[] | null
  /** How the browser's stores name the person, for each key: nobody else can tell who it is. */
  owners: string[]
  /** What they left unsent, by its name, and where it is stored. */
  left: Map<string, { place: string; text: string }>
}

/** Tells the other tabs of this browser, and this one when it is opened again, who is signed in. */
const place = 'minutebook.person'
const placeOfLeft = (owner: string) => `minutebook.left ${owner} `
/** How long the page waits for what it ends. */
const endMs = 3_000

let here: Person | null = null
let isLeaving = false
let mayElevate = false
const endings = new Set<() => unknown>()

/** Whether who reads this may take administrator rights. Nobody may who acts for somebody, or is not signed in. */
export const isAdministrator = () => mayElevate

/** To be called with each session, as the pages read it. */
export function readAs(session: { may_elevate: boolean }): void {
  mayElevate = session.may_elevate
}

/** Null until a session has been read. */
export const personHere = (): Person | null => here

/** To be called whenever a session is read. Never resolves if it is another person's. */
export async function belongTo({ user, workspace, store_keys }: Session): Promise<void> {
  const id = `${workspace.id} ${user.id}`
  if (here && here.id !== id) return leave()
  if (!here) {
    const keys = await toStoreKeys(store_keys)
    const owners = await Promise.all((keys ?? []).map((key) => hiddenName(key, 'owner')))
    here ??= { id, keys, owners, left: await readLeft(keys ?? [], owners) }
    // A browser that was closed may open its tabs again, with what they held, for somebody else.
    if ((sessionStorage.getItem(place) ?? id) !== id) return leave()
    sessionStorage.setItem(place, id)
  }
  localStorage.setItem(place, id)
}

/** Whether somebody else has signed in since, or nobody is: a tab that slept did not hear of it. */
export const isOthersNow = (): boolean => here !== null && localStorage.getItem(place) !== here.id

/** Before each request. Never resolves once the tab is not the person's any more. */
export async function requireHere(): Promise<void> {
  if (isLeaving || isOthersNow()) await leave()
}

/** A request that names its person is refused if the browser has somebody else's session by now. */
export const personHeader = (): Record<string, string> =>
  here ? { 'X-Minutebook-Person': encodeURIComponent(here.id) } : {}

/** @param end  ends and keeps what the tab holds of the person. @returns takes it back */
export function onLeaving(end: () => unknown): () => void {
  endings.add(end)
  return () => void endings.delete(end)
}

export const isLeavingNow = () => isLeaving

/** The person's session has ended. */
export function leaveSignedOut(to: string): Promise<never> {
  if (!isOthersNow()) localStorage.removeItem(place)
  return leave(to)
}

/**
 * Loads a page anew, so that nothing of the person stays in the tab, its address included. Never resolves.
 * @param to  an address of the console
 */
export async function leave(to = '/'): Promise<never> {
  if (!isLeaving) {
    isLeaving = true
    document.body.hidden = true
    const ended = Promise.allSettled([...endings].map(async (end) => end()))
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, endMs))])
    sessionStorage.clear()
    // The router notes there where each page was scrolled to, when the page goes.
    window.addEventListener('pagehide', () => sessionStorage.clear())
    // Whoever signs in now may have shared a file first.
    if (here) navigator.serviceWorker?.controller?.postMessage('forget')
    location.replace(to)
  }
  return new Promise(() => {})
}

/** Keeps a text for the person's next page, sealed. @returns false without HTTPS: it is lost */
export async function leaveText(name: string, text: string): Promise<boolean> {
  if (!here?.keys) return false
  const { keys, owners, left } = here
  const place = placeOfLeft(owners[0]!) + (await hiddenName(keys[0]!, name))
  localStorage.setItem(place, toBase64(await sealText(keys, JSON.stringify({ name, text }))))
  const before = left.get(name)
  if (before && before.place !== place) localStorage.removeItem(before.place)
  left.set(name, { place, text })
  return true
}

export const textLeft = (name: string): string | undefined => here?.left.get(name)?.text

export function forgetLeft(name: string): void {
  const found = here?.left.get(name)
  if (!found) return
  here!.left.delete(name)
  localStorage.removeItem(found.place)
}

/** What does not open stays: its key may come back. */
async function readLeft(keys: StoreKey[], owners: string[]): Promise<Person['left']> {
  const left: Person['left'] = new Map()
  const begins = owners.map(placeOfLeft)
  for (const place of Object.keys(localStorage).filter((each) => begins.some((begin) => each.startsWith(begin)))) {
    const text = await unsealText(keys, fromBase64(localStorage.getItem(place)!)).catch(() => null)
    if (text === null) continue
    const found = JSON.parse(text) as { name: string; text: string }
    left.set(found.name, { place, text: found.text })
  }
  return left
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === place && here && newValue !== here.id) void leave()
})
// A page that went may come back from memory.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && (isLeaving || isOthersNow())) location.reload()
})
// Nobody is asked whether to stay.
window.addEventListener('beforeunload', (event) => isLeaving && event.stopImmediatePropagation(), { capture: true })

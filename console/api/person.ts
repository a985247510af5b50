/**
 * Whose this tab is: the person of the first session that it reads, until the page is loaded anew. What it holds of them
 * ends with their session, and when somebody else signs in in another tab. What they leave unsent is sealed: the service
 * gives the key to their sessions only.
 */
import type { components } from '@minutebook/client'
import { fromBase64, sealText, toBase64, toSealKey, unsealText } from './sealed.ts'

type Session = Pick<components['schemas']['Session'], 'user' | 'workspace' | 'store_key'>

type Person = {
  /** Workspace and user. */
  id: string
  /** Null on a page without HTTPS. */
  key: CryptoKey | null
  /** What they left unsent, by its name. */
  left: Map<string, string>
}

/** Tells the other tabs of this browser who is signed in. */
const place = 'minutebook.person'
const placeOfLeft = ({ id }: Person) => `minutebook.left ${id} `
/** How long the page waits for what it ends. */
const endMs = 3_000

let here: Person | null = null
let isLeaving = false
const endings = new Set<() => unknown>()

/** Null until a session has been read. */
export const personHere = (): Person | null => here

/** To be called whenever a session is read. Never resolves if it is another person's. */
export async function belongTo({ user, workspace, store_key }: Session): Promise<void> {
  const id = `${workspace.id} ${user.id}`
  if (here && here.id !== id) return leave()
  if (!here) {
    const person = { id, key: await toSealKey(store_key), left: new Map<string, string>() }
    await openLeft(person)
    here ??= person
  }
  localStorage.setItem(place, id)
}

/** Whether somebody else has signed in since, or nobody is: a tab that slept did not hear of it. */
export const isOthersNow = (): boolean => here !== null && localStorage.getItem(place) !== here.id

/** @param end  ends and keeps what the tab holds of the person. @returns takes it back */
export function onLeaving(end: () => unknown): () => void {
  endings.add(end)
  return () => void endings.delete(end)
}

/** The person's session has ended. */
export function leaveSignedOut(to: string): Promise<never> {
  if (!isOthersNow()) localStorage.removeItem(place)
  return leave(to)
}

/**
 * Loads the page anew, so that nothing of the person stays in the tab. Never resolves.
 * @param to  an address of the console; the same one without it
 */
export async function leave(to?: string): Promise<never> {
  if (!isLeaving) {
    isLeaving = true
    document.body.hidden = true
    const ended = Promise.allSettled([...endings].map(async (end) => end()))
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, endMs))])
    sessionStorage.clear()
    navigator.serviceWorker?.controller?.postMessage('forget')
    if (to === undefined) location.reload()
    else location.replace(to)
  }
  return new Promise(() => {})
}

/** Keeps a text for the person's next page, sealed. Without HTTPS it is lost. */
export async function leaveText(name: string, text: string): Promise<void> {
  if (!here?.key) return
  localStorage.setItem(placeOfLeft(here) + name, toBase64(await sealText(here.key, text)))
}

export const textLeft = (name: string): string | undefined => here?.left.get(name)

export function forgetLeft(name: string): void {
  if (!here?.left.delete(name)) return
  localStorage.removeItem(placeOfLeft(here) + name)
}

async function openLeft(person: Person): Promise<void> {
  const { key, left } = person
  const begin = placeOfLeft(person)
  for (const place of Object.keys(localStorage).filter((each) => each.startsWith(begin))) {
    const text = key && (await unsealText(key, fromBase64(localStorage.getItem(place)!)).catch(() => null))
    if (text === null) localStorage.removeItem(place)
    else left.set(place.slice(begin.length), text)
  }
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

/** Whether this browser has recordings that are not sent: only then pages load what records. */

type UnderWay = {
  isAny: boolean
  /** Some of the person's own. */
  isUnsent: boolean
  /** A tab records one meeting at a time. */
  isRecording: boolean
  /** The uploads of this tab's recordings, by their recording ids. */
  uploadIds: readonly string[]
}

const place = 'minutebook.recordings'
let now: UnderWay = { isAny: localStorage.getItem(place) !== null, isUnsent: false, isRecording: false, uploadIds: [] }
const listeners = new Set<() => void>()

export const underWay = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  now: () => now,
}

/** @param isKept  whether the next page is to look for recordings in the browser's store */
export function setUnderWay(isKept: boolean, next: UnderWay): void {
  if (isKept) localStorage.setItem(place, 'yes')
  else localStorage.removeItem(place)
  if (JSON.stringify(next) === JSON.stringify(now)) return
  now = next
  for (const listener of listeners) listener()
}

let end = async () => {}

/** Ends the recordings of this tab, and waits a little until they have arrived. */
export const endRecordings = () => end()

/** By what records, once it is loaded. */
export function onEndRecordings(ends: () => Promise<void>): void {
  end = ends
}

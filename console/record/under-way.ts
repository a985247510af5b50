/** Whether this browser has recordings that are not sent: only then pages load what records. */

type UnderWay = {
  isAny: boolean
  /** A tab records one meeting at a time. */
  isRecording: boolean
  /** The uploads of this tab's recordings, by their recording ids. */
  uploadIds: readonly string[]
}

const place = 'minutebook.recordings'
let now: UnderWay = { isAny: localStorage.getItem(place) !== null, isRecording: false, uploadIds: [] }
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

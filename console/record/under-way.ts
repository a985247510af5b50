/** Whether this browser has recordings that are not sent: only then pages load what records. */
import { isAnyKept } from './store.ts'

type UnderWay = {
  /** There may be some, of anybody. */
  isAny: boolean
  /** Some of the person's own. */
  isUnsent: boolean
  /** The titles of those that this browser had no room for: they are in this tab alone until they are sent. */
  unkept: readonly string[]
  /** A tab records one meeting at a time. */
  isRecording: boolean
  /** The uploads of this tab's recordings, by their recording ids. */
  uploadIds: readonly string[]
}

let now: UnderWay = { isAny: false, isUnsent: false, unkept: [], isRecording: false, uploadIds: [] }
const listeners = new Set<() => void>()

export const underWay = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  now: () => now,
}

export function setUnderWay(next: UnderWay): void {
  if (JSON.stringify(next) === JSON.stringify(now)) return
  now = next
  for (const listener of listeners) listener()
}

/** Each page asks the store: what one tab noted of it would be wrong for the others. */
async function look(): Promise<void> {
  // A store that cannot be read has nothing to show.
  if (await isAnyKept().catch(() => false)) setUnderWay({ ...now, isAny: true })
}

void look()
document.addEventListener('visibilitychange', look)

type Ends = {
  /** Ends the recordings of this tab, and waits a little until they have arrived. */
  end(): Promise<void>
  /** Ends those that this browser had no room for, and saves them as files. */
  saveUnkept(): Promise<void>
}

let ends: Ends = { end: async () => {}, saveUnkept: async () => {} }

export const endRecordings = () => ends.end()
export const saveUnkept = () => ends.saveUnkept()

/** By what records, once it is loaded. */
export function onEndRecordings(given: Ends): void {
  ends = given
}

/** Locks among the tabs of this browser, so that two tabs never record one meeting or send one recording. */

type Release = () => void

export const lockOfNote = (noteId: string) => `minutebook.record ${noteId}`
export const lockOfRecording = (id: string) => `minutebook.recording ${id}`

/** @returns null if another tab holds it */
export const tryLock = (name: string): Promise<Release | null> => request(name, { ifAvailable: true })

/** Waits until the tab that holds it has released it, or is closed. */
export const waitForLock = async (name: string): Promise<Release> => (await request(name, {}))!

function request(name: string, options: LockOptions): Promise<Release | null> {
  return new Promise((resolve, reject) => {
    const held = navigator.locks.request(name, options, (lock) => {
      if (!lock) return resolve(null)
      return new Promise<void>((release) => resolve(release))
    })
    held.catch(reject)
  })
}

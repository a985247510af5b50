/** The recordings of this tab, and those that a closed tab has left. They go on while the pages change. */
import { onLeaving } from '../api/person.ts'
import { AwakeScreen } from './awake-screen.ts'
import { allKept, type KeptRecording, readKept } from './kept-recordings.ts'
import { lockOfNote, lockOfRecording, tryLock, waitForLock } from './locks.ts'
import { newRecording, Recording, type RecordingState } from './recording.ts'
import { formatHere, Sound } from './sound.ts'
import { onEndRecordings, setUnderWay } from './under-way.ts'

let all: readonly Recording[] = []
let states: readonly RecordingState[] = []
let isRestored = false
/** Other people who use this browser have some, or the store could not be read. */
let othersAreKept = false
/** The ids of those that closed tabs have left, until this tab has taken them. */
const untaken = new Set<string>()
const listeners = new Set<() => void>()

export const recordings = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  states: () => states,
}

export const recordingOf = (id: string): Recording | undefined => all.find(({ state }) => state.id === id)

function publish(): void {
  states = all.map(({ state }) => state)
  const isUnsent = states.some(({ phase }) => phase !== 'sent')
  const isKept = othersAreKept || isUnsent || untaken.size > 0
  const uploadIds = states.flatMap(({ uploadId }) => uploadId ?? [])
  const isRecording = states.some(({ phase }) => phase === 'recording' || phase === 'paused')
  setUnderWay(isKept, { isAny: isKept || states.length > 0, isUnsent, isRecording, uploadIds })
  for (const listener of listeners) listener()
}

function add(recording: Recording): void {
  all = [...all, recording]
  publish()
}

/** Of one that was sent, or deleted. */
export function forgetRecording(id: string): void {
  all = all.filter(({ state }) => state.id !== id)
  publish()
}

type Meeting = { id: string; title: string }

type Given = {
  /** Makes one, if the recording is to have its own. */
  meeting: Meeting | (() => Promise<Meeting>)
  streams: MediaStream[]
  consent: KeptRecording['consent']
}

/**
 * Begins with the sound: a meeting is made only once there is some.
 * @returns its meeting; null if another tab records the same one
 * @throws {SoundError}
 */
export async function beginRecording({ meeting: given, streams, consent }: Given): Promise<Meeting | null> {
  const isNew = typeof given === 'function'
  let lock = isNew ? null : await tryLock(lockOfNote(given.id))
  if (!lock && !isNew) return null
  const startedAt = new Date().toISOString()
  const channels: 1 | 2 = streams.length === 1 ? 1 : 2
  const format = formatHere()!
  const sound = new Sound(streams, channels, format)
  try {
    await sound.begin()
    const meeting = isNew ? await given() : given
    lock ??= (await tryLock(lockOfNote(meeting.id)))!
    const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('-')
    const whose = { id, noteId: meeting.id, title: meeting.title, startedAt, consent }
    const kept = {
      ...{ ...whose, channels, format },
      ...{ uploadUrl: null, ogg: null, seconds: 0, bytes: 0, hasEnded: false },
    } as const
    const recording = await newRecording(kept, lock, publish)
    await recording.record(sound)
    add(recording)
    recording.send()
    return meeting
  } catch (error) {
    lock?.()
    await sound.stop()
    throw error
  }
}

/** Takes what closed tabs have left, also when a tab is closed later. */
export async function restoreRecordings(): Promise<void> {
  if (isRestored || !('locks' in navigator)) return
  isRestored = true
  const { own, isOthers } = await allKept().catch(() => ({ own: [], isOthers: true }))
  othersAreKept = isOthers
  for (const id of own) {
    untaken.add(id)
    void takeOver(id)
  }
  publish()
}

async function takeOver(id: string): Promise<void> {
  const release = await waitForLock(lockOfRecording(id))
  const kept = recordingOf(id) ? undefined : await readKept(id)
  untaken.delete(id)
  if (!kept) {
    publish()
    return release()
  }
  const recording = new Recording(kept, { note: null, recording: release }, publish)
  add(recording)
  recording.send()
}

/** How long signing out waits for what is still being sent. */
const sendingMs = 5_000

onEndRecordings(async () => {
  const running = all.filter(({ state }) => mayBeLost.includes(state.phase))
  await Promise.all(running.filter(({ state }) => state.phase !== 'sending').map((each) => each.finish()))
  const end = performance.now() + sendingMs
  while (running.some(({ state }) => state.phase === 'sending' && !state.isWaiting) && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 100))
})
onLeaving(() => Promise.all(all.map((each) => each.leave())))

const mayBeLost: RecordingState['phase'][] = ['recording', 'paused', 'sending']

window.addEventListener('beforeunload', (event) => {
  const isUnsafe = ({ phase, isKept }: RecordingState) => mayBeLost.includes(phase) || (!isKept && phase !== 'sent')
  if (states.some(isUnsafe)) event.preventDefault()
})

const screen = new AwakeScreen(async () => navigator.wakeLock.request('screen'))

/** While a visible page records. */
const keepAwake = () =>
  screen.keep(document.visibilityState === 'visible' && states.some(({ phase }) => phase === 'recording'))

recordings.subscribe(keepAwake)
document.addEventListener('visibilitychange', keepAwake)

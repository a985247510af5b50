/** The recordings of this tab, and those that a closed tab has left. They go on while the pages change. */
import { AwakeScreen } from './awake-screen.ts'
import { allKept, type KeptRecording, readKept } from './kept-recordings.ts'
import { lockOfRecording, waitForLock } from './locks.ts'
import { newRecording, Recording, type RecordingState } from './recording.ts'
import { setUnderWay } from './under-way.ts'

let all: readonly Recording[] = []
let states: readonly RecordingState[] = []
let isRestored = false
/** Recordings of other people who use this browser. */
let othersAreKept = false
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
  const isKept = othersAreKept || states.some(({ phase }) => phase !== 'sent')
  const uploadIds = states.flatMap(({ uploadId }) => uploadId ?? [])
  const isRecording = states.some(({ phase }) => phase === 'recording' || phase === 'paused')
  setUnderWay(isKept, { isAny: isKept || states.length > 0, isRecording, uploadIds })
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

type Given = {
  userId: string
  noteId: string
  title: string
  streams: MediaStream[]
  consent: KeptRecording['consent']
}

/** @returns false if another tab records the same meeting */
export async function beginRecording({ streams, ...given }: Given): Promise<boolean> {
  const kept = {
    ...given,
    id: Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('-'),
    startedAt: new Date().toISOString(),
    channels: streams.length === 1 ? (1 as const) : (2 as const),
    ...{ uploadUrl: null, ogg: null, bytes: 0, hasEnded: false },
  }
  const recording = await newRecording(kept, publish)
  if (!recording || !(await recording.record(streams))) return false
  add(recording)
  recording.send()
  return true
}

/** Takes what closed tabs have left, also when a tab is closed later. */
export async function restoreRecordings(userId: string): Promise<void> {
  if (isRestored || !('locks' in navigator)) return
  isRestored = true
  const kept = await allKept().catch(() => [])
  const [own, others] = [kept.filter((each) => each.userId === userId), kept.filter((each) => each.userId !== userId)]
  othersAreKept = others.length > 0
  for (const { id } of own) void takeOver(id)
  publish()
}

async function takeOver(id: string): Promise<void> {
  const release = await waitForLock(lockOfRecording(id))
  const kept = recordingOf(id) ? undefined : await readKept(id)
  if (!kept) return release()
  const recording = new Recording(kept, { note: null, recording: release }, publish)
  add(recording)
  recording.send()
}

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

/** The recordings of this tab, and those that a closed tab has left. They go on while the pages change. */
import { actingFor } from '../api/on-behalf.ts'
import { isLeavingNow, onLeaving } from '../api/person.ts'
import { saveFile } from '../ui/save-file.ts'
import { AwakeScreen } from './awake-screen.ts'
import { allKept, type KeptRecording, readKept } from './kept-recordings.ts'
import { lockOfNote, lockOfRecording, tryLock, waitForLock } from './locks.ts'
import { newRecording, Recording, type RecordingState } from './recording.ts'
import { endingOf } from './send-sound.ts'
import { formatHere, openSound, type Sound } from './sound.ts'
import { onEndRecordings, setUnderWay } from './under-way.ts'

let all: readonly Recording[] = []
let states: readonly RecordingState[] = []
/** The ids of those that this tab has taken over, or does once the tab that has one is closed. */
const restored = new Set<string>()
/** The sound of those that are just beginning. */
const beginning = new Set<Sound>()
const listeners = new Set<() => void>()

export const recordings = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  states: () => states,
}

const isOnlyHere = ({ phase, isKept }: RecordingState) => !isKept && phase !== 'sent'

export const recordingOf = (id: string): Recording | undefined => all.find(({ state }) => state.id === id)

function publish(): void {
  states = all.map(({ state }) => state)
  const isUnsent = states.some(({ phase }) => phase !== 'sent')
  const unkept = states.filter(isOnlyHere).map(({ title }) => title)
  const uploadIds = states.flatMap(({ uploadId }) => uploadId ?? [])
  const isRecording = states.some(({ phase }) => phase === 'recording' || phase === 'paused')
  setUnderWay({ isAny: true, isUnsent, unkept, isRecording, uploadIds })
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

type Meeting = { id: string; title: string; event_end?: string | null }

type Given = {
  /** Makes one, if the recording is to have its own. */
  meeting: Meeting | (() => Promise<Meeting>)
  streams: MediaStream[]
  consent: KeptRecording['consent']
  /** The last channel is a call's tab. */
  ofCall?: boolean
  /** Cancels it until it has begun. */
  signal?: AbortSignal
}

/**
 * Begins with the sound: a meeting is made only once there is some.
 * @returns its meeting; null if another tab records the same one
 * @throws {SoundError}
 */
export async function beginRecording({
  meeting: given,
  streams,
  consent,
  ofCall = false,
  signal,
}: Given): Promise<Meeting | null> {
  const isNew = typeof given === 'function'
  let lock = isNew ? null : await tryLock(lockOfNote(given.id))
  if (!lock && !isNew) return null
  const startedAt = new Date().toISOString()
  const channels: 1 | 2 = streams.length === 1 ? 1 : 2
  const format = formatHere()!
  const acting = actingFor()
  let sound: Sound | undefined
  try {
    sound = openSound(streams, channels, format)
    beginning.add(sound)
    await sound.begin()
    signal?.throwIfAborted()
    const meeting = isNew ? await given() : given
    signal?.throwIfAborted()
    lock ??= (await tryLock(lockOfNote(meeting.id)))!
    const id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (each) => each.toString(36)).join('-')
    const endsAt = meeting.event_end ?? null
    const whose = { id, noteId: meeting.id, title: meeting.title, startedAt, endsAt, consent }
    const kept = {
      ...{ ...whose, channels, format, ofCall },
      onBehalfOf: acting && { id: acting.id, full_name: acting.full_name },
      ...{ uploadUrl: null, ogg: null, seconds: 0, bytes: 0, hasEnded: false, marks: [] },
    } as const
    const recording = await newRecording(kept, lock, publish)
    await recording.record(sound)
    add(recording)
    recording.send()
    return meeting
  } catch (error) {
    lock?.()
    await sound?.stop()
    throw error
  } finally {
    if (sound) beginning.delete(sound)
  }
}

/** Takes what closed tabs have left, also when a tab is closed later. */
export async function restoreRecordings(): Promise<void> {
  if (!('locks' in navigator)) return
  const kept = await allKept().catch(() => [])
  for (const id of kept.filter((id) => !restored.has(id))) void takeOver(id)
}

/** One that cannot be read now stays in the store, and is tried again. */
async function takeOver(id: string): Promise<void> {
  restored.add(id)
  const release = await waitForLock(lockOfRecording(id))
  try {
    const kept = recordingOf(id) || isLeavingNow() ? undefined : await readKept(id)
    if (!kept || isLeavingNow()) return release()
    const recording = new Recording(kept, { note: null, recording: release }, publish)
    add(recording)
    recording.send()
  } catch {
    restored.delete(id)
    release()
  }
}

/** What there is of it so far. */
export async function saveRecording(id: string): Promise<void> {
  const recording = recordingOf(id)!
  const { title, format } = recording.state
  saveFile(`${title}${endingOf[format]}`, await recording.save(), `audio/${format}`)
}

/** How long signing out waits for what is still being sent. */
const sendingMs = 5_000

const isRunning = ({ state: { phase } }: Recording) => phase === 'recording' || phase === 'paused'
const stopBeginning = () => Promise.all([...beginning].map((sound) => sound.stop()))

onEndRecordings({
  async end() {
    await stopBeginning()
    await Promise.all(all.filter(isRunning).map((each) => each.finish()))
    const end = performance.now() + sendingMs
    while (all.some(({ state }) => state.phase === 'sending' && !state.isWaiting) && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 100))
  },
  async saveUnkept() {
    for (const recording of all.filter(({ state }) => isOnlyHere(state))) {
      if (isRunning(recording)) await recording.finish()
      await saveRecording(recording.state.id)
    }
  },
})
onLeaving(() => Promise.all([stopBeginning(), ...all.map((each) => each.leave())]))

const mayBeLost: RecordingState['phase'][] = ['recording', 'paused', 'sending']

window.addEventListener('beforeunload', (event) => {
  if (states.some((state) => mayBeLost.includes(state.phase) || isOnlyHere(state))) event.preventDefault()
})

const screen = new AwakeScreen(async () => navigator.wakeLock.request('screen'))

/** While a visible page records. */
const keepAwake = () =>
  screen.keep(document.visibilityState === 'visible' && states.some(({ phase }) => phase === 'recording'))

recordings.subscribe(keepAwake)
document.addEventListener('visibilitychange', keepAwake)
document.addEventListener('visibilitychange', restoreRecordings)
